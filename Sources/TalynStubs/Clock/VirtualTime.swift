/// The sleepers of a ``VirtualClock``, by their deadlines, and the time: the decisions of the clock, without tasks.
///
/// Of several sleepers with the same deadline, the first to come is woken first.
struct VirtualTime<Waiter> {
    /// A place in the order of wake-ups.
    struct Place: Hashable, Comparable {
        let deadline: Duration
        let number: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.deadline, left.number) < (right.deadline, right.number)
        }
    }

    /// The answer to a sleeper that comes to wait.
    enum Claim: Equatable {
        case waits
        case isDue
        /// The place has been given up.
        case isGone
    }

    private(set) var now = Duration.zero

    /// The latest first.
    private var order: [Place] = []
    private var waiters: [Place: Waiter] = [:]
    private var nextNumber = 0

    /// How many sleep.
    var sleeperCount: Int { waiters.count }

    /// Whether the time can move: not past a place that is kept for a timer which nobody waits for yet.
    var canMove: Bool { order.last.map { waiters[$0] != nil } ?? false }

    /// Takes a place; the time doesn't pass it before it is claimed or left.
    mutating func reserve(until deadline: Duration) -> Place {
        let place = Place(deadline: max(deadline, now), number: nextNumber)
        nextNumber += 1
        order.insert(place, at: index(of: place))
        return place
    }

    /// Begins to wait at a place.
    mutating func claim(_ place: Place, _ waiter: Waiter) -> Claim {
        guard contains(place) else { return .isGone }
        guard place.deadline > now else {
            _ = leave(place)
            return .isDue
        }
        waiters[place] = waiter
        return .waits
    }

    /// Gives up a place.
    ///
    /// - Returns: The sleeper that waited there.
    mutating func leave(_ place: Place) -> Waiter? {
        guard contains(place) else { return nil }
        order.remove(at: index(of: place))
        return waiters.removeValue(forKey: place)
    }

    /// Moves the time to the next deadline.
    ///
    /// - Parameter limit: How far the time may move; then it passes timers that nobody waits for.
    /// - Returns: The sleeper to wake; nil if the time can't move.
    mutating func step(upTo limit: Duration? = nil) -> Waiter? {
        let next = limit == nil ? order.last : order.last { waiters[$0] != nil }
        guard let next, next.deadline <= limit ?? next.deadline, waiters[next] != nil else { return nil }
        now = max(now, next.deadline)
        return leave(next)
    }

    /// Moves the time on.
    mutating func advance(to time: Duration) {
        now = max(now, time)
    }

    private func contains(_ place: Place) -> Bool {
        let index = index(of: place)
        return index < order.count && order[index] == place
    }

    /// Where the place stands in the order, or would.
    private func index(of place: Place) -> Int {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if order[middle] > place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
