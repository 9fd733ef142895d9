// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @HTTP("GET IT", "/a") case a
}

// MARK: 2:11: error: a method must be a string literal with a token (RFC 9110, section 9.1), such as "REPORT"
