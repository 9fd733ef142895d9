// swift-format-ignore-file

// MARK: Source

struct Shop {
    @API("https://a.example") private enum Users {
        @GET("/users") case all
    }
}

// MARK: 2:31: error: the extension of a private type inside of another one can't see it: write fileprivate

// MARK: Fix-it: write 'fileprivate'

struct Shop {
    @API("https://a.example") fileprivate enum Users {
        @GET("/users") case all
    }
}
