import _TalynSupport

/// The faults of one call, as a ``FaultScript`` decided them.
package struct FaultPlan: Sendable, Hashable {
    /// The delay of the head.
    package internal(set) var latency = Duration.zero

    /// The speed of the body; nil for no limit.
    package internal(set) var bytesPerSecond: Int?

    /// The sizes of the body's chunks; nil for the original chunks.
    package internal(set) var chunkSizes: ClosedRange<Int>?

    /// The failure of the call; nil if it succeeds.
    package internal(set) var failure: Fault.Failure?

    /// The random numbers for the sizes of the chunks.
    var random: SeededRandom

    init(random: SeededRandom) {
        self.random = random
    }
}
