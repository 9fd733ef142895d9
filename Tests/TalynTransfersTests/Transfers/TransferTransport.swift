import Foundation
import TalynCore
import TestSupport

/// Reads the body of a request and answers with one, in pieces of ten bytes, each when the test lets it.
final class TransferTransport: Transport {
    private struct State {
        var allowed = 0
        var requests = 0
        var pieces = 0
        var isOver = false
    }

    private let state = Watched(State())
    private let received: Int
    private let announced: Int?
    private let failure: TransportError?

    /// - Parameters:
    ///   - received: The number of pieces in a response.
    ///   - announced: The value of its Content-Length field.
    ///   - failure: What follows them.
    init(received: Int, announced: Int? = nil, failure: TransportError? = nil) {
        self.received = received
        self.announced = announced
        self.failure = failure
    }

    var requestCount: Int { state.value.requests }

    /// Releases `count` more pieces.
    func release(_ count: Int) {
        state.update { $0.allowed += count }
    }

    /// Suspends until `count` pieces have been moved in total.
    func moved(atLeast count: Int) async {
        await state.wait { $0.pieces >= count }
    }

    /// Suspends until nobody wants anything of a response any more.
    func isOver() async {
        await state.wait { $0.isOver }
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        state.update { $0.requests += 1 }
        if let length = request.body?.length, let onSend = request.onSend {
            for sent in stride(from: 0, to: length, by: 10) {
                try await piece()
                onSend(min(sent + 10, length))
                state.update { $0.pieces += 1 }
            }
        }
        let body = HTTPBody(isReplayable: false) { [self] in
            var rest = received
            let end = End { self.state.update { $0.isOver = true } }
            return { [self] in
                defer { withExtendedLifetime(end) {} }
                // It is asked for the next one once the one before it has been counted.
                if rest < received { state.update { $0.pieces += 1 } }
                if rest == 0 {
                    if let failure { throw failure }
                    return nil
                }
                try await piece()
                rest -= 1
                return Data(count: 10)
            }
        }
        let fields: HTTPFields = announced.map { [.contentLength: "\($0)"] } ?? [:]
        return TransportResponse(statusCode: 200, headerFields: fields, body: body)
    }

    private func piece() async throws {
        await state.wait { state in
            guard state.allowed > 0 else { return false }
            state.allowed -= 1
            return true
        }
        try Task.checkCancellation()
    }

    private final class End: Sendable {
        private let tell: @Sendable () -> Void

        init(tell: @escaping @Sendable () -> Void) {
            self.tell = tell
        }

        deinit {
            tell()
        }
    }
}
