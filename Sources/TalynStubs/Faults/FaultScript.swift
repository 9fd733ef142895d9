/// What a network does to the calls that go over it: how slow it is, and when it fails.
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
/// Latencies add up, of several throughputs the lowest counts, of several kinds of chunks the last, and of the failures
/// that strike a call the first. A script decides by its seed and the number of the call alone: what happens can be repeated.
public struct FaultScript: Sendable {
    let faults: [Fault]
    let seed: UInt64

    /// Creates a script; without faults it changes nothing.
    ///
    /// - Parameters:
    ///   - faults: What happens to calls.
    ///   - seed: What chance starts from.
    public init(_ faults: Fault..., seed: UInt64 = 0) {
        self.init(faults, seed: seed)
    }

    /// Creates a script of faults that are in an array.
    public init(_ faults: [Fault], seed: UInt64 = 0) {
        self.faults = faults
        self.seed = seed
    }

    /// What happens to a call.
    ///
    /// - Parameter number: Of the call; the first is 1.
    package func plan(forCall number: Int) -> FaultPlan {
        var random = FaultRandom(seed: seed, call: number)
        var plan = FaultPlan(random: random)
        draw(faults, forCall: number, into: &plan, by: &random)
        plan.random = random
        return plan
    }

    private func draw(
        _ faults: [Fault],
        forCall number: Int,
        into plan: inout FaultPlan,
        by random: inout FaultRandom
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
                // Drawn also where it isn't needed: the rest then doesn't depend on it.
                let isStruck = random.fraction() < rate
                if isStruck, plan.failure == nil { plan.failure = failure }
            case .calls(let contains, let faults):
                if contains(number) { draw(faults, forCall: number, into: &plan, by: &random) }
            case .steps(let steps):
                if steps.indices.contains(number - 1) {
                    draw([steps[number - 1]], forCall: number, into: &plan, by: &random)
                }
            }
        }
    }
}
