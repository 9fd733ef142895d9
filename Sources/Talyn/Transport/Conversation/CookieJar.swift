/// The cookies that Foundation stores, sent and kept as RFC 6265 says.
///
/// Foundation on Linux hands out cookies after their time and for other paths, doesn't know Max-Age, and takes a cookie
/// for any domain.
struct CookieJar: Sendable {
    let storage: HTTPCookieStorage
    var now: @Sendable () -> Date = { Date() }

    /// The value of the Cookie field (RFC 6265, section 5.4); nil if there are none to send.
    func fieldValue(for url: URL) -> String? {
        guard let cookies = storage.cookies(for: url), !cookies.isEmpty else { return nil }
        let now = now()
        let sent = cookies.filter { cookie in
            cookie.expiresDate.map { $0 > now } ?? true
                && (!cookie.isSecure || url.scheme?.lowercased() == "https")
                && Self.matches(host: url.host(percentEncoded: true) ?? "", domain: cookie.domain)
                && Self.matches(path: url.path(percentEncoded: true), cookiePath: cookie.path)
        }
        // The most particular ones come first; the name makes the order the same every time.
        .sorted { ($1.path.utf8.count, $0.name) < ($0.path.utf8.count, $1.name) }
        // One that no field can hold must not keep the others back.
        let value = sent.map { "\($0.name)=\($0.value)" }.filter { HTTPField.isValidValue($0) }.joined(separator: "; ")
        return value.isEmpty ? nil : value
    }

    /// Keeps what a response sets (RFC 6265, section 5.3).
    func keep(_ headerFields: HTTPFields, from url: URL) {
        let values = headerFields[values: .setCookie]
        guard !values.isEmpty, let host = url.host(percentEncoded: true) else { return }
        // Foundation on Linux counts characters in two ways, and traps where they differ. Cookies are ASCII anyway
        // (RFC 6265, section 4.1.1).
        for value in values where value.count == value.utf16.count {
            for cookie in HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": value], for: url) {
                guard Self.mayBeSet(by: host, domain: cookie.domain) else { continue }
                keep(dated(Self.namesPath(value) ? cookie : Self.placed(cookie, by: url)), from: url)
            }
        }
    }

    /// Whether a Set-Cookie field has a path that counts (RFC 6265, section 5.2.4).
    private static func namesPath(_ value: String) -> Bool {
        value.split(separator: ";").dropFirst().last { attribute in
            attribute.prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces).lowercased() == "path"
        }
        .map { $0.drop { $0 != "=" }.dropFirst().trimmingCharacters(in: .whitespaces).hasPrefix("/") } ?? false
    }

    /// The cookie with the path of those that are set without one (RFC 6265, section 5.1.4): Foundation on Linux makes
    /// that the root.
    private static func placed(_ cookie: HTTPCookie, by url: URL) -> HTTPCookie {
        let path = url.path(percentEncoded: true)
        let directory = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
        return changed(cookie) { $0[.path] = directory.hasPrefix("/") ? String(directory) : "/" }
    }

    private static func changed(
        _ cookie: HTTPCookie,
        by change: (inout [HTTPCookiePropertyKey: Any]) -> Void
    ) -> HTTPCookie {
        guard var properties = cookie.properties else { return cookie }
        // What Foundation on Linux gives out of these it doesn't take back.
        if cookie.isSecure { properties[.secure] = "TRUE" }
        if cookie.isHTTPOnly { properties[HTTPCookiePropertyKey("HttpOnly")] = "TRUE" }
        change(&properties)
        return HTTPCookie(properties: properties) ?? cookie
    }

    private func keep(_ cookie: HTTPCookie, from url: URL) {
        if let expires = cookie.expiresDate, expires <= now() {
            storage.deleteCookie(cookie)
        } else {
            storage.setCookies([cookie], for: url, mainDocumentURL: nil)
        }
    }

    /// The cookie with the date at which its Max-Age ends.
    private func dated(_ cookie: HTTPCookie) -> HTTPCookie {
        guard let maximumAge = cookie.properties?[.maximumAge] as? String,
            let seconds = TimeInterval(maximumAge), !seconds.isNaN
        else { return cookie }
        return Self.changed(cookie) {
            $0[.maximumAge] = nil
            $0[.expires] = now().addingTimeInterval(min(max(seconds, -1), 400 * 86_400))
        }
    }

    /// Whether a host may set cookies for a domain: itself, or one above it that is more than a top-level domain.
    private static func mayBeSet(by host: String, domain: String) -> Bool {
        guard matches(host: host, domain: domain) else { return false }
        return !domain.hasPrefix(".") || domain.dropFirst().contains(".") || domain.dropFirst() == host.lowercased()
    }

    /// RFC 6265, section 5.1.3; Foundation has a dot before the domains that stand for the hosts below them, too.
    private static func matches(host: String, domain: String) -> Bool {
        let host = host.lowercased()
        let domain = domain.lowercased()
        guard domain.hasPrefix(".") else { return host == domain }
        guard domain.count > 1 else { return false }
        return host == domain.dropFirst() || (host.hasSuffix(domain) && !isAddress(host))
    }

    /// RFC 6265, section 5.1.4.
    private static func matches(path: String, cookiePath: String) -> Bool {
        let path = path.isEmpty ? "/" : path
        guard path.hasPrefix(cookiePath) else { return false }
        return path.count == cookiePath.count || cookiePath.hasSuffix("/")
            || path.dropFirst(cookiePath.count).hasPrefix("/")
    }

    /// Whether the host is an IP address, which has no domain above it.
    private static func isAddress(_ host: String) -> Bool {
        host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    }
}
