public import TalynCore
import _TalynSupport

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// The cookies of Foundation's storage, such as the one that an app shares with its web views.
///
/// ```swift
/// options.cookies = .store(HTTPCookieStore(.shared))
/// ```
public final class HTTPCookieStore: CookieStore {
    /// Foundation's storage.
    public let storage: HTTPCookieStorage
    /// The times at which cookies that were replaced later were first stored. Foundation forgets them.
    private let firstTimes = Locked<[Cookie.ID: Date]>([:])

    /// Creates a store.
    public init(_ storage: HTTPCookieStorage) {
        self.storage = storage
    }

    public var cookies: [Cookie] {
        let times = firstTimes.withLock { $0 }
        return (storage.cookies ?? []).map { foundation in
            let cookie = Cookie(foundation)
            guard let first = times[cookie.id] else { return cookie }
            return Cookie(foundation, createdAt: first)
        }
    }

    public func set(_ cookie: Cookie) {
        guard let foundation = HTTPCookie(cookie) else { return }
        firstTimes.withLock { times in
            if times.count >= Self.maximumTimes { times.removeAll() }
            times[cookie.id] = cookie.createdAt
        }
        storage.setCookie(foundation)
    }

    public func remove(_ cookie: Cookie) {
        firstTimes.withLock { _ = $0.removeValue(forKey: cookie.id) }
        if let foundation = HTTPCookie(cookie) { storage.deleteCookie(foundation) }
    }

    private static let maximumTimes = 3_000
}

extension Cookie {
    /// Foundation marks domains that include subdomains with a dot at the start.
    fileprivate init(_ cookie: HTTPCookie, createdAt: Date? = nil) {
        let seconds = cookie.properties?[HTTPCookiePropertyKey("Created")] as? Double
        let includesSubdomains = cookie.domain.hasPrefix(".")
        self.init(
            name: cookie.name,
            value: cookie.value,
            domain: includesSubdomains ? String(cookie.domain.dropFirst()) : cookie.domain,
            includesSubdomains: includesSubdomains,
            path: cookie.path,
            expires: cookie.expiresDate,
            isSecure: cookie.isSecure,
            isHTTPOnly: cookie.isHTTPOnly,
            sameSite: cookie.properties?[HTTPCookiePropertyKey("SameSite")] as? String,
            createdAt: createdAt ?? Date(timeIntervalSinceReferenceDate: seconds ?? 0)
        )
    }
}

extension HTTPCookie {
    fileprivate convenience init?(_ cookie: Cookie) {
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: cookie.name, .value: cookie.value, .path: cookie.path,
            .domain: cookie.includesSubdomains ? "." + cookie.domain : cookie.domain,
        ]
        if let expires = cookie.expires { properties[.expires] = expires }
        if cookie.isSecure { properties[.secure] = "TRUE" }
        if cookie.isHTTPOnly { properties[HTTPCookiePropertyKey("HttpOnly")] = "TRUE" }
        if let sameSite = cookie.sameSite { properties[HTTPCookiePropertyKey("SameSite")] = sameSite }
        self.init(properties: properties)
    }
}

extension HTTPCookieStore: CustomReflectable {
    /// The number of cookies, since their values can be secret.
    public var customMirror: Mirror { Mirror(of: self, ["count": storage.cookies?.count ?? 0]) }
}
