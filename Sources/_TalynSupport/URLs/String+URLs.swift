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
