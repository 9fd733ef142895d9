public import TalynCore
public import _TalynFoundation
import _TalynSupport

/// A cache of HTTP responses (RFC 9111), for one user by default.
///
/// ```swift
/// let cache = HTTPCache(MemoryCacheStore(maximumSize: 20 << 20))
/// let shop = Provider<Shop>(plugins: [CachePlugin(cache)])
/// ```
///
/// Providers can share a cache.
public final class HTTPCache: Sendable {
    let store: any CacheStore
    /// Whether the cache is for several users.
    let isShared: Bool
    /// The text in the digests of credentials.
    let salt: String
    let date: @Sendable () -> Date
    /// In seconds.
    let maximumAgeWhenDisconnected: Double?
    let time: TimeSource
    let flights: Flights
    let revalidations: Revalidations
    let removals = Removals()
    private let counts = Locked(Counts())

    /// The numbers of the uses of a cache.
    public struct Counts: Sendable, Hashable {
        /// The requests.
        public var requests = 0
        /// The responses that came from the store, without those that the server confirmed.
        public var hits = 0
        /// The responses that the server gave.
        public var misses = 0
        /// The stored responses that the server confirmed by a 304.
        public var revalidations = 0
        /// The stored responses that were used although they were stale. They count as hits, too.
        public var staleHits = 0
    }

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - store: The place of the responses.
    ///   - isShared: Whether the cache answers several users. It then keeps the rules of shared caches (RFC 9111): it stores no
    ///     `private` responses, and no responses to requests with credentials unless the server allows it; and `s-maxage` counts.
    ///     Servers that are one user of an API share the store of a cache that isn't shared.
    ///   - maximumAgeWhenDisconnected: The largest age of a stale response that answers when no server can be reached (RFC
    ///     9111, section 4.2.4). By default, the call fails instead. A server can forbid such an answer.
    ///   - maximumRevalidations: The largest number of requests at the same time that ask servers for newer responses in the
    ///     background. Beyond it, a stale response answers, and a later call asks.
    ///   - revalidationTimeout: The longest time of such a request, with its body.
    ///   - clock: The clock of waits.
    ///   - date: The clock of ages and lifetimes.
    public init(
        _ store: any CacheStore = MemoryCacheStore(),
        isShared: Bool = false,
        maximumAgeWhenDisconnected: Duration? = nil,
        maximumRevalidations: Int = 8,
        revalidationTimeout: Duration = .seconds(60),
        clock: any Clock<Duration> = ContinuousClock(),
        date: @escaping @Sendable () -> Date = { Date() }
    ) {
        time = TimeSource(clock)
        flights = Flights(time)
        revalidations = Revalidations(maximumCount: maximumRevalidations, timeout: revalidationTimeout, time)
        self.store = store
        self.isShared = isShared
        salt = store.credentialSalt
        self.maximumAgeWhenDisconnected = maximumAgeWhenDisconnected.map { $0 / .seconds(1) }
        self.date = date
    }

    /// The numbers of the uses since the cache was created.
    public var statistics: Counts { counts.withLock { $0 } }

    func count(_ change: (inout Counts) -> Void) {
        counts.withLock { change(&$0) }
    }
}

extension HTTPCache {
    /// The stored responses, in any order.
    ///
    /// - Throws: The error of the store.
    public func responses() async throws -> [CacheEntry] {
        try await store.allEntries()
    }

    /// Removes the responses for a URL.
    ///
    /// - Throws: The error of the store.
    public func remove(_ url: URL) async throws {
        try await remove(CacheKey(url))
    }

    /// Removes the responses for the URL of a target, and those for the key that its options give.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - baseURL: The base URL of the provider, if it replaces the target's.
    /// - Throws: ``/Talyn/TalynError`` if the target makes no endpoint. The error of the store.
    public func remove(_ target: some TargetType, baseURL: URL? = nil) async throws {
        guard let url = try Endpoint(target, baseURL: baseURL).request().url else { return }
        if let key = target.requestOptions.cache?.key { try await remove(CacheKey(own: key, for: Origin(url))) }
        try await remove(url)
    }

    private func remove(_ key: CacheKey) async throws {
        removals.note(key)
        try await store.removeAll(for: key)
    }

    /// Removes the responses from a host, such as `api.example.com`.
    ///
    /// - Throws: The error of the store.
    public func remove(host: String) async throws {
        try await removeAll { $0.key.host == host.lowercased() }
    }

    /// Removes the responses with a tag; see ``/Talyn/CachePolicy/tags``.
    ///
    /// - Throws: The error of the store.
    public func remove(tag: String) async throws {
        try await removeAll { $0.response.tags.contains(tag) }
    }

    /// Removes the responses for which a condition holds. Responses that are on their way to the store aren't stored.
    ///
    /// - Throws: The error of the store.
    public func removeAll(where condition: (CacheEntry) -> Bool) async throws {
        removals.note(nil)
        try await store.remove(try await store.allEntries().filter(condition))
    }

    /// Removes all responses, also those that are on their way to the store.
    ///
    /// - Throws: The error of the store.
    public func removeAll() async throws {
        removals.note(nil)
        try await store.removeAll()
    }
}
