// Inlinable, so that the other modules of the package specialize these types, too.

/// The place of a waiter in a flight. Places are never used twice, so a waiter that comes late takes no other one's.
public struct FlightTicket: Hashable, Sendable {
    public let flight: Int
    @usableFromInline let place: Int

    @inlinable init(flight: Int, place: Int) {
        self.flight = flight
        self.place = place
    }
}

/// Decides who shares an operation: all that ask for the same key while it is under way. A state machine; see ``SingleFlight``.
///
/// An operation under way is a flight. A waiter that leaves it affects no other one.
public struct FlightTable<Key: Hashable, State, Waiter> {
    /// An operation under way.
    public struct Flight {
        public let key: Key
        /// The knowledge of the owner of the table about it.
        public var state: State
        @usableFromInline var members: [(place: Int, waiter: Waiter)] = []

        /// The waiters in the order in which they joined.
        @inlinable public var waiters: [Waiter] { members.map(\.waiter) }

        @inlinable init(_ key: Key, _ state: State) {
            self.key = key
            self.state = state
        }
    }

    @usableFromInline var flights: [Int: Flight] = [:]
    /// The flights that can be joined.
    @usableFromInline var numbers: [Key: Int] = [:]
    @usableFromInline var lastNumber = 0

    @inlinable public init() {}

    /// Whether there is no flight.
    @inlinable public var isEmpty: Bool { flights.isEmpty }

    /// The keys of the flights that can be joined.
    @inlinable public var keys: some Collection<Key> { numbers.keys }

    /// The number of waiters of all flights.
    @inlinable public var waiterCount: Int { flights.values.reduce(0) { $0 + $1.members.count } }

    /// The flight for a key; nil without one.
    @inlinable public func flight(for key: Key) -> Int? { numbers[key] }

    /// A flight; nil if it isn't under way.
    @inlinable public subscript(flight: Int) -> Flight? {
        get { flights[flight] }
        _modify { yield &flights[flight] }
    }

    /// Starts a flight without waiters. Nobody joins an earlier one for the key any more.
    @inlinable public mutating func start(_ key: Key, _ state: State) -> Int {
        let number = nextNumber()
        flights[number] = Flight(key, state)
        numbers[key] = number
        return number
    }

    /// Joins a flight that is under way.
    @inlinable public mutating func join(_ flight: Int, as waiter: Waiter) -> FlightTicket {
        let ticket = FlightTicket(flight: flight, place: nextNumber())
        flights[flight]?.members.append((ticket.place, waiter))
        return ticket
    }

    /// Joins the flight for a key. The first waiter starts it.
    @inlinable public mutating func join(
        _ key: Key,
        as waiter: Waiter,
        startingWith state: @autoclosure () -> State
    ) -> (ticket: FlightTicket, isFirst: Bool) {
        let number = numbers[key]
        return (join(number ?? start(key, state()), as: waiter), number == nil)
    }

    /// Leaves a flight. It goes on, even without waiters, until it is finished.
    ///
    /// - Returns: Whether this was the last waiter.
    @inlinable @discardableResult
    public mutating func leave(_ ticket: FlightTicket) -> Bool {
        guard let index = flights[ticket.flight]?.members.firstIndex(where: { $0.place == ticket.place }) else {
            return false
        }
        flights[ticket.flight]?.members.remove(at: index)
        return flights[ticket.flight]?.members.isEmpty == true
    }

    /// Lets nobody join the flight for a key any more. Its waiters wait on.
    ///
    /// - Returns: The flight; nil without one.
    @inlinable public mutating func close(_ key: Key) -> Int? { numbers.removeValue(forKey: key) }

    /// Ends a flight, and returns it; nil if it isn't under way.
    @inlinable @discardableResult
    public mutating func finish(_ flight: Int) -> Flight? {
        guard let ended = flights.removeValue(forKey: flight) else { return nil }
        if numbers[ended.key] == flight { numbers[ended.key] = nil }
        return ended
    }

    /// Ends the flights for some keys. Returns their waiters in the order in which they joined.
    @inlinable public mutating func finishAll(where condition: (Key) -> Bool) -> [Waiter] {
        let ended = flights.filter { condition($0.value.key) }.keys.compactMap { finish($0) }
        return ended.flatMap(\.members).sorted { $0.place < $1.place }.map(\.waiter)
    }

    @inlinable mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}
