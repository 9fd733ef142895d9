// swift-format-ignore-file

// MARK: Source

struct Shop {
    @API("https://a.example") private enum Users {
        @GET("/users") case all
    }
}

// MARK: 2:31: error: the generated extension can't access a private type in another type; make it fileprivate

// MARK: Fix-it: write 'fileprivate'

struct Shop {
    @API("https://a.example") fileprivate enum Users {
        @GET("/users") case all
    }
}
