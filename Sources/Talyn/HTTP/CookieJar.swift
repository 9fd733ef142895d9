import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The cookies that Foundation stores, sent and kept as RFC 6265 says.
///
/// Foundation on Linux hands out cookies after their time and for other paths, and takes a cookie for any domain.
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

    /// Keeps the cookies that a response sets (RFC 6265, section 5.3).
    ///
    /// Of one response the last 50 cookies count, and of a domain the 50 that were set last are kept: as many as a client has
    /// to support at least (section 6.1).
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

    /// Removes the oldest cookies of domains that have too many.
    private func removeExcess(of domains: Set<String>) {
        guard let all = storage.cookies, all.count > Self.cookiesPerDomain else { return }
        for cookies in Dictionary(grouping: all, by: \.domain).values where domains.contains(cookies[0].domain) {
            for cookie in Self.oldest(cookies, besides: Self.cookiesPerDomain) { storage.deleteCookie(cookie) }
        }
        for cookie in Self.oldest(storage.cookies ?? [], besides: Self.maximumCookies) { storage.deleteCookie(cookie) }
    }

    /// The oldest of the cookies, so that not more than a number of them is left.
    private static func oldest(_ cookies: [HTTPCookie], besides limit: Int) -> some Sequence<HTTPCookie> {
        guard cookies.count > limit else { return [HTTPCookie]().prefix(0) }
        let dated = cookies.map { (cookie: $0, created: $0.properties?[created] as? Double ?? 0) }
        return dated.sorted { $0.created < $1.created }.map(\.cookie).prefix(cookies.count - limit)
    }

    private static let cookiesPerDomain = 50
    private static let maximumCookies = 3_000
    private static let created = HTTPCookiePropertyKey("Created")

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
