public import TalynCore

/// Answers requests from a cache, and sends others to the server.
///
/// ```swift
/// let cache = HTTPCache(MemoryCacheStore(maximumSize: 20 << 20))
/// let shop = Provider<Shop>(plugins: [CachePlugin(cache)])
/// ```
///
/// It is inside redirects and challenges, so that each of their exchanges is cached by itself. Other plugins around exchanges, such as
/// traces, see only the requests that go to the server, in whatever order the provider has them.
public struct CachePlugin: ExchangeInterceptor {
    private let cache: HTTPCache

    /// Creates a plugin.
    ///
    /// - Parameter cache: The cache. Several providers can share it.
    public init(_ cache: HTTPCache) {
        self.cache = cache
    }

    public var answersRequests: Bool { true }

    public func intercept(
        _ request: OutgoingRequest,
        next: @escaping NextExchange
    ) async throws -> TransportResponse {
        guard let cached = CachedRequest(request, salt: cache.salt, isForSharedCache: cache.isShared) else {
            return try await next(request)
        }
        cache.count { $0.requests += 1 }
        return try await CachedExchange(cache: cache, send: next, request: request, cached: cached).response()
    }
}
