/// Whether calls are let through to a server that may have failed. Decides, and does nothing itself.
struct CircuitStateMachine {
    /// What let a call through.
    struct Pass: Hashable {
        /// How often the circuit had opened and closed then.
        let generation: Int
        /// The number of the trial that it is; nil if the circuit was closed.
        let trial: Int?
    }

    enum Decision: Hashable {
        case passes(Pass)
        case refused(retryAfter: Duration)
    }

    enum Change: Hashable {
        /// So many of the calls failed, or the trial.
        case opened(failures: Int, calls: Int)
        case closed
    }

    /// How many calls ended in a part of the window, and how many of them failed.
    private struct Slice {
        let number: Int
        var calls = 0
        var failures = 0
    }

    private struct Opening {
        /// When a call is tried.
        var end: Duration
        /// Counts what sets the end: trials, and failures of trials.
        var number = 0
    }

    private static let sliceCount = 10

    private let threshold: CircuitBreakerPlugin.Threshold
    private let openTime: Duration
    private var generation = 0
    private var underWay = 0
    /// What is known of the window; nothing while the circuit is open.
    private var slices: [Slice] = []
    /// Nil while the circuit is closed.
    private var opening: Opening?

    /// - Parameters:
    ///   - threshold: When the circuit opens.
    ///   - openTime: How long it stays open then, and how long a trial may take until there is another.
    init(threshold: CircuitBreakerPlugin.Threshold, openTime: Duration) {
        self.threshold = threshold
        self.openTime = min(max(openTime, .zero), .longest)
    }

    /// Whether a new circuit would do as well.
    func isIdle(at now: Duration) -> Bool {
        guard underWay == 0 else { return false }
        if let opening { return opening.end + threshold.window <= now }
        return slices.last.map { $0.number <= sliceNumber(at: now) - Self.sliceCount } ?? true
    }

    /// Somebody wants to call.
    mutating func enter(now: Duration) -> Decision {
        guard var opening else {
            underWay += 1
            return .passes(Pass(generation: generation, trial: nil))
        }
        if now < opening.end { return .refused(retryAfter: opening.end - now) }
        underWay += 1
        // Nobody else until the trial ends; but one that never does must not keep the circuit open forever.
        opening.end = now + openTime
        opening.number += 1
        self.opening = opening
        return .passes(Pass(generation: generation, trial: opening.number))
    }

    /// A call that was let through has ended.
    ///
    /// What was let through before the circuit last opened or closed says nothing any more.
    ///
    /// - Parameters:
    ///   - pass: What let it through.
    ///   - hasFailed: Whether the server has failed; nil if the call says nothing about it.
    ///   - now: The time.
    /// - Returns: What becomes of the circuit, if anything does.
    mutating func end(_ pass: Pass, hasFailed: Bool?, now: Duration) -> Change? {
        underWay -= 1
        guard pass.generation == generation else { return nil }
        guard let opening else { return hasFailed.flatMap { count($0, now: now) } }
        switch hasFailed {
        case true?:
            self.opening = Opening(end: now + openTime, number: opening.number + 1)
            return .opened(failures: 1, calls: 1)
        case false?:
            self.opening = nil
            generation += 1
            return .closed
        case nil:
            // Its place is free for another, unless something else has come of the circuit meanwhile.
            if pass.trial == opening.number { self.opening?.end = now }
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
        // Only a failure can be one too many.
        guard hasFailed else { return nil }
        slices[slices.count - 1].failures += 1
        let calls = slices.reduce(0) { $0 + $1.calls }
        let failures = slices.reduce(0) { $0 + $1.failures }
        let limit = Double(calls) * threshold.failureShare
        guard calls >= threshold.minimumCalls, Double(failures) >= limit else { return nil }
        slices = []
        opening = Opening(end: now + openTime)
        generation += 1
        return .opened(failures: failures, calls: calls)
    }

    private func sliceNumber(at time: Duration) -> Int {
        Int((time / (threshold.window / Self.sliceCount)).rounded(.down))
    }
}
