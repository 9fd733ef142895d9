extension Endpoint {
    /// Scheme, host and port as they stand in ``url``, in lower case: what plugins tell servers apart by.
    ///
    /// Read from the text, since a URL would be made of it for this alone.
    var origin: String {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8)
        else { return "" }
        let start = bytes.index(colon, offsetBy: 3)
        let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
        let host = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")).map { bytes.index(after: $0) } ?? start
        let text = host == start ? String(url[..<end]) : String(url[..<start] + url[host..<end])
        return text.lowercased()
    }
}
