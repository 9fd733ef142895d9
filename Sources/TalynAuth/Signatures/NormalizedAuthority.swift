#if canImport(CryptoKit) || Crypto
extension String {
    /// An authority with the host in lower case, and without an empty port and the one of the scheme (RFC 9110, section 4.2.3).
    func normalizedAuthority(of scheme: String?) -> String {
        // Nearly all authorities are in lower case, and a copy costs more than the search.
        let hasUpperCase = utf8.contains { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
        let text = hasUpperCase ? lowercased() : self
        let isHTTP = scheme == "http" || scheme?.lowercased() == "http"
        let port = isHTTP ? ":80" : ":443"
        if text.hasSuffix(port) { return String(text.dropLast(port.utf8.count)) }
        return text.hasSuffix(":") ? String(text.dropLast()) : text
    }
}
#endif
