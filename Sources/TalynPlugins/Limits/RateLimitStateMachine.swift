import TalynCore
import _TalynSupport

/// Decides when calls pass a rate limit, with a token bucket for each key, and the quota that a server told.
struct RateLimitStateMachine<Waiter> {
    struct Entry {
        enum Decision {
            case admitted(Admission)
            case queued(id: Int, Waiter)
            case rejected(retryAfter: Duration)
        }

        let decision: Decision
        /// The waiters that would now wait too long, and the time after which each could have passed.
        var evicted: [Eviction] = []
    }

    typealias Eviction = (waiter: Waiter, retryAfter: Duration)

    /// A waiting call that got a token.
    typealias Service = (id: Int, waiter: Waiter, admission: Admission)

    /// The place of a call among those of its key.
    struct Admission: Sendable {
        /// The number of the call, from 1.
        let number: Int
        /// Whether the quota of a server was known.
        let hasQuota: Bool
    }

    private struct Place {
        let waiter: Waiter
        /// The time by which the call must pass.
        let latest: Duration?
    }

    /// The tokens of a bucket, and the calls that a server still accepts.
    private struct Tokens {
        /// The time at which the bucket is full if no call takes a token.
        var fullTime: Duration
        /// Nil if the server tells no limit.
        var quota: ServerQuota?

        /// The time of the next token.
        func next(_ tolerance: Duration) -> Duration {
            let next = fullTime - tolerance
            return quota.map { max($0.next, next) } ?? next
        }

        /// The time at which a waiting call passes.
        ///
        /// - Parameter position: The number of calls that wait before it.
        func passTime(at position: Int, interval: Duration, tolerance: Duration, now: Duration) -> Duration {
            let time = max(fullTime - tolerance, now) + interval * position
            return quota.map { max($0.passTime(at: position, now: now), time) } ?? time
        }

        mutating func take(_ interval: Duration, now: Duration) {
            fullTime = max(fullTime, now) + interval
            quota?.take(at: now)
        }
    }

    private struct Bucket {
        var tokens: Tokens
        var queue = WaitQueue<Place>()
        /// Whether a call in the queue can have a time by which it must pass.
        var hasLimitedWaits = false
        /// The number of calls that passed.
        var count = 0
        /// The call that took the last token, and the tokens before.
        var last: (id: Int, tokens: Tokens)?

        init(now: Duration) {
            tokens = Tokens(fullTime: now)
        }

        /// Whether a new bucket would do the same.
        func isIdle(at now: Duration) -> Bool {
            tokens.fullTime <= now && queue.isEmpty && tokens.quota?.isOver(at: now) ?? true
        }

        mutating func takeToken(for id: Int, interval: Duration, now: Duration) -> Admission {
            last = (id, tokens)
            tokens.take(interval, now: now)
            count += 1
            return Admission(number: count, hasQuota: tokens.quota != nil)
        }

        /// Follows the limit that the response to a call tells.
        mutating func follow(_ limits: ServerLimits, after number: Int, maximumDelay: Duration, now: Duration) {
            if let told = limits.strictest {
                let unanswered = max(count - number, 0)
                var quota = ServerQuota(told, unanswered: unanswered, maximumDelay: maximumDelay, now: now)
                if let earlier = tokens.quota { quota.block(until: earlier.blockEnd) }
                tokens.quota = quota
            }
            if let delay = limits.retryAfter, delay > .zero {
                let end = now + min(delay, maximumDelay)
                tokens.quota = tokens.quota ?? ServerQuota(blockedUntil: end)
                tokens.quota?.block(until: end)
            }
            last?.tokens.quota = tokens.quota
        }
    }

    /// The time for one token.
    private let interval: Duration
    /// The time before the bucket is full at which it has a token.
    private let tolerance: Duration
    /// The longest time until a reset that a server tells, and the longest wait that it asks for.
    private let maximumDelay: Duration
    private var buckets = KeyedStateStore<Bucket>()
    private var nextID = 0

    /// Creates a state machine.
    ///
    /// - Parameters:
    ///   - interval: The time for one token.
    ///   - burst: The capacity of a bucket.
    ///   - maximumDelay: The longest time for which a server can stop calls.
    init(interval: Duration, burst: Int, maximumDelay: Duration = .longest) {
        self.maximumDelay = min(max(maximumDelay, .zero), .longest)
        self.interval = min(max(interval, .zero), .longest)
        // The bound keeps the product from overflowing.
        tolerance = self.interval * (min(max(burst, 1), 1_000_000_000) - 1)
    }

    /// The number of keys with a state.
    var keyCount: Int { buckets.count }

    /// Takes a token, or adds a call to the queue.
    ///
    /// - Parameter maximumWait: The time for which the call can wait; nil for no limit.
    mutating func enter(
        _ key: String,
        priority: RequestPriority,
        maximumWait: Duration?,
        now: Duration,
        makeWaiter: () -> Waiter
    ) -> Entry {
        nextID += 1
        return buckets.update(key, default: Bucket(now: now)) {
            $0.isIdle(at: now)
        } _: { [nextID, interval, tolerance] bucket in
            let tokens = bucket.tokens
            if bucket.queue.isEmpty, tokens.next(tolerance) <= now {
                return Entry(decision: .admitted(bucket.takeToken(for: nextID, interval: interval, now: now)))
            }
            func passTime(at position: Int) -> Duration {
                tokens.passTime(at: position, interval: interval, tolerance: tolerance, now: now)
            }
            let expected = passTime(at: bucket.queue.position(for: priority))
            let latest = maximumWait.map { now + min($0, .longest) }
            if let latest, expected > latest { return Entry(decision: .rejected(retryAfter: expected - now)) }
            let waiter = makeWaiter()
            bucket.hasLimitedWaits = latest != nil || bucket.hasLimitedWaits && !bucket.queue.isEmpty
            bucket.queue.enqueue(Place(waiter: waiter, latest: latest), id: nextID, priority: priority)
            var entry = Entry(decision: .queued(id: nextID, waiter))
            guard bucket.hasLimitedWaits else { return entry }
            // Less urgent calls now pass one place later.
            entry.evicted = bucket.queue.evict(after: priority) { place, position in
                place.latest.map { passTime(at: position) > $0 } ?? false
            }.map { ($0.waiter.waiter, passTime(at: $0.position) - now) }
            return entry
        }
    }

    /// Removes a call that was cancelled while it waited.
    mutating func leave(_ key: String, id: Int) {
        buckets[key]?.queue.leave(id)
    }

    /// Returns the token of a call that was cancelled before it passed.
    ///
    /// - Returns: The calls that get it.
    mutating func returnToken(of id: Int, _ key: String, now: Duration) -> [Service] {
        // If another call has taken a token since, too much time may have passed to return this one.
        guard let last = buckets[key]?.last, last.id == id else { return [] }
        buckets[key]?.tokens = last.tokens
        buckets[key]?.count -= 1
        return serve(key, now: now)
    }

    /// Gives all available tokens to waiting calls.
    ///
    /// - Parameter all: Whether all waiting calls pass, also without a token.
    /// - Returns: The calls that pass.
    mutating func serve(_ key: String, now: Duration, all: Bool = false) -> [Service] {
        var served: [Service] = []
        let interval = all ? .zero : interval
        while let next = nextTime(of: key), next <= now || all, let entry = buckets[key]?.queue.dequeue() {
            guard let admission = buckets[key]?.takeToken(for: entry.id, interval: interval, now: now) else { break }
            served.append((entry.id, entry.waiter.waiter, admission))
        }
        return served
    }

    /// The time of the next token; nil if no call waits for one.
    func nextTime(of key: String) -> Duration? {
        buckets[key].flatMap { $0.queue.isEmpty ? nil : $0.tokens.next(tolerance) }
    }
}

extension RateLimitStateMachine {
    /// Follows the limit that a response tells.
    ///
    /// - Parameters:
    ///   - limits: The limit; nil for a response without one.
    ///   - admission: The place of the answered call.
    mutating func follow(_ limits: ServerLimits?, _ key: String, _ admission: Admission, now: Duration) {
        guard let limits else {
            if buckets[key]?.tokens.quota?.isOver(at: now) == true { buckets[key]?.tokens.quota = nil }
            return
        }
        buckets.update(key, default: Bucket(now: now)) {
            $0.isIdle(at: now)
        } _: { [maximumDelay] bucket in
            bucket.follow(limits, after: admission.number, maximumDelay: maximumDelay, now: now)
        }
    }

    /// Removes the waiting calls that would wait too long, since a server accepts fewer calls than before.
    mutating func evictLate(_ key: String, now: Duration) -> [Eviction] {
        guard let bucket = buckets[key], bucket.hasLimitedWaits, !bucket.queue.isEmpty, bucket.tokens.quota != nil
        else {
            return []
        }
        let tokens = bucket.tokens
        func passTime(at position: Int) -> Duration {
            tokens.passTime(at: position, interval: interval, tolerance: tolerance, now: now)
        }
        let evicted = buckets[key]?.queue.evict(after: nil) { place, position in
            place.latest.map { passTime(at: position) > $0 } ?? false
        }
        return (evicted ?? []).map { ($0.waiter.waiter, passTime(at: $0.position) - now) }
    }
}
