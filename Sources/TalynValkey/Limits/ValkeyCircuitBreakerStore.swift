#if Valkey
public import TalynPlugins

/// A store of counts in Valkey or Redis, so that several processes open and close a circuit together.
///
/// ```swift
/// let breaker = CircuitBreakerPlugin(store: ValkeyCircuitBreakerStore(on: server))
/// let catalog = Provider<Catalog>(plugins: [breaker])
/// ```
///
/// Each key of a ``CallKey`` is one hash, which expires ten seconds after the window of the threshold and the reset timeout.
@available(Valkey, *)
public struct ValkeyCircuitBreakerStore: CircuitBreakerStore {
    private let server: ValkeyServer
    private let name: String

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - name: The name of the breaker. Plugins whose stores have the same name count their calls together.
    public init(on server: ValkeyServer, name: String = "default") {
        self.server = server
        self.name = name
    }

    public func add(_ report: CircuitBreakerReport, key: String) async throws -> CircuitBreakerState {
        let (probe, action) = report.probe.arguments
        let answer = try await server.run(
            LimitScripts.circuitBreaker,
            of: "circuit-breaker",
            keys: [server.key("circuit-breaker", "\(name) \(key)")],
            [
                .number(report.generation), .number(report.calls), .number(report.failures), .number(probe),
                .text(action), .text("\(report.threshold.failureRate)"), .number(report.threshold.minimumCalls),
                .microseconds(report.threshold.window), .microseconds(report.resetTimeout),
            ],
            as: [Int].self
        )
        guard answer.count == 5 else { throw ValkeyServerError(.unreadable, in: "circuit-breaker") }
        return CircuitBreakerState(
            generation: answer[0],
            retryAfter: answer[1] < 0 ? nil : .microseconds(answer[1]),
            probe: answer[2] > 0 ? answer[2] : nil,
            calls: answer[3],
            failures: answer[4]
        )
    }
}

extension CircuitBreakerReport.Probe {
    /// The number and the word of the script.
    fileprivate var arguments: (number: Int, action: String) {
        switch self {
        case .requested: (0, "ask")
        case .succeeded(let number): (number, "succeeded")
        case .failed(let number): (number, "failed")
        case .unknown(let number): (number, "unknown")
        default: (0, "")
        }
    }
}
#endif
