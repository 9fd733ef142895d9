/// Random numbers that are the same on all systems (SplitMix64).
public struct SeededRandom: RandomNumberGenerator, Sendable, Hashable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    /// Creates one of the sequences of a seed, such as that of one call. It doesn't depend on the others.
    public init(seed: UInt64, sequence number: Int) {
        state = Self.mix(seed &+ Self.mix(UInt64(bitPattern: Int64(number))))
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// From 0 to below 1.
    public mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    public mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % (UInt64(range.upperBound - range.lowerBound) + 1))
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// A source of random numbers that many share.
///
/// The source is foreign code, and so it isn't asked under the lock: if another number was drawn meanwhile, it is asked again.
public struct SharedRandom: RandomNumberGenerator, Sendable {
    private let state: Locked<(source: any RandomNumberGenerator & Sendable, count: Int)>

    public init(_ source: any RandomNumberGenerator & Sendable) {
        state = Locked((source, 0))
    }

    public func next() -> UInt64 {
        while true {
            var (source, count) = state.withLock { $0 }
            let number = source.next()
            let isNew = state.withLock { state in
                guard state.count == count else { return false }
                state = (source, count + 1)
                return true
            }
            if isNew { return number }
        }
    }
}
