import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends and keeps the cookies in Foundation's storage as RFC 6265 says.
///
/// Foundation on Linux returns expired cookies and cookies of other paths, and accepts cookies for any domain.
struct CookieJar: Sendable {
    let storage: HTTPCookieStorage
    var now: @Sendable () -> Date = { Date() }

    /// The value of the `Cookie` field (RFC 6265, section 5.4); nil if there are no cookies to send.
    func fieldValue(for url: URL) -> String? {
        guard let cookies = storage.cookies(for: url), !cookies.isEmpty else { return nil }
        let now = now()
        let sent = cookies.filter { cookie in
            cookie.expiresDate.map { $0 > now } ?? true
                && (!cookie.isSecure || url.scheme?.lowercased() == "https")
                && Self.matches(host: url.host(percentEncoded: true) ?? "", domain: cookie.domain)
                && Self.matches(path: url.path(percentEncoded: true), cookiePath: cookie.path)
        }
        // Longer paths come first. The name makes the order deterministic.
        .sorted { ($1.path.utf8.count, $0.name) < ($0.path.utf8.count, $1.name) }
        // A cookie with an invalid value must not prevent the others.
        let value = sent.map { "\($0.name)=\($0.value)" }.filter { HTTPField.isValidValue($0) }.joined(separator: "; ")
        return value.isEmpty ? nil : value
    }

    /// Stores the cookies of a response (RFC 6265, section 5.3).
    ///
    /// Keeps the last 50 cookies of a response, and the newest 50 cookies of a domain: the minimum that section 6.1
    /// requires.
    func keep(_ headerFields: HTTPFields, from url: URL) {
        let values = headerFields[values: .setCookie]
        guard !values.isEmpty, let host = url.host(percentEncoded: true) else { return }
        let now = now()
        var domains: Set<String> = []
        for field in values.lazy.flatMap({ SetCookieField.fields(in: $0) }).suffix(Self.cookiesPerDomain) {
            guard let cookie = field.cookie(from: url, at: now), Self.mayBeSet(by: host, domain: cookie.domain)
            else { continue }
            if let expires = cookie.expiresDate, expires <= now {
                storage.deleteCookie(cookie)
            } else {
                storage.setCookies([cookie], for: url, mainDocumentURL: nil)
                domains.insert(cookie.domain)
            }
        }
        removeExcess(of: domains)
    }

    /// Removes the oldest cookies of domains with too many.
    private func removeExcess(of domains: Set<String>) {
        guard let all = storage.cookies, all.count > Self.cookiesPerDomain else { return }
        for cookies in Dictionary(grouping: all, by: \.domain).values where domains.contains(cookies[0].domain) {
            for cookie in Self.oldest(cookies, besides: Self.cookiesPerDomain) { storage.deleteCookie(cookie) }
        }
        for cookie in Self.oldest(storage.cookies ?? [], besides: Self.maximumCookies) { storage.deleteCookie(cookie) }
    }

    /// The oldest cookies beyond a limit.
    private static func oldest(_ cookies: [HTTPCookie], besides limit: Int) -> some Sequence<HTTPCookie> {
        guard cookies.count > limit else { return [HTTPCookie]().prefix(0) }
        let dated = cookies.map { (cookie: $0, created: $0.properties?[created] as? Double ?? 0) }
        return dated.sorted { $0.created < $1.created }.map(\.cookie).prefix(cookies.count - limit)
    }

    private static let cookiesPerDomain = 50
    private static let maximumCookies = 3_000
    private static let created = HTTPCookiePropertyKey("Created")

    /// Whether a host may set cookies for a domain: its own name, or a parent domain that is more than a top-level
    /// domain.
    private static func mayBeSet(by host: String, domain: String) -> Bool {
        guard matches(host: host, domain: domain) else { return false }
        return !domain.hasPrefix(".") || domain.dropFirst().contains(".") || domain.dropFirst() == host.lowercased()
    }

    /// Domain matching (RFC 6265, section 5.1.3). Foundation marks domains that include subdomains with a dot at the
    /// start.
    private static func matches(host: String, domain: String) -> Bool {
        let host = host.lowercased()
        let domain = domain.lowercased()
        guard domain.hasPrefix(".") else { return host == domain }
        guard domain.count > 1 else { return false }
        return host == domain.dropFirst() || (host.hasSuffix(domain) && !isAddress(host))
    }

    /// Path matching (RFC 6265, section 5.1.4).
    private static func matches(path: String, cookiePath: String) -> Bool {
        let path = path.isEmpty ? "/" : path
        guard path.hasPrefix(cookiePath) else { return false }
        return path.count == cookiePath.count || cookiePath.hasSuffix("/")
            || path.dropFirst(cookiePath.count).hasPrefix("/")
    }

    /// Whether the host is an IP address, which has no parent domain.
    private static func isAddress(_ host: String) -> Bool {
        host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    }
}
