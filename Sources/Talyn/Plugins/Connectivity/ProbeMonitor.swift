/// Asks a closure whether there is a network.
///
/// ```swift
/// let beacon = Provider<Weather>()
/// let monitor = ProbeMonitor {
///     let soon = RequestOptions { $0.timeout = .seconds(2) }
///     return (try? await beacon.request(.alive, options: soon)) != nil
/// }
/// ```
public struct ProbeMonitor: ConnectivityMonitor {
    private let interval: Duration
    private let time: TimeSource
    private let probe: @Sendable () async -> Bool

    /// Creates a monitor.
    ///
    /// - Parameters:
    ///   - interval: How long it waits after a probe that failed until the next; a millisecond at least.
    ///   - clock: What measures the time.
    ///   - probe: Whether there is a network, such as whether a server answers that hardly ever fails. It should know soon, and
    ///     not go through the plugin that asks.
    public init(
        interval: Duration = .seconds(2),
        clock: any Clock<Duration> = ContinuousClock(),
        probe: @escaping @Sendable () async -> Bool
    ) {
        self.interval = max(interval, .milliseconds(1))
        time = TimeSource(clock)
        self.probe = probe
    }

    public func isConnected() async -> Bool { await probe() }

    public func waitUntilConnected() async throws {
        repeat { try await time.sleep(for: interval) } while !(await probe())
    }
}
