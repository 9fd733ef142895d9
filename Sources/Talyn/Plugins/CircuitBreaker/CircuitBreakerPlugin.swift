/// Leaves a server alone that fails: calls to it fail at once, until a call that is tried now and then gets through.
///
/// ```swift
/// let weather = Provider<Weather>(plugins: [CircuitBreakerPlugin()])
/// ```
///
/// For each server there is a circuit. It is closed, and calls pass, until too many of them have failed. Then it is open, and
/// calls fail with a ``RefusalError`` that says when to try again. After a time it is half-open: one call is let through,
/// and as that ends, the circuit closes or is open again. The plugin may be given to several providers, which it then counts
/// together.
public final class CircuitBreakerPlugin: Plugin {
    private let threshold: Threshold
    private let openTime: Duration
    private let key: CallKey
    private let countsAsFailure: @Sendable (Result<Response, TalynError>) -> Bool
    private let time: TimeSource
    private let circuits = Locked(KeyedStates<CircuitStateMachine>())

    /// Creates a plugin.
    ///
    /// - Parameters:
    ///   - threshold: How many calls have to fail for a circuit to open.
    ///   - openTime: How long a circuit is open until a call is tried. A trial that takes longer has another beside it.
    ///   - key: Which calls count together, by default those to the same scheme, host and port.
    ///   - clock: What measures the time.
    ///   - countsAsFailure: Whether a call shows that its server fails. Asked of calls that were answered, whether their target
    ///     accepts the status or not, or whose transport failed; not of cancelled ones and those that another plugin refused,
    ///     which aren't counted, and not of those that didn't find a network.
    public init(
        opensAt threshold: Threshold = .default,
        openFor openTime: Duration = .seconds(10),
        key: CallKey = .origin,
        clock: any Clock<Duration> = ContinuousClock(),
        countsAsFailure: @escaping @Sendable (Result<Response, TalynError>) -> Bool = isServerFailure
    ) {
        self.threshold = threshold
        self.openTime = openTime
        self.key = key
        self.countsAsFailure = countsAsFailure
        time = TimeSource(clock)
    }

    /// How many keys have a state.
    var keyCount: Int { circuits.withLock { $0.count } }

    public func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response {
        guard let key = key.text(endpoint, target) else { return try await next(endpoint) }
        let pass = try enter(key)
        if pass.trial != nil { endpoint.note("tries whether the server has recovered", by: self) }
        let result = await Result.of(endpoint, by: next)
        let hasFailed = Self.isTelling(result) ? countsAsFailure(result) : nil
        let now = time.now
        let change = circuits.withLock { $0[key]?.end(pass, hasFailed: hasFailed, now: now) }
        switch change {
        case nil:
            break
        case .opened(let failures, let calls):
            endpoint.note("opens the circuit: \(failures) of \(calls) calls failed", by: self)
        case .closed:
            endpoint.note("closes the circuit", by: self)
        }
        return try result.get()
    }

    private func enter(_ key: String) throws -> CircuitStateMachine.Pass {
        let now = time.now
        let decision = circuits.withLock { circuits in
            circuits.update(
                key,
                orMake: CircuitStateMachine(threshold: threshold, openTime: openTime),
                droppingWhere: { $0.isIdle(at: now) },
                { $0.enter(now: now) }
            )
        }
        switch decision {
        case .passes(let pass): return pass
        case .refused(let retryAfter): throw RefusalError(.circuitOpen, key: key, retryAfter: retryAfter)
        }
    }
}
