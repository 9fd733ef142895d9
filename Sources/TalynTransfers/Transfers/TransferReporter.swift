import TalynCore
import _TalynSupport

/// Reports the progress of a call when a ``TransferMeter`` decides so, also the last bytes before a pause.
final class TransferReporter: Sendable {
    /// A report of one body's progress.
    struct Report: Sendable {
        let direction: TransferCount.Direction
        let progress: TransferProgress
        /// Greater than the numbers of all earlier reports.
        let number: Int
    }

    private struct State {
        var sent = TransferMeter()
        var received = TransferMeter()
        var isOver = false
        var time = Duration.zero
        var reportCount = 0
        /// The tasks that report the last bytes before a pause.
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
    private let report: @Sendable (Report) -> Void
    private let state = Locked(State())

    /// - Parameter report: Runs without a lock, perhaps on several threads at once. Of two reports of one body, the one with
    ///   the greater number counts.
    init(time: TimeSource, report: @escaping @Sendable (Report) -> Void) {
        self.time = time
        self.report = report
    }

    func note(_ count: TransferCount) {
        decide(count.direction) { $0.note(count, now: $1) }
    }

    /// Reports the rest, and then nothing more.
    ///
    /// - Parameter received: The length of the response's body, if its arrival wasn't reported.
    func end(received: Int64 = 0) {
        let now = time.now
        let (reports, timers) = state.withLock { state -> ([Report], [TransferCount.Direction: Task<Void, Never>]) in
            guard !state.isOver else { return ([], [:]) }
            state.isOver = true
            state.time = max(state.time, now)
            var reports: [Report] = []
            if received > 0, state.received.isUnused {
                let whole = TransferCount(direction: .received, completed: received, total: received)
                if case .report(let progress) = state.received.note(whole, now: state.time) {
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
        for report in reports { self.report(report) }
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
            case .report(let progress): return (state.report(direction, progress), nil)
            case .wait(let duration): return (nil, duration)
            case .nothing: return (nil, nil)
            }
        }
        if let report { self.report(report) }
        guard let wait else { return }
        let end = time.timer(for: wait)
        // A reporter that ended before that has reported everything.
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
