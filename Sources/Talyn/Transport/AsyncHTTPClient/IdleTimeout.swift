#if AsyncHTTPClient && os(Linux)
import NIOCore

/// Fails exchanges whose servers are idle for too long.
///
/// All exchanges share one timer. A timer for each request would wake the event loop each time, and hardly ever fire.
final class IdleTimeout: Sendable {
    private struct State {
        var watched: [ObjectIdentifier: AsyncHTTPClientDelegate] = [:]
        /// The deadline of the timer; nil without a timer.
        var timerDeadline: NIODeadline?
    }

    private let eventLoop: any EventLoop
    private let state = Locked(State())

    init(on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// The number of observed exchanges.
    var count: Int { state.withLock { $0.watched.count } }

    /// Observes an exchange until ``stop(watching:)``.
    func start(watching watched: AsyncHTTPClientDelegate) {
        let deadline = watched.deadline
        let isEarlier = state.withLock { state in
            state.watched[ObjectIdentifier(watched)] = watched
            guard deadline < state.timerDeadline ?? .distantFuture else { return false }
            state.timerDeadline = deadline
            return true
        }
        if isEarlier { setTimer(for: deadline) }
    }

    func stop(watching watched: AsyncHTTPClientDelegate) {
        state.withLock { _ = $0.watched.removeValue(forKey: ObjectIdentifier(watched)) }
    }

    private func setTimer(for deadline: NIODeadline) {
        eventLoop.scheduleTask(deadline: deadline) { [weak self] in self?.timerFired(for: deadline) }
    }

    private func timerFired(for deadline: NIODeadline) {
        let (watched, isCurrent) = state.withLock { state in
            let isCurrent = state.timerDeadline == deadline
            // A new exchange sets a timer of its own from here on.
            if isCurrent { state.timerDeadline = nil }
            return (Array(state.watched.values), isCurrent)
        }
        // The exchanges have locks of their own. So they are not called under this one.
        let now = NIODeadline.now()
        let deadlines = watched.map { (exchange: $0, deadline: $0.deadline) }
        let earliest = deadlines.map(\.deadline).filter { $0 > now }.min()
        let (late, next) = state.withLock { state in
            let late = deadlines.filter { $0.deadline <= now }.compactMap {
                state.watched.removeValue(forKey: ObjectIdentifier($0.exchange))
            }
            // An earlier timer that was replaced sets no new one.
            guard isCurrent, let earliest, earliest < state.timerDeadline ?? .distantFuture else {
                return (late, nil as NIODeadline?)
            }
            state.timerDeadline = earliest
            return (late, earliest)
        }
        for watched in late { watched.deadlineHasPassed() }
        if let next { setTimer(for: next) }
    }
}
#endif
