import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The default transport of providers.
package enum DefaultTransport {
    package static let shared: any Transport = {
        #if !os(Linux)
        URLSessionTransport.shared
        #elseif AsyncHTTPClient
        AsyncHTTPClientTransport.shared
        #else
        NoTransport()
        #endif
    }()
}

/// A transport that fails every request with ``NoTransportError``.
struct NoTransport: Transport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        throw NoTransportError()
    }
}
