import Foundation
public import HTTPTypes
public import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers requests from a cache, and sends others through another transport.
///
/// It is below redirects and challenges, so that each of their exchanges is cached by itself.
public struct CachingTransport: Transport, TransportLayer {
    private let cache: HTTPCache
    package let transport: any Transport
    /// The header fields that the transport adds to requests. `Vary` can name them.
    private let addedFields: HTTPFields

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - cache: The cache. Several transports can share it.
    ///   - transport: The transport to the server.
    public init(_ cache: HTTPCache, over transport: any Transport) {
        self.cache = cache
        self.transport = transport
        addedFields = transport.defaultHeaderFields.addedByTransports
    }

    public var defaultHeaderFields: HTTPFields { transport.defaultHeaderFields }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard let cached = CachedRequest(request, defaultFields: addedFields, salt: cache.salt) else {
            return try await transport.send(request)
        }
        cache.count { $0.requests += 1 }
        return try await CachedExchange(cache: cache, transport: transport, request: request, cached: cached).response()
    }

    package func changing(_ change: (any Transport) -> any Transport) -> any Transport {
        CachingTransport(cache, over: change(transport))
    }
}
