public import TalynCore
import _TalynFoundation
import _TalynSupport

/// Retries failed calls.
///
/// ```swift
/// let provider = Provider<API>(plugins: [RetryPlugin()])
/// ```
///
/// The plugin retries calls that are ``Endpoint/isIdempotent`` (RFC 9110, section 9.2.2), and others that surely no server has
/// processed, if their body can be sent again. The caller gets the result of the last attempt, a response or an error. The ``CallMetrics`` has the reason
/// for each retry, and the reason why a failed call was not retried.
public struct RetryPlugin: CallInterceptor {
    private let configuration: Configuration
    private let budget: Budget?
    private let time: TimeSource
    private let random: SharedRandom
    private let date: @Sendable () -> Date

    /// Creates a plugin. Copies of it share its budget.
    ///
    /// - Parameters:
    ///   - configuration: The failures to retry, the number of attempts and the waits between them.
    ///   - budget: The limit on the retries of all calls together; nil for no limit.
    ///   - clock: The clock for waits and deadlines.
    ///   - random: The source of the jitter.
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
        self.random = SharedRandom(random)
        self.date = date
    }

    public func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        budget?.deposit()
        let start = configuration.deadline.map { _ in time.now }
        var attempts = 0
        while true {
            let result = await Result(of: next, for: endpoint)
            attempts += 1
            guard let failure = configuration.failure(in: result, of: context.target) else { return try result.get() }
            let attempt = RetryStateMachine.Attempt(
                number: attempts,
                isSafe: endpoint.isIdempotent || configuration.isUnprocessed(result),
                canBeSentAgain: context.canBeSentAgain(endpoint),
                retryAfter: retryAfter(in: result),
                remaining: remaining(of: context, since: start)
            )
            switch decision(on: attempt) {
            case .stop(let reason):
                if let reason { context.note("\(failure), not retried: \(reason)", by: self) }
                return try result.get()
            case .retry(let delay):
                guard try await wait(for: delay, after: failure, result, context, since: start) else {
                    return try result.get()
                }
            }
        }
    }

    /// Waits for the next attempt, and removes the result of the last one.
    ///
    /// - Returns: False if the deadline has passed.
    /// - Throws: ``TalynError`` when the task is cancelled.
    private func wait(
        for delay: Duration,
        after failure: String,
        _ result: Result<Response, TalynError>,
        _ context: CallContext,
        since start: Duration?
    ) async throws(TalynError) -> Bool {
        do {
            try await time.sleep(for: delay)
        } catch {
            budget?.putBack()
            result.response?.removeFile()
            context.note("\(failure), not retried: cancelled during the wait", by: self)
            throw TalynError(error)
        }
        // A clock can sleep longer than it was asked to.
        if let remaining = remaining(of: context, since: start), remaining <= .zero {
            budget?.putBack()
            context.note("\(failure), not retried: the deadline has passed", by: self)
            return false
        }
        result.response?.removeFile()
        context.noteRetry("\(failure), waited \(delay.inWords)", by: self)
        return true
    }

    private func decision(on attempt: RetryStateMachine.Attempt) -> RetryStateMachine.Decision {
        let machine = RetryStateMachine(configuration: configuration)
        var random = random
        let decision = machine.decision(on: attempt, random: &random)
        // Last, so that only a retry that is made costs something.
        if case .retry = decision, budget?.withdraw() == false { return .stop(.budgetExhausted) }
        return decision
    }

    private func retryAfter(in result: Result<Response, TalynError>) -> Duration? {
        guard configuration.maximumRetryAfter != nil, let fields = result.response?.headerFields else { return nil }
        return RetryAfter.delay(in: fields, at: date)
    }

    /// Returns the time until the first of both deadlines; nil without a deadline.
    private func remaining(of context: CallContext, since start: Duration?) -> Duration? {
        let ofPlugin = configuration.deadline.flatMap { deadline in start.map { deadline - (time.now - $0) } }
        return [ofPlugin, context.timeLeft].compactMap { $0 }.min()
    }
}

extension RetryPlugin {
    /// The failures to retry, the number of attempts and the waits between them.
    ///
    /// ```swift
    /// let configuration = RetryPlugin.Configuration {
    ///     $0.maximumAttempts = 5
    ///     $0.deadline = .seconds(30)
    /// }
    /// ```
    public struct Configuration: Sendable {
        /// The maximum number of attempts of a call, including the first one.
        public var maximumAttempts = 3

        /// The wait before each retry.
        public var backoff = Backoff()

        /// The status codes to retry.
        ///
        /// By default:
        ///
        /// - 408, 425 (RFC 8470), 429 (RFC 6585) and 503, which ask for a retry;
        /// - 502 and 504, which gateways send;
        /// - 500, since another instance of the server can succeed, and repeating an idempotent call does no harm.
        public var statuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

        /// The status codes by which the server says that it hasn't processed the call, such as 429 of an API that documents it so.
        /// After them, calls that aren't idempotent are retried, too. Empty by default.
        public var refusals: Set<Int> = []

        /// The transport failures to retry.
        ///
        /// Calls that were cancelled, exceeded their deadline or got a response that is too large are never retried,
        /// even if this set contains those kinds.
        public var transportFailures: Set<TransportError.Kind> = [
            .timedOut, .notConnected, .cannotConnect, .connectionLost,
        ]

        /// The longest `Retry-After` to wait for (RFC 9110, section 10.2.3). If a response asks for more, the caller gets
        /// it at once. Nil ignores the field.
        ///
        /// The wait of ``backoff`` is added, so that not all callers come back at the same time.
        public var maximumRetryAfter: Duration? = .seconds(60)

        /// The time after the first attempt within which a retry can begin; nil for no limit.
        ///
        /// The plugin doesn't start a wait that would end later. It doesn't end a running attempt: use
        /// ``RequestOptions/timeout`` and ``RequestOptions/deadline`` for that. The plugin respects both deadlines.
        public var deadline: Duration?

        /// Whether to retry a response whose status isn't in ``statuses``, such as a 200 with an error in its body; nil
        /// for no such response. An error that the closure throws counts as false. Not used for downloads.
        public var shouldRetry: (@Sendable (_ response: Response, _ target: any TargetType) throws -> Bool)?

        /// Creates a configuration.
        ///
        /// - Parameter configure: Changes the defaults.
        public init(_ configure: (inout Configuration) -> Void = { _ in }) {
            configure(&self)
        }
    }
}

extension RetryPlugin.Configuration {
    /// Describes the failure of an attempt that can be retried; nil for any other result.
    func failure(in result: Result<Response, TalynError>, of target: any TargetType) -> String? {
        if let response = result.response {
            if statuses.union(refusals).contains(response.statusCode) { return "status \(response.statusCode)" }
            guard let shouldRetry, response.hasDataInMemory, (try? shouldRetry(response, target)) == true
            else { return nil }
            return "status \(response.statusCode) with a transient error in the body"
        }
        guard case .failure(let error) = result, let kind = error.transportError?.kind,
            transportFailures.contains(kind), !Self.finalFailures.contains(kind)
        else { return nil }
        return "\(kind)"
    }

    /// Whether surely no server has processed the call, so that repeating it does no harm, whatever its method.
    func isUnprocessed(_ result: Result<Response, TalynError>) -> Bool {
        if let response = result.response { return refusals.contains(response.statusCode) }
        guard case .failure(let error) = result else { return false }
        return error.transportError?.mayHaveBeenSent == false
    }

    private static let finalFailures: Set<TransportError.Kind> = [.cancelled, .deadlineExceeded, .responseTooLarge]
}

/// Decides whether and when a failed attempt is retried.
struct RetryStateMachine {
    /// A failed attempt.
    struct Attempt {
        /// The number of the attempt, from 1.
        let number: Int
        /// Whether a repetition does no harm.
        var isSafe = true
        var canBeSentAgain = true
        /// The wait that the server asks for.
        var retryAfter: Duration?
        /// The time until the deadline; nil without one.
        var remaining: Duration?
    }

    enum Decision: Equatable {
        /// Gives the caller the result of the attempt. The reason is nil after the last attempt.
        case stop(StopReason?)
        case retry(after: Duration)
    }

    enum StopReason: Equatable, CustomStringConvertible {
        case notIdempotent
        case bodyCannotBeSentAgain
        case retryAfterTooLong(Duration)
        case deadlineTooEarly(delay: Duration)
        case budgetExhausted

        var description: String {
            switch self {
            case .notIdempotent: "the call is not idempotent"
            case .bodyCannotBeSentAgain: "its body can't be sent again"
            case .retryAfterTooLong(let delay): "the server asks for a wait of \(delay.inWords)"
            case .deadlineTooEarly(let delay): "the wait of \(delay.inWords) would exceed the deadline"
            case .budgetExhausted: "the retry budget is exhausted"
            }
        }
    }

    let configuration: RetryPlugin.Configuration

    func decision(on attempt: Attempt, random: inout some RandomNumberGenerator) -> Decision {
        guard attempt.number < configuration.maximumAttempts else { return .stop(nil) }
        guard attempt.isSafe else { return .stop(.notIdempotent) }
        guard attempt.canBeSentAgain else { return .stop(.bodyCannotBeSentAgain) }
        let retryAfter = max(attempt.retryAfter ?? .zero, .zero)
        guard retryAfter <= configuration.maximumRetryAfter ?? .zero || retryAfter == .zero else {
            return .stop(.retryAfterTooLong(retryAfter))
        }
        // Added to the server's wait, since the server asks all callers for the same.
        let delay = retryAfter + configuration.backoff.delay(afterAttempts: attempt.number, random: &random)
        if let remaining = attempt.remaining, delay >= remaining { return .stop(.deadlineTooEarly(delay: delay)) }
        return .retry(after: delay)
    }
}
