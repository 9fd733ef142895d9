import _TalynFoundation
import _TalynSupport

extension SetCookieField {
    /// Whether the prefix of the name, and `Secure`, fit the origin (RFC 6265bis, sections 4.1.3 and 5.7).
    func isAllowed(from url: URL) -> Bool {
        if isSecure, !url.isTrustworthy { return false }
        let name = name.lowercased()
        // Bytes, since a combining character can follow the hyphen.
        if name.utf8.starts(with: "__secure-".utf8) { return isSecure }
        if name.utf8.starts(with: "__host-".utf8) { return isSecure && domain == nil && path == "/" }
        return true
    }

    /// Creates the cookie; nil for a URL without a host.
    ///
    /// - Parameters:
    ///   - url: The URL of the response.
    ///   - now: The time of the response.
    ///   - isPublicSuffix: Whether a domain in lower case is a public suffix.
    func cookie(
        from url: URL,
        at now: Date,
        isPublicSuffix: (Substring) -> Bool = PublicSuffix.contains
    ) -> Cookie? {
        guard let host = url.host(percentEncoded: true)?.lowercased() else { return nil }
        let given = domain?.trimmingPrefix(".")
        // A public suffix that is the host itself gets a cookie of its own (RFC 6265, section 5.3).
        let isForSubdomains = given.map { $0 != host || !isPublicSuffix($0) } ?? false
        return Cookie(
            name: name,
            value: value,
            domain: isForSubdomains ? given.map { String($0) } ?? host : host,
            includesSubdomains: isForSubdomains,
            path: path(for: url),
            expires: maximumAge.map { now.addingTimeInterval(min(max($0, -1), Self.longestAge)) } ?? expires,
            isSecure: isSecure,
            isHTTPOnly: isHTTPOnly,
            sameSite: sameSite.flatMap { ["lax", "strict"].contains($0) ? $0 : nil },
            createdAt: now
        )
    }

    /// The maximum age of a cookie in seconds.
    private static let longestAge: TimeInterval = 400 * 86_400

    /// The path, by default the directory of the URL (RFC 6265, sections 5.1.4 and 5.2.4).
    private func path(for url: URL) -> String {
        if let path, path.hasPrefix("/") { return path }
        let own = url.path(percentEncoded: true)
        let directory = own.lastIndex(of: "/").map { own[..<$0] } ?? ""
        return directory.hasPrefix("/") ? String(directory) : "/"
    }
}
