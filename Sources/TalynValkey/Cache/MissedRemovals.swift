import _TalynSupport

/// The removals that this process owes to the server. Their number is bounded: with too many, all responses are removed.
final class MissedRemovals: Sendable {
    /// The removals that are left, and their number up to now.
    struct Rest {
        /// The names of the keys; nil for all keys.
        let names: [String]?
        let count: Int
    }

    private struct State {
        /// The numbers of the last removals by the names of the keys.
        var names: [String: Int] = [:]
        /// The number of the last removal that found no place.
        var overflow: Int?
        var count = 0
    }

    static let maximumCount = 1_000

    private let state = Locked(State())

    /// The removals that are left; nil for none.
    var rest: Rest? {
        state.withLock { state in
            guard !state.names.isEmpty || state.overflow != nil else { return nil }
            return Rest(names: state.overflow == nil ? Array(state.names.keys) : nil, count: state.count)
        }
    }

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

    /// Notes that removals were made, unless the same ones were missed again.
    func end(_ rest: Rest) {
        state.withLock { state in
            if let names = rest.names {
                for name in names where state.names[name].map({ $0 <= rest.count }) == true { state.names[name] = nil }
            } else {
                state.names = state.names.filter { $0.value > rest.count }
                if let overflow = state.overflow, overflow <= rest.count { state.overflow = nil }
            }
        }
    }
}
