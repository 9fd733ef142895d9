import Foundation

/// Makes no more calls in a time than a server allows: those beyond wait for their turn, or fail.
///
/// ```swift
/// let weather = Provider<Weather>(plugins: [RateLimitPlugin(10, per: .seconds(1))])
/// ```
///
/// It counts what comes by it. Behind a plugin that repeats calls, such as ``RetryPlugin``, it counts attempts, as the
/// server does. Calls wait in the order of their ``RequestOptions/priority``, and of their coming where that is the same.
///
/// A call that can't pass in time fails at once with a ``RefusalError`` that says when it might. The plugin may be given
/// to several providers, which it then counts together.
public final class RateLimitPlugin: Plugin {
    private enum Turn: Sendable {
        case passes
        case refused(retryAfter: Duration)
    }

    private typealias Machine = RateLimitStateMachine<Callback<Turn>>

    private struct State {
        var machine: Machine
        /// What gives out the tokens of each key that is waited for.
        var timers: [String: Timer] = [:]
        var timerCount = 0

        /// A timer for the key's next token if it has none and needs one; it is still to be started.
        mutating func makeTimer(for key: String) -> (id: Int, end: Duration)? {
            guard timers[key] == nil, let end = machine.nextTime(of: key) else { return nil }
            timerCount += 1
            timers[key] = Timer(id: timerCount)
            return (timerCount, end)
        }
    }

    private struct Timer {
        let id: Int
        /// Nil until it is started.
        var task: Task<Void, Never>?
    }

    private let maximumWait: Duration?
    private let key: CallKey
    private let time: TimeSource
    private let state: Locked<State>

    /// Creates a plugin.
    ///
    /// In any time at most `burst` calls pass, and so many more as `limit` allows in that time.
    ///
    /// - Parameters:
    ///   - limit: How many calls may pass in an interval; at least one.
    ///   - interval: How long an interval is.
    ///   - burst: How many calls may pass at once after a time without calls. With one, calls pass evenly spaced.
    ///   - maximumWait: How long a call may wait for its turn: nil for as long as it takes, zero to fail at once. A call
    ///     never waits beyond its ``RequestOptions/deadline``.
    ///   - key: Which calls count together, by default those to the same scheme, host and port.
    ///   - clock: What measures the time.
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

    /// How many keys have a state, and how many timers run.
    var counts: (keys: Int, timers: Int) { state.withLock { ($0.machine.keyCount, $0.timers.count) } }

    public func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response {
        if let key = key.text(endpoint, target), let place = try enter(key, endpoint) {
            let start = time.now
            try await wait(at: place, key)
            endpoint.note("waited \((time.now - start).inWords) for the rate limit", by: self)
        }
        return try await next(endpoint)
    }

    /// Takes a token, or a place in the line for one.
    private func enter(_ key: String, _ endpoint: Endpoint) throws -> (id: Int, turn: Callback<Turn>)? {
        // What is cancelled isn't sent, and takes no token.
        if Task.isCancelled { throw TalynError.cancelled }
        let (now, priority) = (time.now, endpoint.priority)
        var maximumWait = maximumWait
        if let timeLeft = endpoint.timeLeft { maximumWait = min(timeLeft, maximumWait ?? timeLeft) }
        let (entry, timer) = state.withLock { state in
            let entry = state.machine.enter(
                key,
                priority: priority,
                maximumWait: maximumWait,
                now: now,
                makeWaiter: { Callback<Turn>() }
            )
            if case .waits = entry.decision { return (entry, state.makeTimer(for: key)) }
            return (entry, nil)
        }
        if let timer { start(timer.id, for: key, after: timer.end - now) }
        for (turn, retryAfter) in entry.expelled { turn.resolve(.refused(retryAfter: retryAfter)) }
        switch entry.decision {
        case .passes: return nil
        case .waits(let id, let turn): return (id, turn)
        case .refused(let retryAfter): throw RefusalError(.rateLimited, key: key, retryAfter: retryAfter)
        }
    }

    /// Starts a timer, outside the lock since the clock may be anybody's code.
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

    private func wait(at place: (id: Int, turn: Callback<Turn>), _ key: String) async throws {
        let turn = await place.turn.value()
        if case .passes? = turn { return }
        update(key) { machine, now in machine.leave(key, id: place.id, now: now) }
        guard case .refused(let retryAfter)? = turn else { throw TalynError.cancelled }
        throw RefusalError(.rateLimited, key: key, retryAfter: retryAfter)
    }

    /// Gives out tokens as they come, as long as somebody waits for them.
    private func serve(_ key: String, after timer: TimeSource.Timer) async {
        guard (try? await timer.wait()) != nil else { return }
        update(key) { machine, now in machine.serve(key, now: now) }
        while let next = state.withLock({ $0.machine.nextTime(of: key) }) {
            guard (try? await time.sleep(for: next - time.now)) != nil else { return }
            update(key) { machine, now in machine.serve(key, now: now) }
        }
    }

    /// Lets those pass whom a change gives tokens, and ends the timer if nobody waits any more.
    private func update(_ key: String, _ change: (inout Machine, Duration) -> [Callback<Turn>]) {
        let now = time.now
        let (served, timer) = state.withLock { state in
            let served = change(&state.machine, now)
            return (served, state.machine.isAwaited(key) ? nil : state.timers.removeValue(forKey: key)?.task)
        }
        for turn in served { turn.resolve(.passes) }
        timer?.cancel()
    }
}
