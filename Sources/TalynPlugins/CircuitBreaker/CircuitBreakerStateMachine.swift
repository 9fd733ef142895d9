import _TalynSupport

/// Decides whether a circuit breaker lets calls pass.
struct CircuitBreakerStateMachine {
    /// The permission for one call.
    struct Admission: Hashable {
        /// The number of times that the circuit had opened or closed.
        let generation: Int
        /// The number of the probe; nil for a call through a closed circuit.
        let probe: Int?
    }

    enum Decision: Hashable {
        case admitted(Admission)
        case rejected(retryAfter: Duration)
    }

    enum Change: Hashable {
        /// The circuit opened: for a failed probe, both numbers are 1.
        case opened(failures: Int, calls: Int)
        case closed
    }

    /// The calls that ended within one tenth of the window.
    private struct Slice {
        let number: Int
        var calls = 0
        var failures = 0
    }

    /// The state of a circuit that is open or half-open.
    private struct Open {
        /// The time of the next probe.
        var nextProbe: Duration
        /// The number of times that `nextProbe` was set, by a probe or by the failure of one.
        var number = 0
    }

    private static let sliceCount = 10

    private let threshold: CircuitBreakerPlugin.Threshold
    private let resetTimeout: Duration
    private var generation = 0
    private var runningCount = 0
    /// The slices of the current window; empty while the circuit is open.
    private var slices: [Slice] = []
    /// Nil while the circuit is closed.
    private var open: Open?

    /// Creates a closed circuit.
    ///
    /// - Parameters:
    ///   - threshold: The failure rate that opens the circuit.
    ///   - resetTimeout: The time before a probe, and the time that a probe can take before another one starts.
    init(threshold: CircuitBreakerPlugin.Threshold, resetTimeout: Duration) {
        self.threshold = threshold
        self.resetTimeout = min(max(resetTimeout, .zero), .longest)
    }

    /// Whether the circuit can be replaced by a new one.
    func isIdle(at now: Duration) -> Bool {
        guard runningCount == 0 else { return false }
        if let open { return open.nextProbe + threshold.window <= now }
        return slices.last.map { $0.number <= sliceNumber(at: now) - Self.sliceCount } ?? true
    }

    /// Decides whether a call can begin.
    mutating func enter(now: Duration) -> Decision {
        guard var open else {
            runningCount += 1
            return .admitted(Admission(generation: generation, probe: nil))
        }
        if now < open.nextProbe { return .rejected(retryAfter: open.nextProbe - now) }
        runningCount += 1
        // Only one probe at a time; but a probe that never ends must not keep the circuit open forever.
        open.nextProbe = now + resetTimeout
        open.number += 1
        self.open = open
        return .admitted(Admission(generation: generation, probe: open.number))
    }

    /// Ends a call. Calls that began before the circuit last opened or closed are not counted.
    ///
    /// - Parameter hasFailed: Whether the server has failed; nil if the call doesn't show that.
    /// - Returns: The change of the circuit; nil without one.
    mutating func end(_ admission: Admission, hasFailed: Bool?, now: Duration) -> Change? {
        runningCount -= 1
        guard admission.generation == generation else { return nil }
        guard let open else { return hasFailed.flatMap { count($0, now: now) } }
        switch hasFailed {
        case true?:
            self.open = Open(nextProbe: now + resetTimeout, number: open.number + 1)
            return .opened(failures: 1, calls: 1)
        case false?:
            self.open = nil
            generation += 1
            return .closed
        case nil:
            // Lets another probe start now, unless one has started or failed since.
            if admission.probe == open.number { self.open?.nextProbe = now }
            return nil
        }
    }

    private mutating func count(_ hasFailed: Bool, now: Duration) -> Change? {
        let number = sliceNumber(at: now)
        if slices.last.map({ $0.number < number }) ?? true {
            slices.removeAll { $0.number <= number - Self.sliceCount }
            slices.append(Slice(number: number))
        }
        slices[slices.count - 1].calls += 1
        guard hasFailed else { return nil }
        slices[slices.count - 1].failures += 1
        let calls = slices.reduce(0) { $0 + $1.calls }
        let failures = slices.reduce(0) { $0 + $1.failures }
        guard calls >= threshold.minimumCalls, Double(failures) >= Double(calls) * threshold.failureRate
        else { return nil }
        slices = []
        open = Open(nextProbe: now + resetTimeout)
        generation += 1
        return .opened(failures: failures, calls: calls)
    }

    private func sliceNumber(at time: Duration) -> Int {
        Int((time / (threshold.window / Self.sliceCount)).rounded(.down))
    }
}
