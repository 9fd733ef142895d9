#if Tools
import Foundation
import Talyn

/// Passes requests on to a server, as a gateway.
///
/// It asks for encodings that the transport can decompress, so that the recording is readable. The encodings that the client
/// accepts don't matter. If the server doesn't answer with HTTP, the client gets status 502 (RFC 9110, section 15.6.3).
struct UpstreamTransport: WrappingTransport {
    let base: any Transport

    init(_ base: any Transport) {
        self.base = base
    }

    func wrapping(_ base: any Transport) -> any Transport { UpstreamTransport(base) }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        var request = request
        request.headerFields[.acceptEncoding] = nil
        do {
            return try await base.send(request)
        } catch let error as TransportError where error.kind == .invalidResponse {
            let text = error.errorDescription ?? ""
            return TransportResponse(
                statusCode: 502,
                headerFields: [.contentType: "text/plain; charset=utf-8"],
                body: HTTPBody(Data((text + "\n").utf8))
            )
        }
    }
}
#endif
