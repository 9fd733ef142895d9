import Foundation
import TalynCore
import TalynStubs
import _TalynSupport

/// Answers every request with the same, and counts them.
final class FixedTransport: SubstituteTransport {
    private let response: TransportResponse
    private let counter = Locked(0)

    init(_ body: HTTPBody, status: Int = 200, headerFields: HTTPFields = [:]) {
        response = TransportResponse(statusCode: status, headerFields: headerFields, body: body)
    }

    convenience init(_ text: String) {
        self.init(HTTPBody(Data(text.utf8)))
    }

    /// How many requests there have been.
    var count: Int { counter.withLock { $0 } }

    var isLive: Bool { false }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        counter.withLock { $0 += 1 }
        try await request.readBody(upTo: 64 << 20)
        return response
    }
}
