/// What is told of one body's progress, and when: decides, and does nothing itself.
///
/// The first report is made at once, then no two within ``interval``. The number of bytes never falls: when a body starts
/// over, it holds until the new one has passed it. Only the last report is exact whatever was told before.
struct TransferMeter {
    enum Decision: Equatable {
        case tell(TransferProgress)
        /// Ask again after this time.
        case wait(Duration)
        case nothing
    }

    /// No report follows another one of the same body sooner.
    static let interval = Duration.milliseconds(100)

    private var latest: TransferCount?
    private var told: (progress: TransferProgress, time: Duration)?
    private var isWaiting = false
    private var rate = TransferRate()

    /// Whether nothing has been moved.
    var isUnused: Bool { latest == nil }

    /// Takes note of bytes that have been moved.
    mutating func note(_ count: TransferCount, now: Duration) -> Decision {
        latest = count
        rate.note(count.completed, now: now)
        let decision = decision(now)
        guard case .wait = decision else { return decision }
        if isWaiting { return .nothing }
        isWaiting = true
        return decision
    }

    /// Decides again, after the wait.
    mutating func waited(now: Duration) -> Decision {
        let decision = decision(now)
        if case .wait = decision { return decision }
        isWaiting = false
        return decision
    }

    /// The last report, if the one before it was not exact.
    mutating func end(now: Duration) -> TransferProgress? {
        guard let latest else { return nil }
        let isExact = told.map { $0.progress.completed == latest.completed && $0.progress.total == latest.total }
        return isExact == true ? nil : tell(latest, now)
    }

    private mutating func decision(_ now: Duration) -> Decision {
        guard let latest else { return .nothing }
        if let told {
            let isNews =
                latest.completed > told.progress.completed
                || latest.completed == told.progress.completed && latest.total != told.progress.total
            guard isNews else { return .nothing }
            let due = told.time + Self.interval
            guard now >= due else { return .wait(due - now) }
        }
        return .tell(tell(latest, now))
    }

    private mutating func tell(_ count: TransferCount, _ now: Duration) -> TransferProgress {
        let progress = TransferProgress(
            completed: count.completed,
            total: count.total,
            throughput: rate.throughput(now: now)
        )
        told = (progress, now)
        return progress
    }
}
