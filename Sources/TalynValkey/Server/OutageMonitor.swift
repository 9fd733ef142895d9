#if Valkey
import Logging
import _TalynSupport

#if Metrics
import CoreMetrics
#endif

/// Tells outages of a server in the log and the metrics, once for each.
final class OutageMonitor: Sendable {
    private struct State {
        var outage: Outage
        /// Whether the server has no memory left for writes.
        var isFull = false
    }

    /// A line of the log.
    private enum Event {
        case lost(ValkeyServerError)
        case back(Duration)
        case full
        case notFull
    }

    private let state: Locked<State>
    private let logger: Logger

    init(retryInterval: Duration, logger: Logger) {
        state = Locked(State(outage: Outage(retryInterval: retryInterval)))
        self.logger = logger
    }

    var isOutage: Bool { state.withLock(\.outage.isOn) }

    /// Whether a call may try the server now.
    func mayTry(at now: Duration) -> Bool { state.withLock { $0.outage.mayTry(at: now) } }

    /// Notes the result of a script.
    func note(_ result: Result<Void, ValkeyServerError>, of script: ValkeyScript, at now: Duration) {
        let event = state.withLock { state -> Event? in
            switch result {
            case .failure(let error) where error.reason == .timedOut || error.reason == .unavailable:
                return state.outage.failed(at: now) ? .lost(error) : nil
            case .failure(let error) where error.reason == .outOfMemory:
                _ = state.outage.succeeded(at: now)
                defer { state.isFull = true }
                return state.isFull ? nil : .full
            default:
                if let duration = state.outage.succeeded(at: now) { return .back(duration) }
                guard state.isFull, script.access == .write, case .success = result else { return nil }
                state.isFull = false
                return .notFull
            }
        }
        if case .failure(let error) = result { count("talyn.valkey.failures", reason: error.reason) }
        if let event { tell(event) }
    }

    private func tell(_ event: Event) {
        switch event {
        case .lost(let error):
            count("talyn.valkey.outages", reason: error.reason)
            logger.warning("The shared server is out of reach.", metadata: ["reason": "\(error.reason)"])
        case .back(let duration):
            logger.notice("The shared server is back.", metadata: ["outage": "\(duration.inWords)"])
        case .full:
            count("talyn.valkey.outages", reason: .outOfMemory)
            logger.warning("The shared server has no memory left for writes.")
        case .notFull:
            logger.notice("The shared server has memory for writes again.")
        }
    }

    private func count(_ label: String, reason: ValkeyServerError.Reason) {
        #if Metrics
        Counter(label: label, dimensions: [("reason", reason.description)]).increment()
        #endif
    }
}
#endif
