/// Which calls pass a rate limit when: a token bucket for each key. Decides, and does nothing itself.
struct RateLimitStateMachine<Waiter> {
    struct Entry {
        enum Decision {
            case passes
            case waits(id: Int, Waiter)
            case refused(retryAfter: Duration)
        }

        let decision: Decision
        /// Who has to wait too long now that somebody more urgent has come, and in what time each would have passed.
        var expelled: [(waiter: Waiter, retryAfter: Duration)] = []
    }

    private struct Place {
        let waiter: Waiter
        /// The time by which it has to pass.
        let latest: Duration?
    }

    private struct Bucket {
        /// When it will be full again if nobody takes a token.
        var fullTime: Duration
        var line = WaitingLine<Place>()
        /// Who took the last token, and when the bucket would be full if it hadn't.
        var last: (id: Int, fullTime: Duration)?

        mutating func take(as id: Int, interval: Duration, now: Duration) {
            last = (id, fullTime)
            fullTime = max(fullTime, now) + interval
        }
    }

    /// In what time a token comes.
    private let interval: Duration
    /// How long before it is full the bucket has a token.
    private let tolerance: Duration
    private var buckets = KeyedStates<Bucket>()
    private var nextID = 0

    /// - Parameters:
    ///   - interval: In what time a token comes.
    ///   - burst: How many tokens there can be.
    init(interval: Duration, burst: Int) {
        self.interval = min(max(interval, .zero), .longest)
        // More than anybody means would overflow.
        tolerance = self.interval * (min(max(burst, 1), 1_000_000_000) - 1)
    }

    /// How many keys have a state.
    var keyCount: Int { buckets.count }

    /// Whether anybody waits for tokens of a key.
    func isAwaited(_ key: String) -> Bool { buckets[key]?.line.isEmpty == false }

    /// Somebody wants a token.
    ///
    /// - Parameters:
    ///   - key: Of which bucket.
    ///   - priority: How urgent it is.
    ///   - maximumWait: How long it can wait; nil if that doesn't matter.
    ///   - now: The time.
    ///   - makeWaiter: Makes who waits, if somebody has to.
    mutating func enter(
        _ key: String,
        priority: RequestPriority,
        maximumWait: Duration?,
        now: Duration,
        makeWaiter: () -> Waiter
    ) -> Entry {
        nextID += 1
        return buckets.update(key, orMake: Bucket(fullTime: now)) {
            $0.fullTime <= now && $0.line.isForgotten
        } _: { [nextID, interval, tolerance] bucket in
            let next = bucket.fullTime - tolerance
            if next <= now, bucket.line.isEmpty {
                bucket.take(as: nextID, interval: interval, now: now)
                return Entry(decision: .passes)
            }
            let position = bucket.line.position(for: priority)
            func turn(at position: Int) -> Duration { max(next, now) + interval * position }
            let latest = maximumWait.map { now + min($0, .longest) }
            if let latest, turn(at: position) > latest {
                return Entry(decision: .refused(retryAfter: turn(at: position) - now))
            }
            let waiter = makeWaiter()
            bucket.line.insert(Place(waiter: waiter, latest: latest), id: nextID, priority: priority)
            var entry = Entry(decision: .waits(id: nextID, waiter))
            var index = position + 1
            while index < bucket.line.count {
                if let latest = bucket.line.places[index].waiter.latest, turn(at: index) > latest {
                    entry.expelled.append((bucket.line.expel(at: index).waiter, turn(at: index) - now))
                } else {
                    index += 1
                }
            }
            return entry
        }
    }

    /// Somebody who waited goes away without a token: it was cancelled, or has heard that it is expelled.
    ///
    /// - Returns: Who gets the token that was meant for it.
    mutating func leave(_ key: String, id: Int, now: Duration) -> [Waiter] {
        // If others took tokens after it, too much time may have gone by for it to be there still.
        guard case .called? = buckets[key]?.line.leave(id), let last = buckets[key]?.last, last.id == id
        else { return [] }
        buckets[key]?.fullTime = last.fullTime
        return serve(key, now: now)
    }

    /// Gives out the tokens that are there.
    ///
    /// - Returns: Who gets them.
    mutating func serve(_ key: String, now: Duration) -> [Waiter] {
        var served: [Waiter] = []
        while let next = nextTime(of: key), next <= now, let place = buckets[key]?.line.callFirst() {
            buckets[key]?.take(as: place.id, interval: interval, now: now)
            served.append(place.waiter.waiter)
        }
        return served
    }

    /// When the next token is given out; nil if nobody waits for one.
    func nextTime(of key: String) -> Duration? {
        buckets[key].flatMap { $0.line.isEmpty ? nil : $0.fullTime - tolerance }
    }
}
