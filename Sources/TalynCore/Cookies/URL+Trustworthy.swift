import _TalynFoundation

extension URL {
    /// Whether nobody can read an exchange on its way, so that a cookie with `Secure` may be set and sent.
    ///
    /// That holds for https, and for this host by its usual names, which curl and browsers also take for secure (RFC 6265bis,
    /// section 5.8.3; Secure Contexts, section 3.1).
    var isTrustworthy: Bool {
        guard let origin = Origin(self) else { return false }
        return origin.scheme == "https" || ["localhost", "127.0.0.1", "::1"].contains(origin.host)
    }
}
