import Foundation
import Talyn
import TestSupport

/// Answers with a body in chunks of one byte. It fails after the last chunk if there is a failure.
struct ChunkTransport: Transport {
    var count: Int
    var failure: TransportError?

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let body = HTTPBody(isReplayable: false) { [count, failure] in
            var sent = 0
            return {
                if sent == count {
                    if let failure { throw failure }
                    return nil
                }
                sent += 1
                return Data("x".utf8)
            }
        }
        let announced = failure == nil ? count : count + 1
        return TransportResponse(statusCode: 200, headerFields: [.contentLength: "\(announced)"], body: body)
    }
}

extension Transport where Self == ChunkTransport {
    /// Loses the connection after a number of chunks.
    static func failing(after count: Int) -> ChunkTransport {
        ChunkTransport(count: count, failure: TransportError(.connectionLost))
    }
}

/// Answers once the test opens it.
struct GatedTransport: Transport {
    private let gate = Watched((arrived: 0, isOpen: false))

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        gate.update { $0.arrived += 1 }
        await gate.wait { $0.isOpen }
        try Task.checkCancellation()
        return TransportResponse(statusCode: 200, body: HTTPBody(Data("x".utf8)))
    }

    /// Lets all requests pass.
    func open() {
        gate.update { $0.isOpen = true }
    }

    /// Waits until a number of requests have arrived.
    func arrived(atLeast count: Int) async {
        await gate.wait { $0.arrived >= count }
    }
}
