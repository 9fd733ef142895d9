import _TalynSupport

/// A script of the faults of a network: its speed and its failures.
///
/// ```swift
/// let train = FaultScript(
///     .latency(.normal(mean: .milliseconds(300), deviation: .milliseconds(100))),
///     .throughput(bytesPerSecond: 50_000),
///     .failing(.connectionReset(afterBytes: 100), rate: 0.1),
///     seed: 7
/// )
/// ```
///
/// Latencies add up. The lowest throughput, the last chunk size and the first failure count. The seed and the number of a call
/// decide its faults, so a test can repeat them.
public struct FaultScript: Sendable {
    let faults: [Fault]
    let seed: UInt64

    /// Creates a script. Without faults it changes nothing.
    ///
    /// - Parameters:
    ///   - faults: The faults.
    ///   - seed: The seed of the random numbers.
    public init(_ faults: Fault..., seed: UInt64 = 0) {
        self.init(faults, seed: seed)
    }

    /// Creates a script from an array of faults.
    public init(_ faults: [Fault], seed: UInt64 = 0) {
        self.faults = faults
        self.seed = seed
    }

    /// The faults of a call.
    ///
    /// - Parameter number: The number of the call, from 1.
    func plan(forCall number: Int) -> FaultPlan {
        var random = SeededRandom(seed: seed, sequence: number)
        var plan = FaultPlan(random: random)
        draw(faults, forCall: number, into: &plan, by: &random)
        plan.random = random
        return plan
    }

    private func draw(
        _ faults: [Fault],
        forCall number: Int,
        into plan: inout FaultPlan,
        by random: inout SeededRandom
    ) {
        for fault in faults {
            switch fault.kind {
            case .latency(let latency):
                plan.latency += latency.draw(by: &random)
            case .throughput(let bytesPerSecond):
                plan.bytesPerSecond = min(plan.bytesPerSecond ?? bytesPerSecond, bytesPerSecond)
            case .chunks(let sizes):
                plan.chunkSizes = sizes
            case .failure(let failure, let rate):
                // Always drawn, so that later faults don't depend on it.
                let isStruck = random.fraction() < rate
                if isStruck, plan.failure == nil { plan.failure = failure }
            case .calls(let contains, let faults):
                if contains(number) { draw(faults, forCall: number, into: &plan, by: &random) }
            case .steps(let steps):
                if number > 0, number <= steps.count {
                    draw([steps[number - 1]], forCall: number, into: &plan, by: &random)
                }
            }
        }
    }
}
