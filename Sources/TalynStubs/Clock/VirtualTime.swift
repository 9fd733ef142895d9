/// Who sleeps until when, and what the time is: what a ``VirtualClock`` decides.
///
/// Of those with the same deadline, who came first is woken first.
struct VirtualTime<Waiter> {
    /// A place in the order of wake-ups.
    struct Place: Hashable, Comparable {
        let deadline: Duration
        let number: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.deadline, left.number) < (right.deadline, right.number)
        }
    }

    /// What the time does next.
    enum Step {
        /// It is the deadline of somebody, who is to be woken.
        case wake(Waiter)
        /// Nobody is to be woken, or the time stands until the earliest timer is waited for or let go.
        case rest
    }

    /// What becomes of one who comes to wait.
    enum Claim: Equatable {
        case waits
        case isDue
        /// The place has been given up.
        case isGone
    }

    private(set) var now = Duration.zero

    /// Changes whenever somebody comes to sleep, leaves, or is woken.
    private(set) var activity = 0

    /// The latest first.
    private var order: [Place] = []
    private var waiters: [Place: Waiter] = [:]
    private var timers: Set<Place> = []
    /// Those who have been woken and haven't come to run yet.
    private var waking: Set<Place> = []
    private var nextNumber = 0

    /// How many sleep.
    var sleeperCount: Int { waiters.count }

    /// Whether the time could move.
    var canMove: Bool { order.last.map { waiters[$0] != nil } ?? false }

    /// Whether somebody is known to do something, or is likely to: a timer is mostly set beside what is done before it.
    var isLikelyBusy: Bool {
        guard waking.isEmpty, let next = order.last else { return !waking.isEmpty }
        return timers.contains(next) || waiters[next] == nil
    }

    /// Takes a place; the time doesn't pass it before it is claimed or left.
    mutating func reserve(until deadline: Duration, isTimer: Bool) -> Place {
        let place = Place(deadline: max(deadline, now), number: nextNumber)
        nextNumber += 1
        order.insert(place, at: index(of: place))
        if isTimer { timers.insert(place) }
        activity += 1
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
        activity += 1
        return .waits
    }

    /// Gives up a place; the one who waited there.
    mutating func leave(_ place: Place) -> Waiter? {
        guard contains(place) else { return nil }
        order.remove(at: index(of: place))
        timers.remove(place)
        activity += 1
        return waiters.removeValue(forKey: place)
    }

    /// Moves the time to the next deadline.
    ///
    /// - Parameter limit: How far the time may move; then no timer keeps it that nobody waits for.
    mutating func step(upTo limit: Duration? = nil) -> Step {
        let next = limit == nil ? order.last : order.last { waiters[$0] != nil }
        guard let next, next.deadline <= limit ?? next.deadline, waiters[next] != nil else { return .rest }
        now = max(now, next.deadline)
        waking.insert(next)
        return leave(next).map { .wake($0) } ?? .rest
    }

    /// Notes that one who was woken runs.
    mutating func runs(_ place: Place) {
        if waking.remove(place) != nil { activity += 1 }
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
