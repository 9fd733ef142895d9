// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @HTTP(method, "/a") case a
}

// MARK: 2:11: error: a method is a string literal of letters, digits and some signs (RFC 9110, section 9.1): "REPORT"
