import TalynCore

/// A queue of waiting calls: the most urgent first, and calls of the same priority in order of arrival.
///
/// Adding and removing a waiter takes constant time on average, for any number of waiters.
struct WaitQueue<Waiter> {
    struct Entry {
        let id: Int
        let waiter: Waiter
    }

    /// The waiters of one priority. The entries of those that have left stay until they are most of all.
    private struct Line {
        var entries: [Entry] = []
        /// The number of entries at the start that were removed.
        var head = 0
        var waiterCount = 0

        mutating func popFirst() -> Entry? {
            guard head < entries.count else { return nil }
            let entry = entries[head]
            head += 1
            if head * 2 >= entries.count {
                entries.removeFirst(head)
                head = 0
            }
            return entry
        }
    }

    /// A line for each priority. Empty until a call waits, since most queues stay empty.
    private var lines: [Line] = []
    /// The lines in which the waiters are.
    private var lineOfWaiter: [Int: Int] = [:]

    var isEmpty: Bool { lineOfWaiter.isEmpty }
    var count: Int { lineOfWaiter.count }

    /// The number of waiters ahead of a new one.
    func position(for priority: RequestPriority) -> Int {
        lines.prefix(priority.line + 1).reduce(0) { $0 + $1.waiterCount }
    }

    /// Adds a waiter.
    mutating func enqueue(_ waiter: Waiter, id: Int, priority: RequestPriority) {
        if lines.isEmpty { lines = Array(repeating: Line(), count: 3) }
        lines[priority.line].entries.append(Entry(id: id, waiter: waiter))
        lines[priority.line].waiterCount += 1
        lineOfWaiter[id] = priority.line
    }

    /// Removes the first waiter.
    mutating func dequeue() -> Entry? {
        guard let line = lines.firstIndex(where: { $0.waiterCount > 0 }) else { return nil }
        while let entry = lines[line].popFirst() {
            if leave(entry.id) { return entry }
        }
        return nil
    }

    /// Removes the last waiter.
    mutating func evictLast() -> Waiter? {
        guard let line = lines.lastIndex(where: { $0.waiterCount > 0 }) else { return nil }
        while let entry = lines[line].entries.popLast() {
            if leave(entry.id) { return entry.waiter }
        }
        return nil
    }

    /// Removes waiters that are less urgent than a priority.
    ///
    /// - Parameters:
    ///   - priority: The priority; nil to look at all waiters.
    ///   - shouldEvict: Whether to remove a waiter, given the number of waiters ahead of it.
    /// - Returns: The removed waiters, and the number of waiters ahead of each.
    mutating func evict(
        after priority: RequestPriority?,
        where shouldEvict: (_ waiter: Waiter, _ position: Int) -> Bool
    ) -> [(waiter: Waiter, position: Int)] {
        var evicted: [(waiter: Waiter, position: Int)] = []
        var position = priority.map { self.position(for: $0) } ?? 0
        for line in lines.dropFirst(priority.map { $0.line + 1 } ?? 0) {
            for entry in line.entries.dropFirst(line.head) where lineOfWaiter[entry.id] != nil {
                if shouldEvict(entry.waiter, position) {
                    leave(entry.id)
                    evicted.append((entry.waiter, position))
                } else {
                    position += 1
                }
            }
        }
        return evicted
    }

    /// Removes a waiter.
    ///
    /// - Returns: Whether it was in the queue.
    @discardableResult
    mutating func leave(_ id: Int) -> Bool {
        guard let line = lineOfWaiter.removeValue(forKey: id) else { return false }
        lines[line].waiterCount -= 1
        if lines[line].entries.count > 2 * lines[line].waiterCount + 16 {
            lines[line].entries.removeAll { [lineOfWaiter] in lineOfWaiter[$0.id] == nil }
            lines[line].head = 0
        }
        return true
    }
}

extension RequestPriority {
    /// The place in the order of urgency, from zero.
    fileprivate var line: Int {
        switch self {
        case .high: 0
        case .low: 2
        default: 1
        }
    }
}

extension Endpoint {
    /// The priority of the call.
    var priority: RequestPriority { options.priority ?? .normal }
}
