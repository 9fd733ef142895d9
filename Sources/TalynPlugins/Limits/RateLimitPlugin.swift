public import TalynCore

/// Limits the rate of calls: calls beyond the limit wait, or fail.
///
/// ```swift
/// let weather = Provider<Weather>(plugins: [RateLimitPlugin(10, per: .seconds(1))])
/// ```
///
/// The plugin counts the calls that reach it. After a plugin that repeats calls, such as ``RetryPlugin``, it counts
/// each attempt, as the server does. Calls wait in order of their ``RequestOptions/priority``, and in order of arrival
/// within the same priority.
///
/// A call that would wait too long fails at once with a ``RejectionError`` that says when it could pass. Several
/// providers can share the plugin; it then counts their calls together.
public final class RateLimitPlugin: CallInterceptor {
    /// The end of a wait.
    private enum Outcome: Sendable {
        case admitted
        case evicted(retryAfter: Duration)
    }

    private typealias Machine = RateLimitStateMachine<Promise<Outcome>>

    private struct State {
        var machine: Machine
        /// A timer for each key with waiting calls.
        var timers: [String: Timer] = [:]
        var timerCount = 0

        /// Adds a timer for the next token of a key, which must then be started; returns nil if the key needs none.
        mutating func makeTimer(for key: String) -> (id: Int, end: Duration)? {
            guard timers[key] == nil, let end = machine.nextTime(of: key) else { return nil }
            timerCount += 1
            timers[key] = Timer(id: timerCount)
            return (timerCount, end)
        }
    }

    private struct Timer {
        let id: Int
        /// Nil until the timer is started.
        var task: Task<Void, Never>?
    }

    let maximumWait: Duration?
    private let key: CallKey
    private let time: TimeSource
    private let state: Locked<State>

    /// Creates a plugin.
    ///
    /// Within any time, at most `burst` calls pass, plus those that `limit` allows for that time.
    ///
    /// - Parameters:
    ///   - limit: The number of calls that can pass in an interval; at least one.
    ///   - interval: The length of an interval.
    ///   - burst: The number of calls that can pass at once after a time without calls. With 1, calls are evenly
    ///     spaced.
    ///   - maximumWait: The time for which a call can wait: nil for no limit, zero to fail at once. A call never waits
    ///     beyond its ``RequestOptions/deadline``.
    ///   - key: The calls to count together; by default those with the same scheme, host and port.
    ///   - clock: The clock that measures time.
    public init(
        _ limit: Int,
        per interval: Duration,
        burst: Int = 1,
        maximumWait: Duration? = nil,
        key: CallKey = .origin,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.maximumWait = maximumWait
        self.key = key
        time = TimeSource(clock)
        state = Locked(State(machine: Machine(interval: interval / max(limit, 1), burst: burst)))
    }

    /// The numbers of keys with a state and of running timers.
    var counts: (keys: Int, timers: Int) { state.withLock { ($0.machine.keyCount, $0.timers.count) } }

    public func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        if let key = key.text(endpoint, context.target), let place = try enter(key, endpoint, context) {
            let start = time.now
            try await wait(at: place, key)
            context.note("waited \((time.now - start).inWords) for the rate limit", by: self)
        }
        return try await next(endpoint)
    }

    /// Takes a token, or adds the call to the queue and returns its place.
    private func enter(
        _ key: String,
        _ endpoint: Endpoint,
        _ context: CallContext
    ) throws -> (id: Int, waiter: Promise<Outcome>)? {
        // A cancelled call is not sent, so it must not take a token.
        if Task.isCancelled { throw TalynError.cancelled }
        let (now, priority) = (time.now, endpoint.priority)
        var maximumWait = maximumWait
        if let timeLeft = context.timeLeft { maximumWait = min(timeLeft, maximumWait ?? timeLeft) }
        let (entry, timer) = state.withLock { state in
            let entry = state.machine.enter(
                key,
                priority: priority,
                maximumWait: maximumWait,
                now: now,
                makeWaiter: { Promise<Outcome>() }
            )
            if case .queued = entry.decision { return (entry, state.makeTimer(for: key)) }
            return (entry, nil)
        }
        if let timer { start(timer.id, for: key, after: timer.end - now) }
        for (waiter, retryAfter) in entry.evicted { waiter.resolve(.evicted(retryAfter: retryAfter)) }
        switch entry.decision {
        case .admitted: return nil
        case .queued(let id, let waiter): return (id, waiter)
        case .rejected(let retryAfter): throw RejectionError(.rateLimited, key: key, retryAfter: retryAfter)
        }
    }

    /// Starts a timer, outside the lock, since the clock can be the caller's code.
    private func start(_ id: Int, for key: String, after duration: Duration) {
        let timer = time.timer(for: duration)
        let task = Task.inScope { [self] in await serve(key, after: timer) }
        let isNeeded = state.withLock { state in
            guard state.timers[key]?.id == id else { return false }
            state.timers[key]?.task = task
            return true
        }
        if !isNeeded { task.cancel() }
    }

    private func wait(at place: (id: Int, waiter: Promise<Outcome>), _ key: String) async throws {
        switch await place.waiter.value() {
        case .admitted?:
            return
        case .evicted(let retryAfter)?:
            throw RejectionError(.rateLimited, key: key, retryAfter: retryAfter)
        case nil:
            update(key) { machine, _ in
                machine.leave(key, id: place.id)
                return []
            }
            throw TalynError.cancelled
        }
    }

    /// Gives new tokens to waiting calls until none waits.
    private func serve(_ key: String, after timer: TimeSource.Timer) async {
        guard (try? await timer.wait()) != nil else { return await endTimer(key) }
        update(key) { machine, now in machine.serve(key, now: now) }
        while let next = state.withLock({ $0.machine.nextTime(of: key) }) {
            guard (try? await time.sleep(for: next - time.now)) != nil else { return await endTimer(key) }
            update(key) { machine, now in machine.serve(key, now: now) }
        }
    }

    /// Lets the calls continue after the clock failed. A clock that throws can't tell when they could pass.
    ///
    /// A cancelled timer isn't needed any more.
    private func endTimer(_ key: String) async {
        guard !Task.isCancelled else { return }
        update(key) { machine, _ in machine.admitAll(key) }
    }

    /// Applies a change, resumes the calls that got a token, and ends the timer if no call waits.
    private func update(_ key: String, _ change: (inout Machine, Duration) -> [Machine.Admission]) {
        let now = time.now
        let (served, timer) = state.withLock { state in
            let served = change(&state.machine, now)
            return (served, state.machine.hasWaiters(key) ? nil : state.timers.removeValue(forKey: key)?.task)
        }
        timer?.cancel()
        for (id, waiter) in served {
            let isCancelled = !waiter.resolve(.admitted)
            if isCancelled { update(key) { machine, now in machine.returnToken(of: id, key, now: now) } }
        }
    }
}

/// Decides when calls pass a rate limit, with a token bucket for each key.
struct RateLimitStateMachine<Waiter> {
    struct Entry {
        enum Decision {
            case admitted
            case queued(id: Int, Waiter)
            case rejected(retryAfter: Duration)
        }

        let decision: Decision
        /// The waiters that would now wait too long, and the time after which each could have passed.
        var evicted: [(waiter: Waiter, retryAfter: Duration)] = []
    }

    /// A call that got a token.
    typealias Admission = (id: Int, waiter: Waiter)

    private struct Place {
        let waiter: Waiter
        /// The time by which the call must pass.
        let latest: Duration?
    }

    private struct Bucket {
        /// The time at which the bucket is full if no call takes a token.
        var fullTime: Duration
        var queue = WaitQueue<Place>()
        /// Whether a call in the queue can have a time by which it must pass.
        var hasLimitedWaits = false
        /// The call that took the last token, and the full time without it.
        var last: (id: Int, fullTime: Duration)?

        mutating func takeToken(for id: Int, interval: Duration, now: Duration) {
            last = (id, fullTime)
            fullTime = max(fullTime, now) + interval
        }
    }

    /// The time for one token.
    private let interval: Duration
    /// The time before the bucket is full at which it has a token.
    private let tolerance: Duration
    private var buckets = KeyedStateStore<Bucket>()
    private var nextID = 0

    /// Creates a state machine.
    ///
    /// - Parameters:
    ///   - interval: The time for one token.
    ///   - burst: The capacity of a bucket.
    init(interval: Duration, burst: Int) {
        self.interval = min(max(interval, .zero), .longest)
        // The bound keeps the product from overflowing.
        tolerance = self.interval * (min(max(burst, 1), 1_000_000_000) - 1)
    }

    /// The number of keys with a state.
    var keyCount: Int { buckets.count }

    /// Whether any call waits for a token of a key.
    func hasWaiters(_ key: String) -> Bool { buckets[key]?.queue.isEmpty == false }

    /// Takes a token, or adds a call to the queue.
    ///
    /// - Parameters:
    ///   - key: The key of the bucket.
    ///   - priority: The priority of the call.
    ///   - maximumWait: The time for which the call can wait; nil for no limit.
    ///   - now: The current time.
    ///   - makeWaiter: Makes the waiter of a call that has to wait.
    mutating func enter(
        _ key: String,
        priority: RequestPriority,
        maximumWait: Duration?,
        now: Duration,
        makeWaiter: () -> Waiter
    ) -> Entry {
        nextID += 1
        return buckets.update(key, default: Bucket(fullTime: now)) {
            $0.fullTime <= now && $0.queue.isEmpty
        } _: { [nextID, interval, tolerance] bucket in
            let next = bucket.fullTime - tolerance
            if next <= now, bucket.queue.isEmpty {
                bucket.takeToken(for: nextID, interval: interval, now: now)
                return Entry(decision: .admitted)
            }
            func passTime(at position: Int) -> Duration { max(next, now) + interval * position }
            let expected = passTime(at: bucket.queue.position(for: priority))
            let latest = maximumWait.map { now + min($0, .longest) }
            if let latest, expected > latest { return Entry(decision: .rejected(retryAfter: expected - now)) }
            let waiter = makeWaiter()
            bucket.hasLimitedWaits = latest != nil || bucket.hasLimitedWaits && !bucket.queue.isEmpty
            bucket.queue.enqueue(Place(waiter: waiter, latest: latest), id: nextID, priority: priority)
            var entry = Entry(decision: .queued(id: nextID, waiter))
            guard bucket.hasLimitedWaits else { return entry }
            // Less urgent calls now pass one interval later.
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
    mutating func returnToken(of id: Int, _ key: String, now: Duration) -> [Admission] {
        // If another call has taken a token since, too much time may have passed to return this one.
        guard let last = buckets[key]?.last, last.id == id else { return [] }
        buckets[key]?.fullTime = last.fullTime
        return serve(key, now: now)
    }

    /// Gives all available tokens to waiting calls.
    ///
    /// - Returns: The calls that get one.
    mutating func serve(_ key: String, now: Duration) -> [Admission] {
        var served: [Admission] = []
        while let next = nextTime(of: key), next <= now, let entry = buckets[key]?.queue.dequeue() {
            buckets[key]?.takeToken(for: entry.id, interval: interval, now: now)
            served.append((entry.id, entry.waiter.waiter))
        }
        return served
    }

    /// Lets all waiting calls of a key pass.
    mutating func admitAll(_ key: String) -> [Admission] {
        var served: [Admission] = []
        while let entry = buckets[key]?.queue.dequeue() { served.append((entry.id, entry.waiter.waiter)) }
        return served
    }

    /// The time of the next token; nil if no call waits for one.
    func nextTime(of key: String) -> Duration? {
        buckets[key].flatMap { $0.queue.isEmpty ? nil : $0.fullTime - tolerance }
    }
}
