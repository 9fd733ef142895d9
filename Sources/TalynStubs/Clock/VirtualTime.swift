/// The time of a ``VirtualClock``, and its sleepers by deadline. A pure state machine.
///
/// Sleepers with the same deadline wake in the order of their arrival.
struct VirtualTime<Waiter> {
    /// A place in the order of wake-ups.
    struct Place: Hashable, Comparable {
        let deadline: Duration
        let number: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.deadline, left.number) < (right.deadline, right.number)
        }
    }

    /// The answer to a sleeper that starts to wait.
    enum Claim: Equatable {
        case waits
        case isDue
        /// The place was given up.
        case isGone
    }

    private(set) var now = Duration.zero

    /// The latest first.
    private var order: [Place] = []
    private var waiters: [Place: Waiter] = [:]
    private var nextNumber = 0

    /// The number of sleepers.
    var sleeperCount: Int { waiters.count }

    /// Whether the time can move. It can't pass a place whose timer has no waiter yet.
    var canMove: Bool { order.last.map { waiters[$0] != nil } ?? false }

    /// Reserves a place. The time doesn't pass it until it is claimed or left.
    mutating func reserve(until deadline: Duration) -> Place {
        let place = Place(deadline: max(deadline, now), number: nextNumber)
        nextNumber += 1
        order.insert(place, at: index(of: place))
        return place
    }

    /// Starts to wait at a place.
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
    /// - Parameter limit: The latest time. With a limit, the time passes timers without a waiter.
    /// - Returns: The sleeper to wake; nil if the time can't move.
    mutating func step(upTo limit: Duration? = nil) -> Waiter? {
        let next = limit == nil ? order.last : order.last { waiters[$0] != nil }
        guard let next, next.deadline <= limit ?? next.deadline, waiters[next] != nil else { return nil }
        now = max(now, next.deadline)
        return leave(next)
    }

    /// Moves the time forward.
    mutating func advance(to time: Duration) {
        now = max(now, time)
    }

    private func contains(_ place: Place) -> Bool {
        let index = index(of: place)
        return index < order.count && order[index] == place
    }

    /// The index of the place in the order, or the index to insert it.
    private func index(of place: Place) -> Int {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if order[middle] > place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
