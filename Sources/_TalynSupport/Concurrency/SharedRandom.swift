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
