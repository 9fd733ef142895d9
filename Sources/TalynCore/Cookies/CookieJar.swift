import HTTPTypes
import _TalynFoundation
import _TalynSupport

/// Sends and keeps the cookies of a store as RFC 6265 says.
struct CookieJar: Sendable {
    let store: any CookieStore
    /// Whether a domain is a public suffix, in addition to those of ``PublicSuffix``.
    var isPublicSuffix: @Sendable (_ domain: String) -> Bool = { _ in false }
    var now: @Sendable () -> Date = { Date() }

    /// A `Cookie` field, and the number of cookies that didn't fit.
    struct Field: Equatable {
        let value: String
        let omitted: Int
    }

    /// The `Cookie` field (RFC 6265, section 5.4); nil if there are no cookies to send.
    ///
    /// Servers refuse a request whose fields are too long. The first cookies that fit are sent, by the limits of curl.
    func field(for url: URL) -> Field? {
        let cookies = store.cookies
        guard !cookies.isEmpty, let host = url.host(percentEncoded: true)?.lowercased() else { return nil }
        let now = now()
        let isTrustworthy = url.isTrustworthy
        let path = url.path(percentEncoded: true)
        let sent = cookies.filter { cookie in
            !cookie.isExpired(at: now) && (!cookie.isSecure || isTrustworthy)
                && cookie.belongs(to: host) && Self.matches(path: path, cookiePath: cookie.path)
        }
        // Longer paths come first, and then older cookies (RFC 6265, section 5.4). The name makes the order deterministic.
        .sorted { left, right in
            (right.path.utf8.count, left.createdAt, left.name) < (left.path.utf8.count, right.createdAt, right.name)
        }
        // A cookie with an invalid value must not prevent the others. Neither must one that is too long.
        let pairs = sent.lazy.map { "\($0.name)=\($0.value)" }.filter { HTTPField.isValidValue($0) }
        var value = ""
        var (count, omitted) = (0, 0)
        for pair in pairs {
            let separator = count == 0 ? "" : "; "
            let length = value.utf8.count + separator.utf8.count + pair.utf8.count
            guard count < Self.cookiesPerRequest, length <= Self.longestField else {
                omitted += 1
                continue
            }
            value += separator + pair
            count += 1
        }
        return count + omitted == 0 ? nil : Field(value: value, omitted: omitted)
    }

    /// Stores the cookies of a response (RFC 6265, section 5.3).
    ///
    /// Keeps the last 50 cookies of a response, and 50 cookies of a domain: the minimum that section 6.1
    /// requires.
    func keep(_ headerFields: HTTPFields, from url: URL) {
        let values = headerFields[values: .setCookie]
        guard !values.isEmpty, let host = url.host(percentEncoded: true)?.lowercased() else { return }
        let now = now()
        let isTrustworthy = url.isTrustworthy
        var domains: Set<String> = []
        let fields = values.compactMap { SetCookieField($0) }.suffix(Self.cookiesPerDomain)
        for (index, field) in fields.enumerated() {
            // The cookies of a response have an order, too.
            let time = now.addingTimeInterval(Double(index) / 1_000_000)
            guard field.isAllowed(from: url),
                var cookie = field.cookie(from: url, at: time, isPublicSuffix: hasPublicSuffix),
                cookie.belongs(to: host), !(cookie.includesSubdomains && hasPublicSuffix(cookie.domain[...]))
            else { continue }
            let stored = store.cookies
            if !isTrustworthy, stored.contains(where: { !$0.isExpired(at: time) && $0.protects(cookie) }) { continue }
            if cookie.isExpired(at: time) {
                store.remove(cookie)
            } else {
                // A cookie keeps the age of the one that it replaces (RFC 6265, section 5.3).
                if let replaced = stored.first(where: { $0.id == cookie.id && !$0.isExpired(at: time) }) {
                    cookie.createdAt = replaced.createdAt
                }
                store.set(cookie)
                domains.insert(cookie.domain)
            }
        }
        removeExcess(of: domains, at: now, after: url, host)
    }

    /// Removes expired cookies if there are many, and then cookies of domains with too many (RFC 6265, section 5.3).
    ///
    /// Those without `Secure` go first (RFC 6265bis, section 5.7). Of equal ones, those go first that a request for the URL wouldn't
    /// send. They stand for those that were used long ago.
    private func removeExcess(of domains: Set<String>, at now: Date, after url: URL, _ host: String) {
        let path = url.path(percentEncoded: true)
        func excess(_ cookies: [Cookie], over limit: Int) -> some Sequence<Cookie> {
            func order(_ cookie: Cookie) -> (Int, Int, Date) {
                let isSent = cookie.belongs(to: host) && Self.matches(path: path, cookiePath: cookie.path)
                return (cookie.isSecure ? 1 : 0, isSent ? 1 : 0, cookie.createdAt)
            }
            return cookies.sorted { order($0) < order($1) }.prefix(max(0, cookies.count - limit))
        }
        guard store.cookies.count > Self.cookiesPerDomain else { return }
        for cookie in store.cookies where cookie.isExpired(at: now) { store.remove(cookie) }
        let all = store.cookies
        for cookies in Dictionary(grouping: all, by: \.domain).values where domains.contains(cookies[0].domain) {
            for cookie in excess(cookies, over: Self.cookiesPerDomain) { store.remove(cookie) }
        }
        guard all.count > Self.maximumCookies else { return }
        for cookie in excess(store.cookies, over: Self.maximumCookies) { store.remove(cookie) }
    }

    static let cookiesPerDomain = 50
    static let maximumCookies = 3_000
    static let cookiesPerRequest = 150
    /// The longest value of a `Cookie` field in bytes. Many servers accept a line of 8 KiB.
    static let longestField = 8_190

    private func hasPublicSuffix(_ domain: Substring) -> Bool {
        PublicSuffix.contains(domain) || isPublicSuffix(String(domain.hasSuffix(".") ? domain.dropLast() : domain))
    }

    /// Path matching (RFC 6265, section 5.1.4).
    fileprivate static func matches(path: String, cookiePath: String) -> Bool {
        let path = path.isEmpty ? "/" : path
        guard path.hasPrefix(cookiePath) else { return false }
        return path.count == cookiePath.count || cookiePath.hasSuffix("/")
            || path.dropFirst(cookiePath.count).hasPrefix("/")
    }
}

extension Cookie {
    fileprivate func isExpired(at time: Date) -> Bool { expires.map { $0 <= time } ?? false }

    /// Whether an insecure origin must not set the other cookie, which would hide this one (RFC 6265bis, section 5.7).
    fileprivate func protects(_ other: Cookie) -> Bool {
        isSecure && name == other.name && (belongs(to: other.domain) || other.belongs(to: domain))
            && CookieJar.matches(path: other.path, cookiePath: path)
    }

    /// Domain matching (RFC 6265, section 5.1.3).
    ///
    /// - Parameter host: A host in lower case.
    fileprivate func belongs(to host: String) -> Bool {
        if host == domain { return true }
        guard includesSubdomains, !domain.isEmpty else { return false }
        return host.hasSuffix("." + domain) && !Self.isAddress(host)
    }

    /// Whether the host is an IP address, which has no parent domain.
    private static func isAddress(_ host: String) -> Bool {
        host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    }
}

extension SetCookieField {
    /// Whether the prefix of the name, and `Secure`, fit the origin (RFC 6265bis, sections 4.1.3 and 5.7).
    func isAllowed(from url: URL) -> Bool {
        if isSecure, !url.isTrustworthy { return false }
        let name = name.lowercased()
        if name.hasPrefix("__secure-") { return isSecure }
        if name.hasPrefix("__host-") { return isSecure && domain == nil && path == "/" }
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
