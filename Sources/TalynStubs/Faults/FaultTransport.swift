/// Applies a script of faults to the calls of another transport.
///
/// ```swift
/// let outage = FaultScript(.calls(1...2, .failing(.connectionRefused)))
/// let transport = FaultTransport(wrapping: server, outage, clock: clock)
/// let provider = Provider<Shop>(transport: transport, plugins: [RetryPlugin(clock: clock)], clock: clock)
/// ```
public final class FaultTransport: SubstituteTransport, FollowUpTransport {
    private let transport: any Transport
    private let script: FaultScript
    private let time: TimeSource
    private let count = Locked(0)

    /// Creates a transport. Its requests count from 1: each attempt, each redirect, and each answer to a challenge.
    ///
    /// - Parameters:
    ///   - transport: The transport that answers.
    ///   - script: The faults.
    ///   - clock: The clock of latencies and timeouts. By default the clock of the test, if it has one.
    public init(
        wrapping transport: any Transport,
        _ script: FaultScript,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.transport = transport
        self.script = script
        time = TimeSource(clock)
    }

    public var defaultHeaderFields: HTTPFields { transport.defaultHeaderFields }

    package var sendsFollowUps: Bool { (transport as? any FollowUpTransport)?.sendsFollowUps ?? false }

    package var isLive: Bool { (transport as? any SubstituteTransport)?.isLive ?? true }

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
