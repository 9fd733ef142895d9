#if Tools
import Foundation
import Talyn

/// Simulates a server that is down for a while: answers the first requests with 503.
struct OutageTransport: Transport {
    let transport: any Transport
    private let remaining: Locked<Int>

    /// - Parameters:
    ///   - transport: The transport of the other requests.
    ///   - count: The number of requests to answer with 503.
    init(_ transport: any Transport, failing count: Int) {
        self.transport = transport
        remaining = Locked(count)
    }

    var defaultHeaderFields: HTTPFields { transport.defaultHeaderFields }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let isDown = remaining.withLock { remaining in
            guard remaining > 0 else { return false }
            remaining -= 1
            return true
        }
        if isDown { return TransportResponse(statusCode: 503, body: HTTPBody(Data())) }
        return try await transport.send(request)
    }
}
#endif
