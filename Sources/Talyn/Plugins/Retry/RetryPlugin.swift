import Foundation

/// Calls a server again that fails or asks to be called later.
///
/// ```swift
/// let provider = Provider<API>(plugins: [RetryPlugin()])
/// ```
///
/// Only what may be repeated is: calls that are ``Endpoint/isIdempotent`` (RFC 9110, section 9.2.2) and whose body can be
/// sent again. What the last attempt ended with is what the caller gets, be it a response or an error. Each further attempt
/// has its reason in the ``CallAccount``; so has a call that was not repeated although its outcome asked for it.
public struct RetryPlugin: Plugin {
    private let configuration: Configuration
    private let budget: Budget?
    private let time: TimeSource
    private let random: Locked<any RandomNumberGenerator & Sendable>
    private let date: @Sendable () -> Date

    /// Creates a plugin. Copies of it share its budget.
    ///
    /// - Parameters:
    ///   - configuration: When it calls again, how often, and what it waits for.
    ///   - budget: How many attempts all calls together may add; nil if there is no limit.
    ///   - clock: What it waits and measures by.
    ///   - random: Where the chance in the waits comes from.
    public init(
        _ configuration: Configuration = Configuration(),
        budget: Budget? = Budget(),
        clock: any Clock<Duration> = ContinuousClock(),
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.init(configuration, budget: budget, clock: clock, random: random, date: { Date() })
    }

    init(
        _ configuration: Configuration,
        budget: Budget?,
        clock: any Clock<Duration>,
        random: any RandomNumberGenerator & Sendable,
        date: @escaping @Sendable () -> Date
    ) {
        self.configuration = configuration
        self.budget = budget
        self.time = TimeSource(clock)
        self.random = Locked(random)
        self.date = date
    }

    public func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response {
        budget?.deposit()
        let start = configuration.deadline.map { _ in time.now }
        var attempts = 0
        while true {
            let result = await Result.of(endpoint, by: next)
            attempts += 1
            guard let failing = configuration.reason(toRepeat: result, of: target) else { return try result.get() }
            let attempt = RetryStateMachine.Attempt(
                number: attempts,
                retryAfter: retryAfter(in: result),
                obstacle: obstacle(to: endpoint),
                remaining: remaining(of: endpoint, since: start)
            )
            switch decision(on: attempt) {
            case .finish(let why):
                if let why { endpoint.note("\(failing), not repeated: \(why)", by: self) }
                return try result.get()
            case .retry(let delay):
                do {
                    try await wait(for: delay)
                } catch {
                    budget?.putBack()
                    result.response?.removeFile()
                    endpoint.note("\(failing), not repeated: the call was cancelled while it waited", by: self)
                    throw error
                }
                // A clock may have slept longer than it was asked to.
                if let remaining = remaining(of: endpoint, since: start), remaining <= .zero {
                    budget?.putBack()
                    endpoint.note("\(failing), not repeated: the time is up", by: self)
                    return try result.get()
                }
                result.response?.removeFile()
                endpoint.noteRetry("\(failing), waited \(delay.inWords)", by: self)
            }
        }
    }

    private func decision(on attempt: RetryStateMachine.Attempt) -> RetryStateMachine.Decision {
        let machine = RetryStateMachine(configuration: configuration)
        // The only place that asks for chance; a generator that has to change can't be asked without a lock.
        let decision = random.withLock { machine.decision(on: attempt, random: &$0) }
        // Asked last: a retry that is not made must not be paid for.
        if case .retry = decision, budget?.withdraw() == false { return .finish("the budget for retries is spent") }
        return decision
    }

    private func wait(for delay: Duration) async throws {
        do {
            try await time.sleep(for: delay)
        } catch is CancellationError {
            throw TalynError.cancelled
        }
    }

    /// For how long the server asks not to be called.
    private func retryAfter(in result: Result<Response, TalynError>) -> Duration? {
        guard configuration.respectsRetryAfter, let fields = result.response?.headerFields else { return nil }
        return RetryAfter.delay(in: fields, at: date)
    }

    /// What forbids to make the call again.
    private func obstacle(to endpoint: Endpoint) -> String? {
        guard endpoint.isIdempotent else { return "\(endpoint.method) is not idempotent here" }
        guard endpoint.canBeSentAgain else { return "its body can't be sent again" }
        return nil
    }

    /// The time that is left for the call; nil if that is not limited.
    private func remaining(of endpoint: Endpoint, since start: Duration?) -> Duration? {
        let mine = configuration.deadline.flatMap { deadline in start.map { deadline - (time.now - $0) } }
        // The call's own deadline counts from its beginning, by the provider's clock.
        let whole = endpoint.timeLeft
        guard let mine, let whole else { return mine ?? whole }
        return min(mine, whole)
    }
}
