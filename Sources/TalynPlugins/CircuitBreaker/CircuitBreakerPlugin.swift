public import TalynCore
import _TalynSupport

/// Fails fast while a server is failing, and lets a call through now and then to see whether it has recovered.
///
/// ```swift
/// let weather = Provider<Weather>(plugins: [CircuitBreakerPlugin()])
/// ```
///
/// Each server has its own circuit. A closed circuit lets calls pass and opens when too many of them fail. An open
/// circuit rejects calls with a ``RejectionError`` that says when to try again. When the reset timeout is over, it is
/// half-open: it lets one call pass as a probe. If the probe succeeds the circuit closes, otherwise it opens again.
///
/// Several providers can share the plugin; it then counts their calls together. With a ``CircuitBreakerStore``, several processes open
/// and close their circuits together, and one of them probes.
public final class CircuitBreakerPlugin: CallInterceptor {
    let threshold: Threshold
    let resetTimeout: Duration
    private let key: CallKey
    private let isFailure: @Sendable (Result<Response, TalynError>) -> Bool
    let time: TimeSource
    let sharing: CircuitBreakerSharing?
    private let circuits = Locked(KeyedStateStore<CircuitBreakerStateMachine>())

    /// Creates a plugin.
    ///
    /// - Parameters:
    ///   - threshold: The failure rate that opens a circuit.
    ///   - resetTimeout: The time for which a circuit stays open before a probe. If a probe takes longer, another one
    ///     starts.
    ///   - key: The calls to count together; by default those with the same scheme, host and port.
    ///   - store: A store of counts, for a circuit of several processes. Nil for circuits of this one.
    ///   - storeOptions: The longest wait for the store, and the effect on calls while it doesn't answer.
    ///   - clock: The clock that measures time.
    ///   - isFailure: Whether a result shows that the server is failing. The plugin asks for calls that got a response,
    ///     whether the target accepts its status or not, or whose transport failed. It doesn't ask for calls that were
    ///     cancelled, rejected by another plugin or found no network: it doesn't count those.
    public init(
        threshold: Threshold = Threshold(),
        resetTimeout: Duration = .seconds(10),
        key: CallKey = .origin,
        store: (any CircuitBreakerStore)? = nil,
        storeOptions: StoreOptions = StoreOptions(),
        clock: any Clock<Duration> = ContinuousClock(),
        isFailure: @escaping @Sendable (Result<Response, TalynError>) -> Bool = countsAsFailure
    ) {
        self.threshold = threshold
        self.resetTimeout = resetTimeout
        self.key = key
        self.isFailure = isFailure
        time = TimeSource(clock)
        sharing = store.map { CircuitBreakerSharing(store: $0, options: storeOptions) }
    }

    /// The number of keys with a circuit.
    var keyCount: Int { circuits.withLock { $0.count } }

    public func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        guard let key = key.text(endpoint, context.target) else { return try await next(endpoint) }
        let permission = try await sharing?.enter(key, self) ?? .local(try enter(key))
        if permission.isProbe { context.note("probes whether the server has recovered", by: self) }
        let result = await Result(of: next, for: endpoint)
        let hasFailed = Self.showsServerState(result) ? isFailure(result) : nil
        switch end(key, permission, hasFailed: hasFailed) {
        case nil:
            break
        case .opened(let failures, let calls):
            context.note("opens the circuit: \(failures) of \(calls) calls failed", by: self)
        case .closed:
            context.note("closes the circuit", by: self)
        }
        return try result.get()
    }

    /// Ends a call.
    private func end(
        _ key: String,
        _ permission: CircuitBreakerSharing.Permission,
        hasFailed: Bool?
    ) -> CircuitBreakerStateMachine.Change? {
        guard case .local(let admission) = permission else {
            return sharing?.end(key, permission, hasFailed: hasFailed, self)
        }
        let now = time.now
        return circuits.withLock { $0[key]?.end(admission, hasFailed: hasFailed, now: now) }
    }

    /// Begins a call by the circuit of this process.
    func enter(_ key: String) throws -> CircuitBreakerStateMachine.Admission {
        let now = time.now
        let decision = circuits.withLock { circuits in
            circuits.update(
                key,
                default: CircuitBreakerStateMachine(threshold: threshold, resetTimeout: resetTimeout),
                evictingWhere: { $0.isIdle(at: now) },
                { $0.enter(now: now) }
            )
        }
        switch decision {
        case .admitted(let admission): return admission
        case .rejected(let retryAfter): throw RejectionError(.circuitOpen, key: key, retryAfter: retryAfter)
        }
    }
}

extension CircuitBreakerPlugin {
    /// The failure rate that opens a circuit.
    public struct Threshold: Sendable, Hashable {
        /// The share of calls that must fail, from 0 to 1.
        public let failureRate: Double

        /// The least number of calls, failed or not.
        public let minimumCalls: Int

        /// The time within which calls are counted.
        public let window: Duration

        /// Creates a threshold, by default half of at least ten calls within 30 seconds.
        ///
        /// - Parameters:
        ///   - failureRate: The share of calls that must fail, clamped to 0...1.
        ///   - minimumCalls: The least number of calls, failed or not; at least one.
        ///   - window: The time within which calls are counted, from a second to a century. It slides by tenths.
        public init(failureRate: Double = 0.5, minimumCalls: Int = 10, window: Duration = .seconds(30)) {
            // These turn NaN into a bound; `min` and `max` can return NaN.
            self.failureRate = Double.maximum(0, Double.minimum(failureRate, 1))
            self.minimumCalls = max(minimumCalls, 1)
            self.window = min(max(window, .seconds(1)), .longest)
        }
    }

    /// Whether a result shows that the server is failing; the plugin's default.
    ///
    /// Failures are a status from 500 to 599, a timeout, and a connection that can't be made, breaks or doesn't carry
    /// HTTP. Calls that got no free connection, or weren't sent for another reason of this host, don't count.
    public static func countsAsFailure(_ result: Result<Response, TalynError>) -> Bool {
        guard showsServerState(result) else { return false }
        if let response = result.response { return 500..<600 ~= response.statusCode }
        guard case .failure(let error) = result, let kind = error.transportError?.kind else { return false }
        return [.timedOut, .cannotConnect, .connectionLost, .secureConnectionFailed, .invalidResponse, .other]
            .contains(kind)
    }

    /// Whether a result says anything about the state of the server.
    ///
    /// It doesn't if the call was cancelled, rejected by another plugin, could not be made, or was not sent.
    static func showsServerState(_ result: Result<Response, TalynError>) -> Bool {
        guard result.response == nil, case .failure(let error) = result else { return true }
        guard let transportError = error.transportError else { return false }
        let kind = transportError.kind
        // Without a connection, the fault is on this host.
        if kind == .other, !transportError.mayHaveBeenSent { return false }
        // The connections may be in use.
        if transportError.detail == .noFreeConnection { return false }
        return ![.cancelled, .deadlineExceeded, .notConnected, .unsupportedURL, .notCached].contains(kind)
    }
}
