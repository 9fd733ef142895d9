/// Lets calls that find no network wait for one, and makes them again when there is one.
///
/// ```swift
/// let weather = Provider<Weather>(plugins: [ConnectivityPlugin(monitor: monitor)])
/// ```
///
/// Calls are made as if the plugin weren't there. Only when one fails because there is no network, or no connection, is the
/// monitor asked; if there is a network, the failure is the server's, and reaches the caller. If there is none, the call waits, and
/// so does any that is made meanwhile. Whatever a server answers passes untouched.
///
/// Calls are made again whatever their method, since nothing of them was sent. Those whose body is a stream aren't.
public final class ConnectivityPlugin: Plugin {
    private enum Turn: Sendable {
        /// There is a network again.
        case goesOn
        /// There was a network all the time, or nobody knows.
        case fails
    }

    private struct State {
        var machine = ConnectivityStateMachine<Callback<Turn>>()
        /// What asks the monitor for all who wait.
        var task: Task<Void, Never>?
    }

    private let monitor: any ConnectivityMonitor
    private let maximumWait: Duration
    private let time: TimeSource
    private let state = Locked(State())

    /// Creates a plugin.
    ///
    /// - Parameters:
    ///   - monitor: What knows whether there is a network.
    ///   - maximumWait: How long a call may wait for a network, all its waiting together. After that it fails with a
    ///     ``RefusalError`` whose reason is ``RefusalError/Reason/notConnected``.
    ///   - clock: What measures the time.
    public init(
        monitor: any ConnectivityMonitor,
        maximumWait: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.monitor = monitor
        self.maximumWait = min(max(maximumWait, .zero), .longest)
        time = TimeSource(clock)
    }

    /// Whether nobody waits.
    var isIdle: Bool { state.withLock { $0.machine.isIdle && $0.task == nil } }

    public func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response {
        var timeLeft = maximumWait
        if state.withLock({ $0.machine.isDisconnected }) {
            try await wait(with: endpoint, &timeLeft, after: nil)
        }
        while true {
            do {
                return try await next(endpoint)
            } catch {
                let error = TalynError(wrapping: error)
                guard endpoint.isUnsent(after: error), !Task.isCancelled else { throw error }
                try await wait(with: endpoint, &timeLeft, after: error)
                endpoint.noteRetry("the network was missing", by: self)
            }
        }
    }

    /// Waits until there is a network.
    ///
    /// - Throws: The error after which it is asked, if there was a network all the time; a ``RefusalError`` when the time is up.
    private func wait(with endpoint: Endpoint, _ timeLeft: inout Duration, after error: TalynError?) async throws {
        let start = time.now
        let turn = Callback<Turn>()
        let id = state.withLock { state in
            let (id, round) = state.machine.enter(turn)
            if let round { state.task = Task.inScope { [self] in await ask(in: round) } }
            return id
        }
        let outcome = await TimeLimit(duration: timeLeft, time: time).outcome { await turn.value() }
        let (isKnown, abandoned) = state.withLock { state in
            let isKnown = state.machine.isDisconnected
            guard state.machine.leave(id) else { return (isKnown, nil as Task<Void, Never>?) }
            defer { state.task = nil }
            return (isKnown, state.task)
        }
        abandoned?.cancel()
        let waited = time.now - start
        timeLeft -= waited
        switch outcome {
        case .goesOn??:
            endpoint.note("waited \(waited.inWords) for a network", by: self)
        case .fails??:
            if let error { throw error }
        case .some(nil):
            throw TalynError.cancelled
        case nil:
            guard isKnown || error == nil else { throw error ?? .cancelled }
            throw RefusalError(.notConnected)
        }
    }

    /// Asks the monitor, and tells all who wait what it says.
    private func ask(in round: Int) async {
        if await monitor.isConnected() { return finish(.fails, in: round) }
        guard state.withLock({ $0.machine.disconnect(in: round) }) else { return }
        do {
            try await monitor.waitUntilConnected()
            finish(.goesOn, in: round)
        } catch {
            finish(.fails, in: round)
        }
    }

    private func finish(_ turn: Turn, in round: Int) {
        let waiters = state.withLock { state in
            let waiters = state.machine.finish(in: round)
            if waiters != nil { state.task = nil }
            return waiters
        }
        for waiter in waiters ?? [] { waiter.resolve(turn) }
    }
}
