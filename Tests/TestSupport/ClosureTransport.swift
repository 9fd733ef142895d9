package import TalynCore

/// A transport that answers with what a closure makes of the request.
package struct ClosureTransport: Transport {
    private let answer: @Sendable (OutgoingRequest) async throws -> TransportResponse

    package init(answer: @escaping @Sendable (OutgoingRequest) async throws -> TransportResponse) {
        self.answer = answer
    }

    package func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await answer(request)
    }
}
