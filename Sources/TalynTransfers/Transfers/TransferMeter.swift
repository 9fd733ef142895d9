import TalynCore
import _TalynSupport

/// Decides when the progress of one body is reported.
///
/// The first report is made at once, later ones at most once per ``interval``. The number of bytes never falls: when a body
/// starts over, the number stays until the new body passes it. Only the last report is exact in any case.
struct TransferMeter {
    enum Decision: Equatable {
        case report(TransferProgress)
        /// Ask again after this time.
        case wait(Duration)
        case nothing
    }

    /// The shortest time between two reports of one body.
    static let interval = Duration.milliseconds(100)

    private var latest: TransferCount?
    private var reported: (progress: TransferProgress, time: Duration)?
    private var isWaiting = false
    private var rate = TransferRate()

    /// Whether no byte was moved.
    var isUnused: Bool { latest == nil }

    /// Takes the number of bytes moved so far.
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

    /// The last report, unless the one before was exact.
    mutating func end(now: Duration) -> TransferProgress? {
        guard let latest else { return nil }
        let isExact = reported.map { $0.progress.completed == latest.completed && $0.progress.total == latest.total }
        return isExact == true ? nil : report(latest, now)
    }

    private mutating func decision(_ now: Duration) -> Decision {
        guard let latest else { return .nothing }
        if let reported {
            let isNews =
                latest.completed > reported.progress.completed
                || latest.completed == reported.progress.completed && latest.total != reported.progress.total
            guard isNews else { return .nothing }
            let due = reported.time + Self.interval
            guard now >= due else { return .wait(due - now) }
        }
        return .report(report(latest, now))
    }

    private mutating func report(_ count: TransferCount, _ now: Duration) -> TransferProgress {
        let progress = TransferProgress(
            completed: count.completed,
            total: count.total,
            throughput: rate.throughput(now: now)
        )
        reported = (progress, now)
        return progress
    }
}

/// The rate of a transfer in bytes per second, over the last few seconds.
struct TransferRate {
    /// The time over which the rate is measured.
    static let window = Duration.seconds(5)

    /// The shortest time between two samples, except the last two.
    private static let spacing = Duration.milliseconds(100)

    private var moments: [(time: Duration, count: Int64)] = []

    /// Takes the number of bytes moved so far. The first number doesn't count.
    mutating func note(_ count: Int64, now: Duration) {
        // The body starts over.
        if let last = moments.last, count < last.count { moments = [] }
        if moments.count >= 2, now - moments[moments.count - 2].time < Self.spacing { moments.removeLast() }
        moments.append((now, count))
        while moments.count > 2, moments[1].time <= now - Self.window { moments.removeFirst() }
    }

    /// Bytes per second; 0 without two samples.
    func throughput(now: Duration) -> Double {
        guard let first = moments.first, let last = moments.last, now > first.time else { return 0 }
        return Double(last.count - first.count) / (now - first.time).seconds
    }
}
