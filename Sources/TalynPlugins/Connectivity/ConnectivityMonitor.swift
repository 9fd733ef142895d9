import _TalynSupport

#if canImport(Network)
import Dispatch
import Network
#endif

/// A source of the network's state.
///
/// `system` asks the system, on Apple platforms. ``probe(every:clock:_:)`` asks a closure, on all platforms.
public struct ConnectivityMonitor: Sendable {
    let isConnected: @Sendable () async -> Bool
    let waitUntilConnected: @Sendable () async throws -> Void

    /// Creates a monitor from two functions.
    ///
    /// - Parameters:
    ///   - isConnected: Returns whether there is a network. The plugin asks after a call has failed, so the answer can
    ///     take a moment.
    ///   - waitUntilConnected: Waits until there is a network. Throws any error if the monitor doesn't know, or if the
    ///     task is cancelled. Waiting calls then fail with their own errors.
    public init(
        isConnected: @escaping @Sendable () async -> Bool,
        waitUntilConnected: @escaping @Sendable () async throws -> Void
    ) {
        self.isConnected = isConnected
        self.waitUntilConnected = waitUntilConnected
    }

    /// A monitor that asks a closure.
    ///
    /// ```swift
    /// let beacon = Provider<Weather>()
    /// let monitor = ConnectivityMonitor.probe {
    ///     let soon = RequestOptions { $0.timeout = .seconds(2) }
    ///     return (try? await beacon.request(.alive, options: soon)) != nil
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - interval: The wait between two probes while there is no network; at least a millisecond.
    ///   - clock: The clock that measures the interval.
    ///   - isConnected: Returns whether there is a network, for example whether a reliable server answers. It should be
    ///     fast, and must not use a provider with the plugin that asks.
    public static func probe(
        every interval: Duration = .seconds(2),
        clock: any Clock<Duration> = ContinuousClock(),
        _ isConnected: @escaping @Sendable () async -> Bool
    ) -> ConnectivityMonitor {
        let interval = max(interval, .milliseconds(1))
        let time = TimeSource(clock)
        return ConnectivityMonitor(isConnected: isConnected) {
            repeat { try await time.sleep(for: interval) } while !(await isConnected())
        }
    }
}

#if canImport(Network)
extension ConnectivityMonitor {
    /// A monitor that asks the system (`NWPathMonitor`).
    ///
    /// On watchOS, the system tells the state to few apps (Apple's technote TN3135). Others have a network by it, so that no call waits.
    public static let system = ConnectivityMonitor {
        #if os(watchOS)
        return true
        #else
        for await isConnected in Path.changes() { return isConnected }
        // If the state is unknown, no call should wait.
        return true
        #endif
    } waitUntilConnected: {
        for await isConnected in Path.changes() where isConnected { return }
        throw CancellationError()
    }

    /// Owns the system's monitor, so that the end of a stream can cancel it.
    private final class Path: @unchecked Sendable {  // Unchecked: the system's monitor has its own locks.
        private let monitor = NWPathMonitor()

        /// The current state, and each later change.
        static func changes() -> AsyncStream<Bool> {
            AsyncStream { continuation in
                let path = Path()
                continuation.onTermination = { _ in path.end() }
                path.start { continuation.yield($0) }
            }
        }

        private func start(_ onChange: @escaping @Sendable (Bool) -> Void) {
            monitor.pathUpdateHandler = { onChange($0.status == .satisfied) }
            monitor.start(queue: DispatchQueue(label: "Talyn.ConnectivityMonitor"))
        }

        private func end() { monitor.cancel() }
    }
}
#endif
