#if Tools
import _TalynFoundation
import _TalynSupport

/// The outcome of a request, up to now.
@available(Hummingbird, *)
final class RequestOutcome: Sendable {
    private struct State {
        var statusCode: Int?
        var byteCount: Int64 = 0
        var failure: String?
        /// Whether the last byte was given to the system.
        var isSent = false
        /// The time of the last byte.
        var end: ContinuousClock.Instant?
    }

    private let date = Date()
    private let start = ContinuousClock.now
    private let method: String
    private let path: String
    private let state = Locked(State())

    init(method: String, path: String) {
        self.method = method
        self.path = path
    }

    var isSent: Bool {
        get { state.withLock { $0.isSent } }
        set { state.withLock { $0.isSent = newValue } }
    }

    func answer(_ statusCode: Int) {
        state.withLock { $0.statusCode = statusCode }
    }

    func add(_ count: Int) {
        state.withLock { state in
            state.byteCount += Int64(count)
            state.end = .now
        }
    }

    /// Sets the reason of a failure. The first one counts.
    func fail(_ reason: String) {
        state.withLock { $0.failure = $0.failure ?? reason }
    }

    /// Sets the error of a failure, without its advice, which is for the client.
    func fail(_ error: any Error) {
        fail((error as? any LocalizedError)?.errorDescription ?? Redaction.default.text(of: error))
    }

    var servedRequest: ServedRequest {
        let state = state.withLock { $0 }
        return ServedRequest(
            date: date,
            method: method,
            path: path,
            statusCode: state.statusCode,
            byteCount: state.byteCount,
            // The client has the response then. The work after it, such as recording, doesn't count.
            duration: start.duration(to: state.end ?? .now),
            failure: state.failure
        )
    }
}
#endif
