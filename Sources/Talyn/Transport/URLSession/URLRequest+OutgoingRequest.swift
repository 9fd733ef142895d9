#if URLSession
import HTTPTypes

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

extension URLRequest {
    /// Creates Foundation's request. Repeated header fields are joined. A body that isn't in memory is left out.
    ///
    /// - Throws: ``TransportError`` with ``TransportError/Kind/unsupportedURL`` for a URL that isn't one of HTTP.
    init(_ request: OutgoingRequest) throws(TransportError) {
        guard request.hasOrigin, let url = request.url else { throw TransportError(.unsupportedURL, of: request) }
        self.init(url: url)
        // GET is the default, and setting it costs as much as making the request.
        if request.method != .get { httpMethod = request.method.rawValue }
        if !request.headerFields.isEmpty { allHTTPHeaderFields = request.headerFields.combined }
        httpBody = request.body?.data
        if let idleTimeout = request.options.idleTimeout { timeoutInterval = idleTimeout.seconds }
        if let mode = request.options.cache?.mode { cachePolicy = CachePolicy(mode) }
    }
}

extension URLRequest.CachePolicy {
    fileprivate init(_ mode: CachePolicy.Mode) {
        self =
            switch mode {
            case .default: .useProtocolCachePolicy
            case .noStore: .reloadIgnoringLocalCacheData
            case .reload: .reloadIgnoringLocalAndRemoteCacheData
            case .noCache: .reloadRevalidatingCacheData
            case .forceCache: .returnCacheDataElseLoad
            case .onlyIfCached: .returnCacheDataDontLoad
            }
    }
}
#endif
