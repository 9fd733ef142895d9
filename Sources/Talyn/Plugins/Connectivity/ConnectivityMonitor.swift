#if canImport(Network)
import Dispatch
import Network
#endif

/// A source of the network's state.
///
/// `PathMonitor` asks the system, on Apple platforms. ``ProbeMonitor`` asks a closure, on all platforms.
public protocol ConnectivityMonitor: Sendable {
    /// Whether there is a network.
    ///
    /// The plugin asks after a call has failed, so the answer can take a moment.
    func isConnected() async -> Bool

    /// Waits until there is a network.
    ///
    /// - Throws: Any error if the monitor doesn't know, or if the task is cancelled. Waiting calls then fail with their
    ///   own errors.
    func waitUntilConnected() async throws
}

/// A monitor that asks a closure.
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
    ///   - interval: The wait between two probes while there is no network; at least a millisecond.
    ///   - clock: The clock that measures the interval.
    ///   - probe: Returns whether there is a network, for example whether a reliable server answers. It should be fast,
    ///     and must not use a provider with the plugin that asks.
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

#if canImport(Network)
/// A monitor that asks the system (`NWPathMonitor`).
public struct PathMonitor: ConnectivityMonitor {
    /// Owns the system's monitor, so that the end of a stream can cancel it.
    private final class Path: @unchecked Sendable {  // Unchecked: the system's monitor has its own locks.
        private let monitor = NWPathMonitor()

        func start(_ onChange: @escaping @Sendable (Bool) -> Void) {
            monitor.pathUpdateHandler = { onChange($0.status == .satisfied) }
            monitor.start(queue: DispatchQueue(label: "Talyn.PathMonitor"))
        }

        func end() { monitor.cancel() }
    }

    /// Creates a monitor.
    public init() {}

    public func isConnected() async -> Bool {
        for await isConnected in changes() { return isConnected }
        // If the state is unknown, no call should wait.
        return true
    }

    public func waitUntilConnected() async throws {
        for await isConnected in changes() where isConnected { return }
        throw CancellationError()
    }

    /// The current state, and each later change.
    private func changes() -> AsyncStream<Bool> {
        AsyncStream { continuation in
            let path = Path()
            continuation.onTermination = { _ in path.end() }
            path.start { continuation.yield($0) }
        }
    }
}
#endif
