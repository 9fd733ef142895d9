public import TalynCore
import _TalynFoundation
import _TalynSupport

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
///
/// The plugin also follows the limit that the server tells in its responses, so that calls wait before the server refuses them. See
/// ``Response/rateLimit`` for the header fields.
/// ``init(maximumWait:key:maximumServerDelay:store:storeOptions:clock:)`` creates a plugin without a limit of its own. The last few calls
/// before a reset are spread over the time until then, at most ten seconds apart. When none remains, calls wait for the reset. After a
/// response with status 429 or 503 they wait as long as its `Retry-After` says (RFC 9110, section 10.2.3).
///
/// With a ``RateLimitStore``, several processes keep one limit together, and follow the limits that the server tells any of them.
public final class RateLimitPlugin: CallInterceptor {
    /// The end of a wait.
    enum Outcome: Sendable {
        case admitted(Machine.Admission)
        case evicted(retryAfter: Duration)
        /// The store didn't answer.
        case failed(StoreError)
    }

    typealias Machine = RateLimitStateMachine<Promise<Outcome>>

    struct State {
        var machine: Machine
        /// A timer for each key with waiting calls.
        var timers: [String: Timer] = [:]
        var timerCount = 0

        /// Adds a timer for the next token of a key, which must then be started. Returns nil if the key needs none, or has one.
        mutating func makeTimer(for key: String) -> NewTimer? {
            guard timers[key] == nil, let end = machine.nextTime(of: key) else { return nil }
            timerCount += 1
            timers[key] = Timer(id: timerCount, end: end)
            return (timerCount, end)
        }

        /// Removes the timer of a key that needs none, or an earlier one.
        mutating func removeTimer(of key: String) -> Task<Void, Never>? {
            guard let timer = timers[key] else { return nil }
            if let next = machine.nextTime(of: key), next >= timer.end { return nil }
            timers[key] = nil
            return timer.task
        }

        /// The time for which a timer waits next; nil if it isn't needed any more.
        mutating func nextEnd(ofTimer id: Int, for key: String) -> Duration? {
            guard timers[key]?.id == id, let end = machine.nextTime(of: key) else { return nil }
            timers[key]?.end = end
            return end
        }
    }

    struct Timer {
        let id: Int
        /// The time at which it gives the next tokens.
        var end: Duration
        /// Nil until the timer is started.
        var task: Task<Void, Never>?
    }

    typealias NewTimer = (id: Int, end: Duration)

    let maximumWait: Duration?
    let maximumServerDelay: Duration
    let sharing: RateLimitSharing?
    private let key: CallKey
    let time: TimeSource
    private let date: @Sendable () -> Date
    let state: Locked<State>

    /// Creates a plugin with a limit. It follows the server's limit, too, if that is stricter.
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
    ///   - maximumServerDelay: The longest time for which a response of the server can stop the calls. Zero to ignore the server's
    ///     limit.
    ///   - store: A store of permits, for a limit of several processes. Nil for a limit of this one.
    ///   - storeOptions: The longest wait for the store, and the effect on calls while it doesn't answer.
    ///   - clock: The clock that measures time.
    public convenience init(
        _ limit: Int,
        per interval: Duration,
        burst: Int = 1,
        maximumWait: Duration? = nil,
        key: CallKey = .origin,
        maximumServerDelay: Duration = .seconds(3_600),
        store: (any RateLimitStore)? = nil,
        storeOptions: StoreOptions = StoreOptions(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            interval: interval / max(limit, 1),
            burst: burst,
            maximumWait: maximumWait,
            key: key,
            maximumServerDelay: maximumServerDelay,
            store: store,
            storeOptions: storeOptions,
            clock: clock,
            date: { Date() }
        )
    }

    /// Creates a plugin that follows the server's limit alone.
    ///
    /// ```swift
    /// let github = Provider<GitHub>(plugins: [RetryPlugin(), RateLimitPlugin()])
    /// ```
    ///
    /// - Parameters:
    ///   - maximumWait: The time for which a call can wait: nil for no limit, zero to fail at once. A call never waits
    ///     beyond its ``RequestOptions/deadline``.
    ///   - key: The calls that the server counts together; by default those with the same scheme, host and port.
    ///   - maximumServerDelay: The longest time for which a response of the server can stop the calls.
    ///   - store: A store that tells the server's limit to several processes.
    ///   - storeOptions: The longest wait for the store, and the effect on calls while it doesn't answer.
    ///   - clock: The clock that measures time.
    public convenience init(
        maximumWait: Duration? = .seconds(60),
        key: CallKey = .origin,
        maximumServerDelay: Duration = .seconds(3_600),
        store: (any RateLimitStore)? = nil,
        storeOptions: StoreOptions = StoreOptions(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            interval: .zero,
            burst: 1,
            maximumWait: maximumWait,
            key: key,
            maximumServerDelay: maximumServerDelay,
            store: store,
            storeOptions: storeOptions,
            clock: clock,
            date: { Date() }
        )
    }

    /// - Parameter date: Returns the date, for a server that tells times without the `Date` of its response.
    init(
        interval: Duration,
        burst: Int,
        maximumWait: Duration?,
        key: CallKey,
        maximumServerDelay: Duration,
        store: (any RateLimitStore)? = nil,
        storeOptions: StoreOptions = StoreOptions(),
        clock: any Clock<Duration>,
        date: @escaping @Sendable () -> Date
    ) {
        self.maximumWait = maximumWait
        self.maximumServerDelay = maximumServerDelay
        self.key = key
        self.date = date
        time = TimeSource(clock)
        sharing = store.map { RateLimitSharing(store: $0, options: storeOptions, maximumWait: maximumWait) }
        state = Locked(
            State(
                machine: Machine(
                    interval: interval,
                    burst: burst,
                    maximumDelay: maximumServerDelay,
                    isShared: store != nil
                )
            )
        )
    }

    /// The numbers of keys with a state and of running timers.
    var counts: (keys: Int, timers: Int) { state.withLock { ($0.machine.keyCount, $0.timers.count) } }

    public func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        guard let key = key.text(endpoint, context.target) else { return try await next(endpoint) }
        let admission = try await pass(key, endpoint, context)
        guard maximumServerDelay > .zero else { return try await next(endpoint) }
        do {
            let response = try await next(endpoint)
            follow(response, to: endpoint, key, admission, context)
            return response
        } catch {
            if let response = (error as? TalynError)?.response {
                follow(response, to: endpoint, key, admission, context)
            }
            throw error
        }
    }

    /// Waits until the call can pass.
    private func pass(
        _ key: String,
        _ endpoint: Endpoint,
        _ context: CallContext
    ) async throws -> Machine.Admission {
        switch try enter(key, endpoint, context) {
        case .admitted(let admission):
            return admission
        case .queued(let id, let waiter):
            let start = time.now
            switch await waiter.value() {
            case .admitted(let admission)?:
                let wait = time.now - start
                context.note("waited \(wait.inWords) for the rate limit", by: self)
                context.recordRateLimit(of: key) { $0.wait += wait }
                return admission
            case .evicted(let retryAfter)?:
                throw RejectionError(.rateLimited, key: key, retryAfter: retryAfter)
            case .failed(let error)?:
                throw error
            case nil:
                update(key) { machine, _ in
                    machine.leave(key, id: id)
                    return []
                }
                throw TalynError.cancelled
            }
        case .rejected(let retryAfter):
            throw RejectionError(.rateLimited, key: key, retryAfter: retryAfter)
        }
    }

    /// Takes a token, or adds the call to the queue.
    private func enter(
        _ key: String,
        _ endpoint: Endpoint,
        _ context: CallContext
    ) throws -> Machine.Entry.Decision {
        // A cancelled call is not sent, so it must not take a token.
        if Task.isCancelled { throw TalynError.cancelled }
        let (now, priority) = (time.now, endpoint.priority)
        var maximumWait = maximumWait
        if let timeLeft = context.timeLeft { maximumWait = min(timeLeft, maximumWait ?? timeLeft) }
        let (entry, timer, request) = state.withLock { state in
            let entry = state.machine.enter(
                key,
                priority: priority,
                maximumWait: maximumWait,
                now: now,
                makeWaiter: { Promise<Outcome>() }
            )
            let request = sharing?.request(key, &state.machine, now: now)
            if case .queued = entry.decision { return (entry, state.makeTimer(for: key), request) }
            return (entry, nil, request)
        }
        if let request { ask(request, key) }
        if let timer { start(timer, for: key, now: now) }
        for (waiter, retryAfter) in entry.evicted { waiter.resolve(.evicted(retryAfter: retryAfter)) }
        return entry.decision
    }

    /// Follows the limit that a response tells.
    private func follow(
        _ response: Response,
        to endpoint: Endpoint,
        _ key: String,
        _ admission: Machine.Admission,
        _ context: CallContext
    ) {
        let limits = ServerLimits(response.headerFields, status: response.statusCode, at: date)
        if limits == nil, !admission.hasQuota { return }
        // After a redirect, another server tells its own limit.
        guard response.isFrom(Origin(endpoint.url)) else { return }
        update(key) { machine, now in
            machine.follow(limits, key, admission, now: now)
            return machine.serve(key, now: now)
        }
        if let remaining = limits?.strictest?.remaining {
            context.recordRateLimit(of: key) { $0.remaining = remaining }
        }
    }
}

extension RateLimitPlugin {
    /// Starts a timer, outside the lock, since the clock can be the caller's code.
    private func start(_ new: NewTimer, for key: String, now: Duration) {
        let timer = time.timer(for: new.end - now)
        let task = Task.inScope { [self] in await serve(key, new.id, after: timer) }
        let isNeeded = state.withLock { state in
            guard state.timers[key]?.id == new.id else { return false }
            state.timers[key]?.task = task
            return true
        }
        if !isNeeded { task.cancel() }
    }

    /// Gives new tokens to waiting calls until none waits.
    private func serve(_ key: String, _ id: Int, after timer: TimeSource.Timer) async {
        guard (try? await timer.wait()) != nil else { return await endTimer(key) }
        update(key) { machine, now in machine.serve(key, now: now) }
        while let next = state.withLock({ $0.nextEnd(ofTimer: id, for: key) }) {
            guard (try? await time.sleep(for: next - time.now)) != nil else { return await endTimer(key) }
            update(key) { machine, now in machine.serve(key, now: now) }
        }
    }

    /// Lets the calls continue after the clock failed. A clock that throws can't tell when they could pass.
    ///
    /// A cancelled timer isn't needed any more.
    private func endTimer(_ key: String) async {
        guard !Task.isCancelled else { return }
        update(key) { machine, now in machine.serve(key, now: now, all: true) }
    }

    /// Applies a change, resumes the calls that got a token or would wait too long, and sets the timer for the others.
    func update(_ key: String, _ change: (inout Machine, Duration) -> [Machine.Service]) {
        var cancelled = apply(change, to: key)
        // No recursion: thousands of waiting calls can have been cancelled at once.
        while let id = cancelled.popLast() {
            cancelled += apply({ machine, now in machine.returnToken(of: id, key, now: now) }, to: key)
        }
    }

    /// Returns the calls that got a token after they were cancelled.
    private func apply(_ change: (inout Machine, Duration) -> [Machine.Service], to key: String) -> [Int] {
        let now = time.now
        let (served, evicted, oldTimer, newTimer, request) = state.withLock { state in
            let served = change(&state.machine, now)
            let evicted = state.machine.evictLate(key, now: now)
            let request = sharing?.request(key, &state.machine, now: now)
            let oldTimer = state.removeTimer(of: key)
            return (served, evicted, oldTimer, state.makeTimer(for: key), request)
        }
        if let request { ask(request, key) }
        oldTimer?.cancel()
        if let newTimer { start(newTimer, for: key, now: now) }
        for (waiter, retryAfter) in evicted { waiter.resolve(.evicted(retryAfter: retryAfter)) }
        return served.filter { !$0.waiter.resolve(.admitted($0.admission)) }.map(\.id)
    }
}

/// The effect of a rate limit on a call, for metrics.
public struct RateLimitRecord: Sendable {
    /// The time that the call waited.
    public var wait = Duration.zero

    /// The number of calls that the server still accepted after the last response; nil if it didn't tell.
    public var remaining: Int?
}

/// The effects of rate limits on a call, by the keys of the calls that are counted together: `context[RateLimitRecords.self]`.
public enum RateLimitRecords: CallContextKey {
    public typealias Value = [String: RateLimitRecord]
}

extension CallContext {
    fileprivate func recordRateLimit(of key: String, _ change: (inout RateLimitRecord) -> Void) {
        var records = self[RateLimitRecords.self] ?? [:]
        change(&records[key, default: RateLimitRecord()])
        self[RateLimitRecords.self] = records
    }
}
