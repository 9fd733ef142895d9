extension String {
    /// The text with its words changed, each of which may be a URL.
    ///
    /// White space, a quotation mark and an angle bracket end a URL, and so does a comma before another one.
    public func mappingURLs(_ transform: (String) -> String) -> String {
        let bytes = Array(utf8)
        var result = ""
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].indices.first { Self.isSeparator(bytes[$0...]) } ?? bytes.count
            result += transform(String(decoding: bytes[start..<end], as: UTF8.self))
            if end < bytes.count { result.unicodeScalars.append(Unicode.Scalar(bytes[end])) }
            start = end + 1
        }
        return result
    }

    /// Whether the text starts with a character that ends a URL.
    private static func isSeparator(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, first == UInt8(ascii: ",") else { return separators.contains(text.first ?? 0) }
        let next = text.dropFirst()
        return next.first.map(separators.contains) ?? true || next.starts(with: "http://".utf8)
            || next.starts(with: "https://".utf8)
    }

    private static let separators = ASCIISet(" \t\r\n<>\"")
}

extension String {
    /// The host as a URL has it: an IPv6 address in brackets (RFC 3986, section 3.2.2).
    public var asURLHost: String { utf8.contains(UInt8(ascii: ":")) ? "[\(self)]" : self }

    /// An authority, or a text that ends with one, with the host in lower case, and without an empty port and the one of the scheme
    /// (RFC 9110, section 4.2.3).
    public func normalizedAuthority(of scheme: String?) -> String {
        // Nearly all authorities are in lower case, and a copy costs more than the search.
        let hasUpperCase = utf8.contains { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
        let text = hasUpperCase ? lowercased() : self
        let isHTTP = scheme == "http" || scheme?.lowercased() == "http"
        let port = isHTTP ? ":80" : ":443"
        if text.hasSuffix(port) { return String(text.dropLast(port.utf8.count)) }
        return text.hasSuffix(":") ? String(text.dropLast()) : text
    }
}

extension String {
    /// The URL with `http` in place of `ws`, and `https` in place of `wss`. The handshake of a WebSocket is a request of HTTP (RFC 6455,
    /// section 3). The case of a scheme doesn't count (RFC 3986, section 3.1).
    public var withHTTPScheme: String {
        // Few URLs begin like this.
        guard let first = utf8.first, first | 0x20 == UInt8(ascii: "w"),
            let colon = utf8.firstIndex(of: UInt8(ascii: ":")), self[colon...].hasPrefix("://"),
            let scheme = String(self[..<colon]).httpScheme
        else { return self }
        return scheme + self[colon...]
    }

    /// The scheme of HTTP that a scheme of WebSockets stands for; nil for any other scheme.
    public var httpScheme: String? {
        switch lowercased() {
        case "ws": "http"
        case "wss": "https"
        default: nil
        }
    }
}
