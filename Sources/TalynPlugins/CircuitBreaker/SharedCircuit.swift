import _TalynSupport

/// Decides by the state of a ``CircuitBreakerStore`` whether calls pass, and when the process reports its counts.
struct SharedCircuit {
    enum Decision {
        case admitted(generation: Int)
        case rejected(retryAfter: Duration)
        /// The call asks the store whether it may be the probe.
        case mustAsk
        /// The store doesn't answer.
        case local
    }

    /// The time between two reports.
    private static let interval = Duration.milliseconds(200)

    private var generation = 0
    /// The time of the next probe; nil for a closed circuit.
    private var nextProbe: Duration?
    private var calls = 0
    private var failures = 0
    private var lastReport: Duration?
    /// Whether a report is under way, or will begin.
    private var isReporting = false
    /// The time of the next report after one that failed; nil while the store answers.
    private var outageEnd: Duration?

    /// Whether the state can be replaced by a new one.
    func isIdle(at now: Duration, _ window: Duration) -> Bool {
        !isReporting && calls == 0 && (outageEnd ?? .zero) <= now
            && (nextProbe ?? lastReport).map { $0 + window <= now } ?? true
    }

    /// Decides whether a call can begin.
    ///
    /// - Parameter maximumWait: The longest time for which the call that asks for the probe waits. Further calls are rejected meanwhile.
    mutating func enter(maximumWait: Duration, now: Duration) -> Decision {
        if outageEnd != nil { return .local }
        guard let nextProbe else { return .admitted(generation: generation) }
        if now < nextProbe { return .rejected(retryAfter: nextProbe - now) }
        self.nextProbe = now + maximumWait
        return .mustAsk
    }

    /// Counts a call that ended.
    mutating func count(_ hasFailed: Bool, of generation: Int) {
        guard generation == self.generation, nextProbe == nil else { return }
        calls += 1
        failures += hasFailed ? 1 : 0
    }

    /// The time until the next report; nil if none is needed, or if one is under way.
    mutating func pauseBeforeReport(now: Duration) -> Duration? {
        guard !isReporting, calls > 0 || outageEnd.map({ $0 <= now }) ?? false else { return nil }
        isReporting = true
        return max((lastReport ?? now - Self.interval) + Self.interval - now, .zero)
    }

    /// Takes the counts for a report.
    mutating func takeCounts(now: Duration) -> (generation: Int, calls: Int, failures: Int) {
        defer { (calls, failures, lastReport) = (0, 0, now) }
        return (generation, calls, failures)
    }

    /// Notes the end of a report.
    mutating func endReport() { isReporting = false }

    /// Follows the state of the store.
    mutating func follow(_ state: CircuitBreakerState, now: Duration) {
        outageEnd = nil
        if state.generation != generation { (calls, failures) = (0, 0) }
        generation = state.generation
        nextProbe = state.retryAfter.map { now + min(max($0, .zero), .longest) }
    }

    /// Notes that the store didn't answer.
    mutating func fail(now: Duration) {
        outageEnd = now + StoreAccess.pause
        nextProbe = nil
    }
}
