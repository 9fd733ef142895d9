/// Tells of the progress of a call as a ``TransferMeter`` decides, also of what came last before a silence.
final class TransferReporter: Sendable {
    /// What there is to tell of one body.
    struct Report: Sendable {
        let direction: TransferCount.Direction
        let progress: TransferProgress
        /// Greater than those of all reports that were decided on before.
        let number: Int
    }

    private struct State {
        var sent = TransferMeter()
        var received = TransferMeter()
        var isOver = false
        var time = Duration.zero
        var reportCount = 0
        /// The tasks that wait to tell of what came last.
        var timers: [TransferCount.Direction: Task<Void, Never>] = [:]

        subscript(direction: TransferCount.Direction) -> TransferMeter {
            get { direction == .sent ? sent : received }
            set { if direction == .sent { sent = newValue } else { received = newValue } }
        }

        mutating func report(_ direction: TransferCount.Direction, _ progress: TransferProgress) -> Report {
            reportCount += 1
            return Report(direction: direction, progress: progress, number: reportCount)
        }
    }

    private let time: TimeSource
    private let tell: @Sendable (Report) -> Void
    private let state = Locked(State())

    /// - Parameter tell: Is called without a lock, perhaps by several threads at once. Of two reports of one body, the one
    ///   with the greater number counts, whichever comes first.
    init(time: TimeSource, tell: @escaping @Sendable (Report) -> Void) {
        self.time = time
        self.tell = tell
    }

    func note(_ count: TransferCount) {
        decide(count.direction) { $0.note(count, now: $1) }
    }

    /// Tells of what has not been told, and then of nothing more.
    ///
    /// - Parameter received: The length of the response's body, in case nothing has told of its arrival.
    func end(received: Int64 = 0) {
        let now = time.now
        let (reports, timers) = state.withLock { state -> ([Report], [TransferCount.Direction: Task<Void, Never>]) in
            guard !state.isOver else { return ([], [:]) }
            state.isOver = true
            state.time = max(state.time, now)
            var reports: [Report] = []
            if received > 0, state.received.isUnused {
                let whole = TransferCount(direction: .received, completed: received, total: received)
                if case .tell(let progress) = state.received.note(whole, now: state.time) {
                    reports.append(state.report(.received, progress))
                }
            }
            for direction in [.sent, .received] as [TransferCount.Direction] {
                if let progress = state[direction].end(now: state.time) {
                    reports.append(state.report(direction, progress))
                }
            }
            defer { state.timers = [:] }
            return (reports, state.timers)
        }
        for report in reports { tell(report) }
        for timer in timers.values { timer.cancel() }
    }

    private func decide(
        _ direction: TransferCount.Direction,
        _ decide: (inout TransferMeter, _ now: Duration) -> TransferMeter.Decision
    ) {
        let now = time.now
        let (report, wait) = state.withLock { state -> (Report?, Duration?) in
            guard !state.isOver else { return (nil, nil) }
            // Another thread may have read the clock later and come first.
            state.time = max(state.time, now)
            switch decide(&state[direction], state.time) {
            case .tell(let progress): return (state.report(direction, progress), nil)
            case .wait(let duration): return (nil, duration)
            case .nothing: return (nil, nil)
            }
        }
        if let report { tell(report) }
        guard let wait else { return }
        let end = time.timer(for: wait)
        // A reporter that ends before that has told everything.
        let timer = Task.inScope { [weak self] in
            guard (try? await end.wait()) != nil else { return }
            self?.decide(direction) { $0.waited(now: $1) }
        }
        let isOver = state.withLock { state in
            if !state.isOver { state.timers[direction] = timer }
            return state.isOver
        }
        if isOver { timer.cancel() }
    }
}
