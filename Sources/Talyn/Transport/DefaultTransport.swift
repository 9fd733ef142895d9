import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transport of providers that are given none.
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

/// Fails every request with ``NoTransportError``.
struct NoTransport: Transport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        throw NoTransportError()
    }
}
