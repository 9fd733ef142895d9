public import _TalynFoundation
import _TalynSupport

/// A cookie of a ``CookieStore`` (RFC 6265, section 5.3).
public struct Cookie: Sendable, Hashable {
    /// The name.
    public let name: String

    /// The value.
    public let value: String

    /// The host that gets the cookie, or the domain, in lower case and without a dot at its start.
    public let domain: String

    /// Whether all hosts below the domain get the cookie. If not, only the host itself does.
    public let includesSubdomains: Bool

    /// The path that the URLs of requests start with.
    public let path: String

    /// The time until which the cookie is sent; nil for the end of the session.
    public let expires: Date?

    /// Whether the cookie is sent over https only.
    public let isSecure: Bool

    /// Whether scripts of a page must not see the cookie. Talyn keeps the value for others.
    public let isHTTPOnly: Bool

    /// The value of the attribute `SameSite`: `lax` or `strict`; nil without one. Talyn keeps the value for others.
    public let sameSite: String?

    /// The time at which the cookie was first stored. Older cookies are sent first.
    public internal(set) var createdAt: Date

    /// Creates a cookie.
    public init(
        name: String,
        value: String,
        domain: String,
        includesSubdomains: Bool = false,
        path: String = "/",
        expires: Date? = nil,
        isSecure: Bool = false,
        isHTTPOnly: Bool = false,
        sameSite: String? = nil,
        createdAt: Date = Date()
    ) {
        self.name = name
        self.value = value
        self.domain = domain.lowercased()
        self.includesSubdomains = includesSubdomains
        self.path = path
        self.expires = expires
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
        self.createdAt = createdAt
    }
}

extension Cookie: CustomStringConvertible {
    /// The cookie without its value, which can be a secret.
    public var description: String { "\(name)=\(Redaction.mask); Domain=\(domain); Path=\(path)" }
}

extension Cookie: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "domain": domain, "path": path]) }
}

/// A place of cookies, such as the memory or the store of an app.
///
/// A store keeps what it gets. The provider decides which cookies to store and to send, as RFC 6265 says.
public protocol CookieStore: AnyObject, Sendable {
    /// The cookies.
    var cookies: [Cookie] { get }

    /// Stores a cookie, in place of one with the same name, domain, ``Cookie/includesSubdomains`` and path.
    func set(_ cookie: Cookie)

    /// Removes the cookie with the same name, domain, ``Cookie/includesSubdomains`` and path.
    func remove(_ cookie: Cookie)
}

/// Cookies in memory.
public final class MemoryCookieStore: CookieStore {
    private let state = Locked<[Cookie.ID: Cookie]>([:])

    /// Creates an empty store.
    public init() {}

    public var cookies: [Cookie] { state.withLock { Array($0.values) } }

    public func set(_ cookie: Cookie) {
        state.withLock { $0[cookie.id] = cookie }
    }

    public func remove(_ cookie: Cookie) {
        state.withLock { _ = $0.removeValue(forKey: cookie.id) }
    }

    /// Removes all cookies.
    public func removeAll() {
        state.withLock { $0.removeAll() }
    }
}

extension Cookie: Identifiable {
    /// The parts by which a cookie replaces another one (RFC 6265, section 5.3).
    public struct ID: Hashable, Sendable {
        let name: String
        let domain: String
        let includesSubdomains: Bool
        let path: String
    }

    public var id: ID { ID(name: name, domain: domain, includesSubdomains: includesSubdomains, path: path) }
}
