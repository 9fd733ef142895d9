// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET(
        """
        users
        """
    ) case users
}

// MARK: 4:9: error: a path must begin with a slash

// MARK: Fix-it: insert '/'

@API enum Users {
    @GET(
        """
        /users
        """
    ) case users
}
