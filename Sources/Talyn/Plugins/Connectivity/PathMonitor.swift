import Foundation

#if canImport(Network)
import Network

/// Asks the system whether there is a network (`NWPathMonitor`).
public struct PathMonitor: ConnectivityMonitor {
    /// Lets the system's monitor be ended from wherever the stream ends.
    private final class Path: @unchecked Sendable {  // Unchecked: the system's monitor has locks of its own.
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
        // Nothing is known, so that nobody should wait.
        return true
    }

    public func waitUntilConnected() async throws {
        for await isConnected in changes() where isConnected { return }
        throw CancellationError()
    }

    /// Whether there is a network, now and each time that something changes.
    private func changes() -> AsyncStream<Bool> {
        AsyncStream { continuation in
            let path = Path()
            continuation.onTermination = { _ in path.end() }
            path.start { continuation.yield($0) }
        }
    }
}
#endif
