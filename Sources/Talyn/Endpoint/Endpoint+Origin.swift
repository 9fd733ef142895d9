extension Endpoint {
    /// Scheme, host and port as they stand in ``url``, in lower case: what plugins tell servers apart by.
    ///
    /// Read from the bytes, since a URL would be made of them for this alone.
    var origin: String {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return ""
        }
        let start = bytes.index(colon, offsetBy: 3)
        let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
        let user = bytes[start..<end].lastIndex(of: UInt8(ascii: "@"))
        guard let user else { return url[..<end].lowercased() }
        return url[..<start].lowercased() + url[bytes.index(after: user)..<end].lowercased()
    }
}
