import TalynCore

/// Decides which calls share a request.
struct CoalescingStateMachine<Key: Hashable, Joiner> {
    /// The place of a call at a request.
    struct Ticket: Hashable {
        let request: Int
        let joiner: Int
    }

    private struct Request {
        let key: Key
        var joiners: [(id: Int, joiner: Joiner)]
    }

    private var requests: [Int: Request] = [:]
    private var requestForKey: [Key: Int] = [:]
    private var nextID = 0

    /// Whether there is no request.
    var isEmpty: Bool { requests.isEmpty && requestForKey.isEmpty }

    /// The calls that wait for a result.
    var joiners: [Joiner] { requests.values.flatMap { $0.joiners.map(\.joiner) } }

    /// Joins the request for a key. The first call starts it.
    mutating func join(_ key: Key, as joiner: Joiner) -> (ticket: Ticket, isFirst: Bool) {
        let joinerID = makeID()
        if let id = requestForKey[key] {
            requests[id]?.joiners.append((joinerID, joiner))
            return (Ticket(request: id, joiner: joinerID), false)
        }
        let id = makeID()
        requests[id] = Request(key: key, joiners: [(joinerID, joiner)])
        requestForKey[key] = id
        return (Ticket(request: id, joiner: joinerID), true)
    }

    /// Leaves a request. Returns whether that was the last call, so that the request is cancelled.
    ///
    /// A later call with the key starts a new request, since this one is being cancelled.
    mutating func leave(_ ticket: Ticket) -> Bool {
        guard let index = requests[ticket.request]?.joiners.firstIndex(where: { $0.id == ticket.joiner }) else {
            return false
        }
        requests[ticket.request]?.joiners.remove(at: index)
        guard requests[ticket.request]?.joiners.isEmpty == true else { return false }
        remove(ticket.request)
        return true
    }

    /// Ends a request. Returns the calls that wait for it, in the order in which they joined.
    mutating func finish(_ request: Int) -> [Joiner] {
        defer { remove(request) }
        return joiners(of: request)
    }

    /// The calls that wait for a request, in the order in which they joined.
    func joiners(of request: Int) -> [Joiner] {
        requests[request]?.joiners.map(\.joiner) ?? []
    }

    private mutating func remove(_ request: Int) {
        guard let removed = requests.removeValue(forKey: request) else { return }
        if requestForKey[removed.key] == request { requestForKey[removed.key] = nil }
    }

    private mutating func makeID() -> Int {
        nextID += 1
        return nextID
    }
}
