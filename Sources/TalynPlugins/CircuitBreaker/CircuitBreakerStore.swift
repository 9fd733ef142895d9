/// A store of the calls that processes count, so that they open and close a circuit together, and one of them probes.
///
/// ``CircuitBreakerPlugin`` tells the counts of its calls every 200 ms while there are some, and learns the state of the circuit. A call
/// doesn't wait for that. Only a call that could be the probe waits for the store.
///
/// A store needs one operation that is atomic. `TalynValkey` has one.
public protocol CircuitBreakerStore: Sendable {
    /// Adds counts, and decides about a probe.
    ///
    /// The plugin cancels the task of a request that takes longer than ``StoreOptions/maximumWait``, and the store must then end it soon.
    ///
    /// - Parameters:
    ///   - report: The counts of this process.
    ///   - key: The key of the calls that are counted together; see ``CallKey``.
    /// - Throws: Any error if the store can't answer. ``StoreOptions/fallback`` says what follows.
    func add(_ report: CircuitBreakerReport, key: String) async throws -> CircuitBreakerState
}

/// A report of one process to a ``CircuitBreakerStore``.
public struct CircuitBreakerReport: Sendable, Hashable {
    /// The part of a process in the probe of an open circuit.
    @nonexhaustive public enum Probe: Sendable, Hashable {
        /// None.
        case none
        /// The process has a call that could be the probe.
        case requested
        /// The probe with a number succeeded: the circuit closes.
        case succeeded(Int)
        /// The probe with a number failed: the circuit stays open for another reset timeout.
        case failed(Int)
        /// The probe with a number showed nothing: another one may begin.
        case unknown(Int)
    }

    /// The generation of the circuit in which the calls, or the probe that ended, began; zero before the process knows one. Counts and
    /// results of other generations don't count.
    public let generation: Int

    /// The number of calls that ended since the last report.
    public let calls: Int

    /// The number of those that failed.
    public let failures: Int

    /// The part of the process in the probe. A number of another probe than the last one changes nothing.
    public let probe: Probe

    /// The failure rate that opens a circuit.
    public let threshold: CircuitBreakerPlugin.Threshold

    /// The time for which a circuit stays open before a probe.
    public let resetTimeout: Duration

    /// Creates a report.
    public init(
        generation: Int,
        calls: Int,
        failures: Int,
        probe: Probe,
        threshold: CircuitBreakerPlugin.Threshold,
        resetTimeout: Duration
    ) {
        self.generation = generation
        self.calls = calls
        self.failures = failures
        self.probe = probe
        self.threshold = threshold
        self.resetTimeout = resetTimeout
    }
}

/// The state of a circuit that processes share.
public struct CircuitBreakerState: Sendable, Hashable {
    /// The number that changes with each opening and closing.
    public let generation: Int

    /// The time until the next probe; nil for a closed circuit.
    public let retryAfter: Duration?

    /// The number of the probe that the process may begin; nil if it may not.
    public let probe: Int?

    /// The number of calls within the window of the threshold.
    public let calls: Int

    /// The number of those that failed.
    public let failures: Int

    /// Creates a state.
    public init(generation: Int, retryAfter: Duration?, probe: Int?, calls: Int, failures: Int) {
        self.generation = generation
        self.retryAfter = retryAfter
        self.probe = probe
        self.calls = calls
        self.failures = failures
    }
}
