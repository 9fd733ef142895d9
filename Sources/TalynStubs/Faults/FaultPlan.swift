import _TalynSupport

/// The faults of one call, as a ``FaultScript`` decided them.
struct FaultPlan: Sendable, Hashable {
    /// The delay of the head.
    var latency = Duration.zero

    /// The speed of the body; nil for no limit.
    var bytesPerSecond: Int?

    /// The sizes of the body's chunks; nil for the original chunks.
    var chunkSizes: ClosedRange<Int>?

    /// The failure of the call; nil if it succeeds.
    var failure: Fault.Failure?

    /// The random numbers for the sizes of the chunks.
    var random: SeededRandom

    init(random: SeededRandom) {
        self.random = random
    }
}
