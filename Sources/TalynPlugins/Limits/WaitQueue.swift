import TalynCore

/// A queue of waiting calls: the most urgent first, and calls of the same urgency in order of arrival.
///
/// Adding and removing a waiter takes constant time on average, for any number of waiters.
struct WaitQueue<Waiter> {
    struct Entry {
        let id: Int
        let waiter: Waiter
    }

    /// The state of a waiter that leaves.
    enum Departure {
        /// It was still in the queue.
        case waiting
        /// ``evictLast()`` or ``evict(after:where:)`` had removed it.
        case evicted
        /// ``dequeue()`` had removed it.
        case dequeued
    }

    /// The waiters of one urgency, with nil for those that have left.
    private struct Bucket {
        var entries: [Entry?] = []
        /// The number of entries that were dropped from the front.
        var dropped = 0
        /// The index before which all entries are nil.
        var head = 0
        /// The number of entries that are not nil.
        var count = 0
    }

    private struct Position {
        let urgency: Int
        /// The index of the entry, plus the number of entries dropped before.
        var number: Int
    }

    /// A bucket for each urgency (RFC 9218, section 4.1). Empty until a call waits, since most queues stay empty.
    private var buckets: [Bucket] = []
    private var positions: [Int: Position] = [:]
    /// The evicted waiters that have not left yet.
    private var evicted: Set<Int> = []

    var isEmpty: Bool { positions.isEmpty }
    var count: Int { positions.count }

    /// Whether no waiter has to leave any more, not even an evicted one.
    var isUnused: Bool { positions.isEmpty && evicted.isEmpty }

    /// The number of waiters ahead of a new one.
    func position(for priority: RequestPriority) -> Int {
        buckets.prefix(priority.urgency + 1).reduce(0) { $0 + $1.count }
    }

    /// Adds a waiter.
    mutating func enqueue(_ waiter: Waiter, id: Int, priority: RequestPriority) {
        if buckets.isEmpty { buckets = Array(repeating: Bucket(), count: 8) }
        let urgency = priority.urgency
        dropGaps(urgency)
        let number = buckets[urgency].dropped + buckets[urgency].entries.count
        positions[id] = Position(urgency: urgency, number: number)
        buckets[urgency].entries.append(Entry(id: id, waiter: waiter))
        buckets[urgency].count += 1
    }

    /// Removes the first waiter.
    mutating func dequeue() -> Entry? {
        guard let urgency = buckets.firstIndex(where: { $0.count > 0 }) else { return nil }
        while buckets[urgency].entries[buckets[urgency].head] == nil { buckets[urgency].head += 1 }
        return remove(urgency, at: buckets[urgency].head)
    }

    /// Evicts the last waiter, which must ``leave(_:)`` later.
    mutating func evictLast() -> Waiter? {
        guard let urgency = buckets.lastIndex(where: { $0.count > 0 }) else { return nil }
        while let last = buckets[urgency].entries.last, last == nil { buckets[urgency].entries.removeLast() }
        return evict(urgency, at: buckets[urgency].entries.count - 1)?.waiter
    }

    /// Evicts waiters that are less urgent than a priority. Each one must ``leave(_:)`` later.
    ///
    /// - Parameter shouldEvict: Whether to evict a waiter, given the number of waiters ahead of it.
    /// - Returns: The evicted waiters, and the number of waiters ahead of each.
    mutating func evict(
        after priority: RequestPriority,
        where shouldEvict: (_ waiter: Waiter, _ position: Int) -> Bool
    ) -> [(waiter: Waiter, position: Int)] {
        var result: [(waiter: Waiter, position: Int)] = []
        var position = position(for: priority)
        for urgency in buckets.indices.dropFirst(priority.urgency + 1) where buckets[urgency].count > 0 {
            for index in buckets[urgency].head..<buckets[urgency].entries.count {
                guard let waiter = buckets[urgency].entries[index]?.waiter else { continue }
                if shouldEvict(waiter, position) {
                    evict(urgency, at: index)
                    result.append((waiter, position))
                } else {
                    position += 1
                }
            }
        }
        return result
    }

    /// Lets a waiter leave, whether it is still in the queue or not.
    mutating func leave(_ id: Int) -> Departure {
        if let position = positions[id] {
            remove(position.urgency, at: position.number - buckets[position.urgency].dropped)
            return .waiting
        }
        return evicted.remove(id) == nil ? .dequeued : .evicted
    }

    @discardableResult
    private mutating func evict(_ urgency: Int, at index: Int) -> Entry? {
        guard let entry = remove(urgency, at: index) else { return nil }
        evicted.insert(entry.id)
        return entry
    }

    @discardableResult
    private mutating func remove(_ urgency: Int, at index: Int) -> Entry? {
        guard let entry = buckets[urgency].entries[index] else { return nil }
        buckets[urgency].entries[index] = nil
        buckets[urgency].count -= 1
        positions[entry.id] = nil
        return entry
    }

    /// Drops entries that are nil once a bucket has as many of them as waiters, so that it doesn't grow without end.
    private mutating func dropGaps(_ urgency: Int) {
        let minimum = max(buckets[urgency].count, 16)
        if buckets[urgency].head >= minimum {
            // The common case, since most waiters leave from the front: the others keep their numbers.
            buckets[urgency].entries.removeFirst(buckets[urgency].head)
            buckets[urgency].dropped += buckets[urgency].head
            buckets[urgency].head = 0
        }
        guard buckets[urgency].entries.count >= buckets[urgency].count + minimum else { return }
        let entries = buckets[urgency].entries.compactMap(\.self)
        buckets[urgency].entries = entries
        buckets[urgency].head = 0
        for (index, entry) in entries.enumerated() {
            positions[entry.id]?.number = buckets[urgency].dropped + index
        }
    }
}
