/// Which calls share which request: decides, and does nothing itself.
struct InflightStateMachine<Key: Hashable, Joiner> {
    /// One joiner's place at a request.
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

    /// Whether no request is under way.
    var isEmpty: Bool { requests.isEmpty && requestForKey.isEmpty }

    /// Everyone who waits for a result.
    var joiners: [Joiner] { requests.values.flatMap { $0.joiners.map(\.joiner) } }

    /// Joins the request under way for the key; the first joiner has to start it.
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

    /// Gives up a place; returns whether it was the last one, so that the request has to be cancelled.
    ///
    /// A later call for the key starts a request of its own: it must not join one that is being cancelled.
    mutating func leave(_ ticket: Ticket) -> Bool {
        guard let index = requests[ticket.request]?.joiners.firstIndex(where: { $0.id == ticket.joiner }) else {
            return false
        }
        requests[ticket.request]?.joiners.remove(at: index)
        guard requests[ticket.request]?.joiners.isEmpty == true else { return false }
        remove(ticket.request)
        return true
    }

    /// Ends a request; returns those who wait for its result, in the order in which they joined.
    mutating func finish(_ request: Int) -> [Joiner] {
        defer { remove(request) }
        return joiners(of: request)
    }

    /// Those who wait for the result of a request, in the order in which they joined.
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
