/// Which calls may be under way at the same time, for each key. Decides, and does nothing itself.
struct ConcurrencyLimitStateMachine<Waiter> {
    enum Decision {
        case passes
        /// Somebody less urgent may have to give up its place for it.
        case waits(id: Int, Waiter, expelled: Waiter?)
        case refused
    }

    private struct Group {
        var runningCount = 0
        var line = WaitingLine<Waiter>()

        var isForgotten: Bool { runningCount == 0 && line.isForgotten }
    }

    private let limit: Int
    private let maximumWaiting: Int
    private var groups: [String: Group] = [:]
    private var nextID = 0

    /// - Parameters:
    ///   - limit: How many may be under way.
    ///   - maximumWaiting: How many may wait.
    init(limit: Int, maximumWaiting: Int) {
        self.limit = max(limit, 1)
        self.maximumWaiting = max(maximumWaiting, 0)
    }

    /// How many keys have a state.
    var keyCount: Int { groups.count }

    /// How many calls are under way, and how many wait.
    func counts(_ key: String) -> (running: Int, waiting: Int) {
        groups[key].map { ($0.runningCount, $0.line.count) } ?? (0, 0)
    }

    /// Somebody wants to begin.
    mutating func enter(_ key: String, priority: RequestPriority, makeWaiter: () -> Waiter) -> Decision {
        nextID += 1
        return { [limit, maximumWaiting, nextID] (group: inout Group) in
            if group.runningCount < limit {
                group.runningCount += 1
                return .passes
            }
            var expelled: Waiter?
            if group.line.count >= maximumWaiting {
                guard group.line.position(for: priority) < group.line.count else { return .refused }
                expelled = group.line.expel(at: group.line.count - 1)
            }
            let waiter = makeWaiter()
            group.line.insert(waiter, id: nextID, priority: priority)
            return .waits(id: nextID, waiter, expelled: expelled)
        }(&groups[key, default: Group()])
    }

    /// Somebody who was under way has ended.
    ///
    /// - Returns: Who begins in its place.
    mutating func end(_ key: String) -> Waiter? {
        guard let index = groups.index(forKey: key) else { return nil }
        // The place is handed on, and nobody who comes now can take it before.
        if let place = groups.values[index].line.callFirst() { return place.waiter }
        groups.values[index].runningCount -= 1
        if groups.values[index].isForgotten { groups.remove(at: index) }
        return nil
    }

    /// Somebody who waited goes away without beginning: it was cancelled, or has heard that it is expelled.
    ///
    /// - Returns: Who begins in its place, if it could have begun.
    mutating func leave(_ key: String, id: Int) -> Waiter? {
        guard let index = groups.index(forKey: key) else { return nil }
        if case .called = groups.values[index].line.leave(id) { return end(key) }
        // Those before whoever was expelled may have ended before it heard of it.
        if groups.values[index].isForgotten { groups.remove(at: index) }
        return nil
    }
}
