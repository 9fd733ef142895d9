/// Who waits for a network. Decides, and does nothing itself.
struct ConnectivityStateMachine<Waiter> {
    private enum Phase {
        case idle
        /// A call has failed, and it isn't known yet whether for want of a network.
        case asking
        case disconnected
    }

    private var phase = Phase.idle
    private var waiters: [Int: Waiter] = [:]
    private var nextID = 0
    /// How often asking has begun; what comes of an earlier time says nothing any more.
    private var round = 0

    /// Whether it is known that there is no network.
    var isDisconnected: Bool { phase == .disconnected }

    /// Whether nobody waits.
    var isIdle: Bool { phase == .idle && waiters.isEmpty }

    /// Somebody waits.
    ///
    /// - Returns: Its place, and the round in which it has to ask if it is the first.
    mutating func enter(_ waiter: Waiter) -> (id: Int, roundToStart: Int?) {
        nextID += 1
        waiters[nextID] = waiter
        guard phase == .idle else { return (nextID, nil) }
        phase = .asking
        round += 1
        return (nextID, round)
    }

    /// There is no network.
    ///
    /// - Returns: Whether anybody wants to know when there is one.
    mutating func disconnect(in round: Int) -> Bool {
        guard round == self.round, phase != .idle else { return false }
        phase = .disconnected
        return true
    }

    /// There is a network, or nobody knows.
    ///
    /// - Returns: Who has waited for that; nil if nobody wants to know any more.
    mutating func finish(in round: Int) -> [Waiter]? {
        guard round == self.round, phase != .idle else { return nil }
        defer {
            phase = .idle
            waiters = [:]
        }
        return waiters.keys.sorted().compactMap { waiters[$0] }
    }

    /// Somebody doesn't wait any more.
    ///
    /// - Returns: Whether it was the last, so that nobody needs to ask any more.
    mutating func leave(_ id: Int) -> Bool {
        guard waiters.removeValue(forKey: id) != nil, waiters.isEmpty else { return false }
        phase = .idle
        return true
    }
}
