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
