import TalynCore
import _TalynSupport

/// Decides when calls pass a rate limit, with a token bucket for each key, and the quota that a server told.
///
/// If processes share the limit, the tokens are the permits that the store gives.
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
        /// The permit of a store.
        var permit: PermitStock.Permit?
    }

    struct Place {
        let waiter: Waiter
        /// The time by which the call must pass, without the wait for the store.
        let latest: Duration?
    }

    private let limit: Limit
    /// The longest time until a reset that a server tells, and the longest wait that it asks for.
    private let maximumDelay: Duration
    var buckets = KeyedStateStore<Bucket>()
    private var nextID = 0

    /// Creates a state machine.
    ///
    /// - Parameters:
    ///   - interval: The time for one token.
    ///   - burst: The capacity of a bucket.
    ///   - maximumDelay: The longest time for which a server can stop calls.
    ///   - isShared: Whether the permits of a store are the tokens.
    init(interval: Duration, burst: Int, maximumDelay: Duration = .longest, isShared: Bool = false) {
        self.maximumDelay = min(max(maximumDelay, .zero), .longest)
        limit = Limit(interval: min(max(interval, .zero), .longest), burst: burst, isShared: isShared)
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
        let limit = limit
        return buckets.update(key, default: Bucket(limit, now: now)) {
            $0.isIdle(at: now)
        } _: { [nextID] bucket in
            bucket.permits?.dropExpired(now: now)
            if bucket.queue.isEmpty, bucket.hasToken(at: now) {
                return Entry(decision: .admitted(bucket.takeToken(for: nextID, now: now)))
            }
            let tokens = bucket.tokens
            let permits = bucket.stock
            func passTime(at position: Int) -> Duration { tokens.passTime(at: position, permits, now: now) }
            let expected = passTime(at: bucket.queue.position(for: priority))
            let latest = maximumWait.map { now + min($0, .longest) }
            if let latest, expected > latest { return Entry(decision: .rejected(retryAfter: expected - now)) }
            let waiter = makeWaiter()
            let start = latest.map { $0 - bucket.storeWait }
            bucket.hasLimitedWaits = latest != nil || bucket.hasLimitedWaits && !bucket.queue.isEmpty
            bucket.queue.enqueue(Place(waiter: waiter, latest: start), id: nextID, priority: priority)
            var entry = Entry(decision: .queued(id: nextID, waiter))
            guard bucket.hasLimitedWaits else { return entry }
            // Less urgent calls now pass one place later.
            let storeWait = bucket.storeWait
            entry.evicted = bucket.queue.evict(after: priority) { place, position in
                place.latest.map { passTime(at: position) > $0 + storeWait } ?? false
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
        if let permit = last.permit { buckets[key]?.permits?.putBack(permit) }
        buckets[key]?.last = nil
        buckets[key]?.count -= 1
        return serve(key, now: now)
    }

    /// Gives all available tokens to waiting calls.
    ///
    /// - Parameter all: Whether all waiting calls pass, also without a token.
    /// - Returns: The calls that pass.
    mutating func serve(_ key: String, now: Duration, all: Bool = false) -> [Service] {
        var served: [Service] = []
        buckets[key]?.permits?.dropExpired(now: now)
        while buckets[key]?.hasToken(at: now) == true || all, let entry = buckets[key]?.queue.dequeue() {
            guard let admission = buckets[key]?.takeToken(for: entry.id, isFree: all, now: now) else { break }
            served.append((entry.id, entry.waiter.waiter, admission))
        }
        return served
    }

    /// The time of the next token, or of the next request for permits; nil if no call waits for one.
    func nextTime(of key: String) -> Duration? { buckets[key].flatMap { $0.queue.isEmpty ? nil : $0.next } }
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
        let limit = limit
        buckets.update(key, default: Bucket(limit, now: now)) {
            $0.isIdle(at: now)
        } _: { [maximumDelay] bucket in
            bucket.follow(limits, after: admission, maximumDelay: maximumDelay, now: now)
        }
    }

    /// Removes the waiting calls that would wait too long, since a server accepts fewer calls than before.
    mutating func evictLate(_ key: String, now: Duration) -> [Eviction] {
        guard let bucket = buckets[key], bucket.hasLimitedWaits, !bucket.queue.isEmpty,
            bucket.tokens.quota != nil || bucket.hasAnswer
        else {
            return []
        }
        buckets[key]?.hasAnswer = false
        let tokens = bucket.tokens
        let permits = bucket.stock
        let storeWait = bucket.currentStoreWait(now: now)
        func passTime(at position: Int) -> Duration { tokens.passTime(at: position, permits, now: now) }
        let evicted = buckets[key]?.queue.evict(after: nil) { place, position in
            place.latest.map { passTime(at: position) > $0 + storeWait } ?? false
        }
        return (evicted ?? []).map { ($0.waiter.waiter, passTime(at: $0.position) - now) }
    }
}
