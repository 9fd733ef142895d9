#if AsyncHTTPClient && os(Linux)
import NIOCore

/// Tells exchanges when their server has been silent for too long.
///
/// There is one timer for all of them. To set and cancel a timer for each request would wake the event loop each time,
/// for a moment that hardly ever comes.
final class IdleTimeout: Sendable {
    private struct State {
        var watched: [ObjectIdentifier: AsyncHTTPClientDelegate] = [:]
        /// For when the timer is set; nil if there is none.
        var timerDeadline: NIODeadline?
    }

    private let eventLoop: any EventLoop
    private let state = Locked(State())

    init(on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// How many are watched.
    var count: Int { state.withLock { $0.watched.count } }

    /// Watches an exchange until ``stop(watching:)``.
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
            // An exchange that begins from here on sets a timer of its own.
            if isCurrent { state.timerDeadline = nil }
            return (Array(state.watched.values), isCurrent)
        }
        // Exchanges are asked without the lock, since they have locks of their own.
        let now = NIODeadline.now()
        let deadlines = watched.map { (exchange: $0, deadline: $0.deadline) }
        let earliest = deadlines.map(\.deadline).filter { $0 > now }.min()
        let (late, next) = state.withLock { state in
            let late = deadlines.filter { $0.deadline <= now }.compactMap {
                state.watched.removeValue(forKey: ObjectIdentifier($0.exchange))
            }
            // A timer that an earlier one has replaced sets no other.
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
