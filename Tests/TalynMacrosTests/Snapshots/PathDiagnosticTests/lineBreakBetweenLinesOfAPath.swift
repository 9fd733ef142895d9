// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET(
        """
        /a
        /b
        """
    ) case a
}

// MARK: 4:11: error: a path can't have line breaks or control characters
