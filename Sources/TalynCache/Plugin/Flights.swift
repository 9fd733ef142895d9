import _TalynSupport

/// The requests under way whose responses others may wait for.
///
/// They wait for the head of a response, and for its body as long as its reader goes on. A reader that keeps the body open holds up
/// nobody: the next equal request goes to the server, and later ones wait for that one.
final class Flights: Sendable {
    /// The reason for which a wait ends.
    enum End {
        /// The request ended. The store may have its response.
        case ended
        /// The caller of the request didn't go on. One of those that waited takes its place.
        case cancelled
        /// The body takes too long, or its reader keeps it open.
        case held
    }

    typealias Waiter = Promise<End>

    /// The place of a request among identical ones.
    enum Start {
        /// Others can wait for it. End it by ``end(_:_:)``.
        case first(Int)
        /// Another one is under way. Wait for it by ``wait(_:_:)``.
        case underWay(Waiter, FlightTicket)
        /// To wait for another one would help nobody.
        case alone
    }

    /// A body that is being stored while it is read.
    private struct Body {
        let begin: Duration
        /// The time since which the reader hasn't asked for more; nil while it waits for more.
        var idleSince: Duration?

        /// The time for which others wait at least.
        func patience(at now: Duration) -> Duration {
            min(begin + Flights.bodyPatience - now, idleSince.map { $0 + readerPatience - now } ?? readerPatience)
        }
    }

    private struct State {
        var table = FlightTable<String, Body?, Waiter>()
        /// The requests whose last responses weren't stored.
        var unstored: Set<String> = []
    }

    /// The longest time from the head of a response for which others wait for its body.
    static let bodyPatience = Duration.seconds(5)

    /// The longest time for which others wait for a reader that doesn't ask for more of the body.
    static let readerPatience = Duration.milliseconds(250)

    /// The largest number of remembered requests whose responses weren't stored.
    private static let maximumUnstored = 1_000

    private let state = Locked(State())
    /// The watches of the bodies for which others wait.
    private let watches = SingleFlight<Int, Never>()
    private let time: TimeSource

    init(_ time: TimeSource) {
        self.time = time
    }

    /// The number of calls that wait for the request of another one.
    var waiterCount: Int { state.withLock(\.table.waiterCount) }

    /// Starts a request, or joins an equal one that is under way.
    ///
    /// - Parameter canWait: Whether the request can wait for another one.
    func begin(_ key: String, canWait: Bool = true) -> Start {
        let now = time.now
        let (start, held) = state.withLock { state -> (Start, [Waiter]) in
            var held: [Waiter] = []
            if let flight = state.table.flight(for: key) {
                if state.table[flight]?.state.map({ $0.patience(at: now) <= .zero }) != true {
                    guard canWait, !state.unstored.contains(key) else { return (.alone, []) }
                    let waiter = Waiter()
                    return (.underWay(waiter, state.table.join(flight, as: waiter)), [])
                }
                held = state.table.finish(flight)?.waiters ?? []
            }
            return (.first(state.table.start(key, nil)), held)
        }
        for waiter in held { waiter.resolve(.held) }
        if case .underWay(_, let ticket) = start { watchBody(of: ticket.flight) }
        return start
    }

    /// Notes whether the response to a request is stored.
    func note(_ key: String, isStored: Bool) {
        state.withLock { state in
            if isStored {
                state.unstored.remove(key)
            } else {
                if state.unstored.count >= Self.maximumUnstored { state.unstored = [] }
                state.unstored.insert(key)
            }
        }
    }

    /// Notes that the body of the response is being stored, and whether its reader waits for more of it.
    func noteBody(of flight: Int, isReading: Bool) {
        let now = time.now
        let isFirst = state.withLock { state in
            let body = state.table[flight]?.state
            state.table[flight]?.state = Body(begin: body?.begin ?? now, idleSince: isReading ? nil : now)
            return body == nil
        }
        if isFirst { watchBody(of: flight) }
    }

    /// Ends a request, and lets all others go on.
    func end(_ flight: Int, _ end: End) {
        let ended = state.withLock { $0.table.finish(flight) }
        for waiter in ended?.waiters ?? [] { waiter.resolve(end) }
        watches.cancel(flight)
    }

    /// Waits for the end of a request, or of the patience with it.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func wait(_ waiter: Waiter, _ ticket: FlightTicket) async throws -> End {
        guard let end = await waiter.value() else {
            state.withLock { _ = $0.table.leave(ticket) }
            throw CancellationError()
        }
        return end
    }

    /// Waits until no request is under way.
    func waitForAll() async throws {
        while let (waiter, ticket) = state.withLock({ state -> (Waiter, FlightTicket)? in
            guard let key = state.table.keys.first else { return nil }
            let waiter = Waiter()
            return (waiter, state.table.join(key, as: waiter, startingWith: nil).ticket)
        }) {
            _ = try await wait(waiter, ticket)
        }
    }

    /// Ends the waits for a body in time. Runs only if there are any.
    private func watchBody(of flight: Int) {
        guard state.withLock({ $0.table[flight].map { $0.state != nil && !$0.waiters.isEmpty } }) == true else {
            return
        }
        watches.start(flight) { [self] watch in
            defer { watches.finish(watch) { _ in } }
            while let patience = patience(with: flight) {
                guard patience > .zero else { return end(flight, .held) }
                guard (try? await time.sleep(for: patience)) != nil else { return }
            }
        }
    }

    private func patience(with flight: Int) -> Duration? {
        let now = time.now
        return state.withLock { $0.table[flight]?.state?.patience(at: now) }
    }
}
