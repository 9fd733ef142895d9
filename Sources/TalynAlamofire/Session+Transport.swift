#if Alamofire
public import Alamofire
public import Talyn

/// A session is a transport: `Provider(transport: session)`; see ``AlamofireTransport``.
extension Alamofire.Session: Talyn.Transport {
    public var defaultHeaderFields: [String: String] {
        AlamofireTransport(session: self).defaultHeaderFields
    }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await AlamofireTransport(session: self).send(request)
    }
}
#endif
