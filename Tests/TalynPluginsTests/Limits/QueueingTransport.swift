import Foundation
import TalynCore
import TestSupport

/// A transport whose calls stay under way until they are released or cancelled.
struct QueueingTransport: Transport {
    struct State: Sendable {
        /// The path of each call, in the order in which they began.
        var begun: [String] = []
        var runningCount = 0
        var maximumRunningCount = 0
        var releases = 0
    }

    let state = Watched(State())

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        state.update { state in
            state.begun.append(request.url?.lastPathComponent ?? "")
            state.runningCount += 1
            state.maximumRunningCount = max(state.maximumRunningCount, state.runningCount)
        }
        defer { state.update { $0.runningCount -= 1 } }
        await state.wait { state in
            guard state.releases > 0 else { return false }
            state.releases -= 1
            return true
        }
        try Task.checkCancellation()
        return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
    }

    /// Lets some calls end, those that began first at first.
    func release(_ count: Int = 1) {
        state.update { $0.releases += count }
    }

    /// Suspends until some calls have begun; returns all that have.
    @discardableResult
    func begun(atLeast count: Int) async -> [String] {
        await state.wait { $0.begun.count >= count }
        return state.value.begun
    }
}
