#if Tools
import Talyn

/// Asks a server for encodings that the transport unpacks, whatever the client would take: what is recorded has to be
/// readable, and the client gets it unpacked.
struct UpstreamTransport: Transport {
    private let transport: any Transport

    init(_ transport: any Transport) {
        self.transport = transport
    }

    var defaultHeaderFields: [String: String] { transport.defaultHeaderFields }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        var request = request
        request.urlRequest.setValue(nil, forHTTPHeaderField: "Accept-Encoding")
        return try await transport.send(request)
    }
}
#endif
