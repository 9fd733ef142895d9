import _TalynSupport

/// The removals that this process owes to the server. Their number is bounded: with too many, all responses are removed.
final class MissedRemovals: Sendable {
    private struct State {
        /// The numbers of the last removals by the names of the keys.
        var names: [String: Int] = [:]
        /// The number of the last removal that found no place.
        var overflow: Int?
        var count = 0
        var isUnderWay = false
    }

    static let maximumCount = 1_000

    private let state = Locked(State())

    /// A removal that is left; nil for none.
    var first: (name: String, number: Int)? {
        state.withLock { $0.names.first.map { (name: $0.key, number: $0.value) } }
    }

    /// The number of the last removal that found no place. All responses have to be removed; nil if they haven't.
    var overflow: Int? { state.withLock(\.overflow) }

    /// The number of the removal for a key that is left; nil for none.
    func number(of name: String) -> Int? { state.withLock { $0.names[name] } }

    func add(_ name: String) {
        state.withLock { state in
            state.count += 1
            if state.names[name] != nil || state.names.count < Self.maximumCount {
                state.names[name] = state.count
            } else {
                state.overflow = state.count
            }
        }
    }

    /// Notes that a removal was made, unless the same one was missed again.
    func end(_ name: String, _ number: Int) {
        state.withLock { if $0.names[name] == number { $0.names[name] = nil } }
    }

    /// Notes that all responses were removed, unless another removal found no place.
    func endOverflow(_ number: Int) {
        state.withLock { if $0.overflow == number { $0.overflow = nil } }
    }

    /// Begins to make the removals that are left.
    ///
    /// - Returns: Whether there are some, and nobody makes them already.
    func begin() -> Bool {
        state.withLock { state in
            guard !state.isUnderWay, !state.names.isEmpty || state.overflow != nil else { return false }
            state.isUnderWay = true
            return true
        }
    }

    /// Ends the work that ``begin()`` began, if removals are left or not.
    func pause() {
        state.withLock { $0.isUnderWay = false }
    }
}
