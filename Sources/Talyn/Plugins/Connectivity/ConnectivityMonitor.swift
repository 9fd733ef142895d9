/// What knows whether there is a network.
///
/// `PathMonitor` asks the system, on Apple platforms; ``ProbeMonitor`` asks a closure of yours, everywhere.
public protocol ConnectivityMonitor: Sendable {
    /// Whether there is a network.
    ///
    /// Asked when a call has failed, and so not in vain if it takes a moment.
    func isConnected() async -> Bool

    /// Returns once there is a network; asked when there was none a moment ago.
    ///
    /// - Throws: Anything when it doesn't know, or when the task is cancelled. Calls then fail as they did before.
    func waitUntilConnected() async throws
}
