import TalynCore
import _TalynSupport

/// Decides which calls run and which wait, for each key.
///
/// If processes share the limit, a key has the places that the store gives.
struct ConcurrencyLimitStateMachine<Waiter> {
    enum Decision {
        case admitted
        /// The call waits, and takes the place of a less urgent one if too many wait.
        case queued(id: Int, Waiter, evicted: Waiter?)
        case rejected
    }

    struct Group {
        var runningCount = 0
        var queue = WaitQueue<Waiter>()
        /// The lease of a store; nil for a limit of this process.
        var lease: PlaceLease?

        /// The number of calls that can run.
        func limit(_ limit: Int, now: Duration) -> Int { lease?.limit(limit, now: now) ?? limit }

        /// Begins the first waiting call, if it may.
        mutating func beginNext(_ limit: Int, now: Duration) -> Waiter? {
            guard runningCount < self.limit(limit, now: now), let entry = queue.dequeue() else { return nil }
            runningCount += 1
            lease?.note(runningCount)
            return entry.waiter
        }
    }

    let limit: Int
    let maximumWaiting: Int
    private let isShared: Bool
    var groups: [String: Group] = [:]
    private var nextID = 0
    /// The number of requests to the store.
    var requestCount = 0

    init(limit: Int, maximumWaiting: Int, isShared: Bool = false) {
        self.isShared = isShared
        self.limit = max(limit, 1)
        self.maximumWaiting = max(maximumWaiting, 0)
    }

    /// The number of keys with a state.
    var keyCount: Int { groups.count }

    /// The numbers of calls that run and that wait.
    func counts(_ key: String) -> (running: Int, waiting: Int) {
        groups[key].map { ($0.runningCount, $0.queue.count) } ?? (0, 0)
    }

    /// Begins a call, or adds it to the queue.
    ///
    /// - Parameter now: The time, for places of a store.
    mutating func enter(
        _ key: String,
        priority: RequestPriority,
        now: Duration = .zero,
        makeWaiter: () -> Waiter
    ) -> Decision {
        nextID += 1
        // Changes the group in place: a copy in a variable would copy the queue.
        return { [limit, maximumWaiting, nextID] (group: inout Group) in
            if group.runningCount < group.limit(limit, now: now) {
                group.runningCount += 1
                group.lease?.note(group.runningCount)
                return .admitted
            }
            var evicted: Waiter?
            if group.queue.count >= maximumWaiting {
                guard group.queue.position(for: priority) < group.queue.count else { return .rejected }
                evicted = group.queue.evictLast()
            }
            let waiter = makeWaiter()
            group.queue.enqueue(waiter, id: nextID, priority: priority)
            return .queued(id: nextID, waiter, evicted: evicted)
        }(&groups[key, default: Group(lease: isShared ? PlaceLease() : nil)])
    }

    /// Ends a running call.
    ///
    /// - Returns: The waiter of the call that begins instead. No other call can take its place. If it was cancelled, end it, too.
    mutating func end(_ key: String, now: Duration = .zero) -> Waiter? {
        guard let index = groups.index(forKey: key) else { return nil }
        groups.values[index].runningCount -= 1
        if let waiter = groups.values[index].beginNext(limit, now: now) { return waiter }
        if groups.values[index].runningCount == 0, groups.values[index].lease == nil { groups.remove(at: index) }
        return nil
    }

    /// Removes a call that was cancelled while it waited.
    mutating func leave(_ key: String, id: Int) {
        groups[key]?.queue.leave(id)
    }
}
