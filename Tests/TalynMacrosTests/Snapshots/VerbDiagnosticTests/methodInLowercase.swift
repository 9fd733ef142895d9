// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @HTTP("get", "/a") case a
}

// MARK: 2:11: error: methods are case-sensitive (RFC 9110, section 9.1); write 'GET'

// MARK: Fix-it: write 'GET'

@API enum Users {
    @HTTP("GET", "/a") case a
}
