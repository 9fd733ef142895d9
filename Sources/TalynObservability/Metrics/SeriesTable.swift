#if Metrics
import _TalynSupport

/// Series by their keys, each made once.
final class SeriesTable<Key: Hashable, Series>: Sendable {
    private struct State {
        /// The keys that have series of their own.
        var keys: Set<Key> = []
        var series: [Key: Series] = [:]
    }

    private let state = Locked(State())

    /// Whether a key has series of its own, as the first ones have.
    func hasOwn(_ key: Key, of maximumCount: Int) -> Bool {
        state.withLock { state in
            if state.keys.contains(key) { return true }
            guard state.keys.count < maximumCount else { return false }
            state.keys.insert(key)
            return true
        }
    }

    /// The series of a key. A backend is foreign code, and so it isn't called under the lock: of two series that are made at the same
    /// time, the first counts.
    func series(of key: Key, make: () -> Series) -> Series {
        if let known = state.withLock({ $0.series[key] }) { return known }
        let new = make()
        return state.withLock { state in
            let first = state.series[key] ?? new
            state.series[key] = first
            return first
        }
    }
}
#endif
