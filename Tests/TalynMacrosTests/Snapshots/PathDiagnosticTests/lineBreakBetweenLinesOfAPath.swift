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

// MARK: 4:11: error: a path has neither line breaks nor control characters
