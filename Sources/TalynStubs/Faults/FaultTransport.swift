/// Lets a script of faults happen to what another transport does.
///
/// ```swift
/// let outage = FaultScript(.calls(1...2, .failing(.connectionRefused)))
/// let transport = FaultTransport(wrapping: server, outage, clock: clock)
/// let provider = Provider<GitHub>(transport: transport, plugins: [RetryPlugin(clock: clock)], clock: clock)
/// ```
public final class FaultTransport: StandInTransport {
    private let transport: any Transport
    private let script: FaultScript
    private let time: TimeSource
    private let count = Locked(0)

    /// Creates a transport, whose calls count from 1.
    ///
    /// - Parameters:
    ///   - transport: What answers.
    ///   - script: What happens to its calls.
    ///   - clock: What measures latencies and timeouts: by default the time of the test, if it has one of its own.
    public init(
        wrapping transport: any Transport,
        _ script: FaultScript,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.transport = transport
        self.script = script
        time = TimeSource(clock)
    }

    public var defaultHeaderFields: [String: String] { transport.defaultHeaderFields }

    package var isLive: Bool { (transport as? any StandInTransport)?.isLive ?? true }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return try await script.apply(to: request, call: number, by: time.inScope) {
            try await transport.send(request)
        }
    }
}
