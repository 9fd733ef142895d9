/// Tells of the progress of a call as a ``TransferMeter`` decides, also of what came last before a silence.
final class TransferReporter: Sendable {
    private struct State {
        var sent = TransferMeter()
        var received = TransferMeter()
        var isOver = false
        /// What waits to tell of what came last.
        var timers: [TransferCount.Direction: Task<Void, Never>] = [:]

        subscript(direction: TransferCount.Direction) -> TransferMeter {
            get { direction == .sent ? sent : received }
            set { if direction == .sent { sent = newValue } else { received = newValue } }
        }
    }

    private let time: TimeSource
    private let tell: @Sendable (TransferCount.Direction, TransferProgress) -> Void
    private let state = Locked(State())

    /// - Parameter tell: Is called under a lock, which keeps the reports in order: it may put them somewhere, and no more.
    init(time: TimeSource, tell: @escaping @Sendable (TransferCount.Direction, TransferProgress) -> Void) {
        self.time = time
        self.tell = tell
    }

    func note(_ count: TransferCount) {
        decide(count.direction) { $0.note(count, now: time.now) }
    }

    /// Tells of what has not been told, and then of nothing more.
    ///
    /// - Parameter received: The length of the response's body, in case nothing has told of its arrival.
    func end(received: Int64 = 0) {
        let now = time.now
        let timers: [TransferCount.Direction: Task<Void, Never>] = state.withLock { state in
            guard !state.isOver else { return [:] }
            state.isOver = true
            if received > 0, state.received.isUnused {
                let whole = TransferCount(direction: .received, completed: received, total: received)
                if case .tell(let progress) = state.received.note(whole, now: now) { tell(.received, progress) }
            }
            for direction in [.sent, .received] as [TransferCount.Direction] {
                if let progress = state[direction].end(now: now) { tell(direction, progress) }
            }
            defer { state.timers = [:] }
            return state.timers
        }
        for timer in timers.values { timer.cancel() }
    }

    private func decide(
        _ direction: TransferCount.Direction,
        _ decide: (inout TransferMeter) -> TransferMeter.Decision
    ) {
        let wait: Duration? = state.withLock { state in
            guard !state.isOver else { return nil }
            switch decide(&state[direction]) {
            case .tell(let progress):
                tell(direction, progress)
                return nil
            case .wait(let duration):
                return duration
            case .nothing:
                return nil
            }
        }
        guard let wait else { return }
        let end = time.timer(for: wait)
        // Who ends before that has been told everything.
        let timer = Task { [weak self, time] in
            guard (try? await end.wait()) != nil else { return }
            self?.decide(direction) { $0.waited(now: time.now) }
        }
        let isOver = state.withLock { state in
            if !state.isOver { state.timers[direction] = timer }
            return state.isOver
        }
        if isOver { timer.cancel() }
    }
}
