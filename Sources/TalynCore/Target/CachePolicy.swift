/// The use of a cache by a call.
///
/// ```swift
/// var requestOptions: RequestOptions {
///     RequestOptions { $0.cache = .for(.seconds(600), version: 3) }
/// }
/// ```
public struct CachePolicy: Sendable, Hashable {
    /// The way in which a call uses stored responses, by the names of the Fetch standard.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// The rules of RFC 9111 decide.
        case `default`
        /// The server answers. Its response isn't stored, and stored responses stay.
        case noStore
        /// The server answers, and its response is stored.
        case reload
        /// The server is asked before a stored response is used.
        case noCache
        /// A stored response answers, also a stale one. Without one, the server answers.
        case forceCache
        /// A stored response answers, also a stale one. Without one, the call fails with
        /// ``TransportError/Kind/notCached``.
        case onlyIfCached
    }

    /// The way in which the call uses stored responses.
    public var mode: Mode

    /// The lifetime of a successful response, in place of the server's; nil for the server's. It counts from the arrival of
    /// the response.
    public var lifetime: Duration?

    /// The version of the app's data. Stored responses of another version aren't used.
    public var version: Int

    /// The key of the response among those of its origin, in place of the URL. A call with a key uses the cache with any
    /// method, and for successful responses only.
    public var key: String?

    /// Names by which the app removes stored responses.
    public var tags: Set<String>

    /// The name of the user whose response it is, in place of the credentials of the request; nil for the credentials.
    ///
    /// Without it, a stored response answers the same credentials only. A new token then means new responses.
    public var user: String?

    /// Creates a policy.
    public init(
        _ mode: Mode = .default,
        lifetime: Duration? = nil,
        version: Int = 0,
        key: String? = nil,
        tags: Set<String> = [],
        user: String? = nil
    ) {
        self.mode = mode
        self.lifetime = lifetime
        self.version = version
        self.key = key
        self.tags = tags
        self.user = user
    }
}

extension CachePolicy {
    /// The rules of RFC 9111 decide.
    public static let `default` = CachePolicy()

    /// The server answers. Its response isn't stored, and stored responses stay.
    public static let noStore = CachePolicy(.noStore)

    /// The server answers, and its response is stored.
    public static let reload = CachePolicy(.reload)

    /// The server is asked before a stored response is used.
    public static let noCache = CachePolicy(.noCache)

    /// A stored response answers, also a stale one. Without one, the server answers.
    public static let forceCache = CachePolicy(.forceCache)

    /// A stored response answers, also a stale one. Without one, the call fails.
    public static let onlyIfCached = CachePolicy(.onlyIfCached)

    /// A lifetime of one's own, for a server that gives none, or a wrong one.
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime.
    ///   - version: The version of the app's data. Stored responses of another version aren't used.
    public static func `for`(_ lifetime: Duration, version: Int = 0) -> CachePolicy {
        CachePolicy(lifetime: lifetime, version: version)
    }
}
