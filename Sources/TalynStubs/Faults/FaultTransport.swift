import _TalynSupport

/// Applies a script of faults to the calls of another transport.
///
/// ```swift
/// let outage = FaultScript(.calls(1...2, .failing(.connectionRefused)))
/// let transport = FaultTransport(wrapping: server, outage, clock: clock)
/// let provider = Provider<Shop>(transport: transport, plugins: [RetryPlugin(clock: clock)], clock: clock)
/// ```
public final class FaultTransport: WrappingTransport {
    public let base: any Transport
    private let script: FaultScript
    private let time: TimeSource
    private let count: Locked<Int>

    /// Creates a transport. Its requests count from 1: each attempt, each redirect, and each answer to a challenge.
    ///
    /// - Parameters:
    ///   - transport: The transport that answers.
    ///   - script: The faults.
    ///   - clock: The clock of latencies and timeouts. By default the clock of the test, if it has one.
    public convenience init(
        wrapping transport: any Transport,
        _ script: FaultScript,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(transport, script, TimeSource(clock), Locked(0))
    }

    private init(_ base: any Transport, _ script: FaultScript, _ time: TimeSource, _ count: Locked<Int>) {
        self.base = base
        self.script = script
        self.time = time
        self.count = count
    }

    public func wrapping(_ base: any Transport) -> any Transport { FaultTransport(base, script, time, count) }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return try await script.apply(to: request, call: number, by: time.inScope) {
            try await base.send(request)
        }
    }
}
