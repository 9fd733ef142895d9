#if Tools
import Foundation
import Talyn
import _TalynSupport

/// Simulates a server that is down for a while: answers the first requests with 503.
struct OutageTransport: WrappingTransport {
    let base: any Transport
    private let remaining: Locked<Int>

    /// - Parameters:
    ///   - transport: The transport of the other requests.
    ///   - count: The number of requests to answer with 503.
    init(_ transport: any Transport, failing count: Int) {
        base = transport
        remaining = Locked(count)
    }

    private init(_ base: any Transport, _ remaining: Locked<Int>) {
        self.base = base
        self.remaining = remaining
    }

    func wrapping(_ base: any Transport) -> any Transport { OutageTransport(base, remaining) }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let isDown = remaining.withLock { remaining in
            guard remaining > 0 else { return false }
            remaining -= 1
            return true
        }
        if isDown { return TransportResponse(statusCode: 503, body: HTTPBody(Data())) }
        return try await base.send(request)
    }
}
#endif
