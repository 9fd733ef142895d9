import Talyn
import TestSupport

/// Answers with a body in chunks of one byte, and fails after them if it is told to.
struct ChunkTransport: Transport {
    var count: Int
    var failure: TransportError?
    /// A clock by which a second passes after each chunk, so that each is reported.
    var clock: ManualClock?

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let body = HTTPBody(isReplayable: false) { [count, failure, clock] in
            var sent = 0
            return {
                if sent == count {
                    if let failure { throw failure }
                    return nil
                }
                if sent > 0 { clock?.advance(by: .seconds(1)) }
                sent += 1
                return Data("x".utf8)
            }
        }
        let announced = failure == nil ? count : count + 1
        return TransportResponse(statusCode: 200, headerFields: [.contentLength: "\(announced)"], body: body)
    }
}
