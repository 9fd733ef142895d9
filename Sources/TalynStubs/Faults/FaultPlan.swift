/// What a ``FaultScript`` has decided for one call.
package struct FaultPlan: Sendable, Hashable {
    /// How much later the head comes.
    package internal(set) var latency = Duration.zero

    /// How fast the body comes; nil if at once.
    package internal(set) var bytesPerSecond: Int?

    /// In what pieces the body comes; nil if as it is.
    package internal(set) var chunkSizes: ClosedRange<Int>?

    /// How the call fails, if it does.
    package internal(set) var failure: Fault.Failure?

    /// What the sizes of the pieces are drawn by.
    var random: FaultRandom

    init(random: FaultRandom) {
        self.random = random
    }
}
