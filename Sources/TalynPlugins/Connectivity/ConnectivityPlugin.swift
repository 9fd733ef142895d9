public import TalynCore
import _TalynSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes calls wait while there is no network, and repeats them when it is back.
///
/// ```swift
/// let weather = Provider<Weather>(plugins: [ConnectivityPlugin(monitor: monitor)])
/// ```
///
/// The plugin asks the monitor only after a call has failed without a network or without a connection. If there is a
/// network, the caller gets the failure. Without a network, the call waits, and so does each call that begins during
/// that time. Responses pass unchanged.
///
/// A call that a cache can answer without a network, by ``CachePolicy/Mode/onlyIfCached`` or ``CachePolicy/Mode/forceCache``,
/// doesn't wait before its first attempt.
///
/// The plugin repeats calls of any method, since nothing of them was sent. It doesn't repeat calls whose body is a
/// stream.
public final class ConnectivityPlugin: CallInterceptor {
    /// The end of a wait.
    private enum Outcome: Sendable {
        /// The network is back.
        case connected
        /// There was a network all the time, or the monitor doesn't know.
        case unchanged
    }

    private struct State {
        var machine = ConnectivityStateMachine<Promise<Outcome>>()
        /// The task that asks the monitor for all waiting calls.
        var task: Task<Void, Never>?
    }

    private let monitor: ConnectivityMonitor
    let maximumWait: Duration
    private let time: TimeSource
    private let state = Locked(State())

    /// Creates a plugin.
    ///
    /// - Parameters:
    ///   - monitor: The source of the network's state.
    ///   - maximumWait: The time for which a call can wait for a network, in all. Then it fails with a ``RejectionError``
    ///     whose reason is ``RejectionError/Reason/notConnected``.
    ///   - clock: The clock that measures time.
    public init(
        monitor: ConnectivityMonitor,
        maximumWait: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.monitor = monitor
        self.maximumWait = min(max(maximumWait, .zero), .longest)
        time = TimeSource(clock)
    }

    /// Whether no call waits.
    var isIdle: Bool { state.withLock { $0.machine.isIdle && $0.task == nil } }

    public func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        var timeLeft = maximumWait
        if !endpoint.isForStoredResponses, state.withLock({ $0.machine.isDisconnected }) {
            try await wait(context, &timeLeft, after: nil)
        }
        while true {
            do {
                return try await next(endpoint)
            } catch {
                let error = TalynError(error)
                guard endpoint.isUnsent(after: error), context.canBeSentAgain(endpoint), !Task.isCancelled else {
                    throw error
                }
                try await wait(context, &timeLeft, after: error)
                context.noteRetry("there was no network", by: self)
            }
        }
    }

    /// Waits until there is a network.
    ///
    /// - Throws: The given error if there was a network all the time; a ``RejectionError`` when the maximum wait is over.
    private func wait(_ context: CallContext, _ timeLeft: inout Duration, after error: TalynError?) async throws {
        let start = time.now
        let waiter = Promise<Outcome>()
        let id = state.withLock { state in
            let (id, round) = state.machine.enter(waiter)
            if let round { state.task = Task.inScope { [self] in await askMonitor(in: round) } }
            return id
        }
        let outcome = await TimeLimit(duration: timeLeft, time: time).outcome { await waiter.value() }
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
        case .connected??:
            context.note("waited \(waited.inWords) for a network", by: self)
        case .unchanged??:
            if let error { throw error }
        case .some(nil):
            throw TalynError.cancelled
        case nil:
            guard isKnown || error == nil else { throw error ?? .cancelled }
            throw RejectionError(.notConnected)
        }
    }

    /// Asks the monitor, and resumes all waiting calls.
    private func askMonitor(in round: Int) async {
        if await monitor.isConnected() { return finish(.unchanged, in: round) }
        guard state.withLock({ $0.machine.disconnect(in: round) }) else { return }
        do {
            try await monitor.waitUntilConnected()
            finish(.connected, in: round)
        } catch {
            finish(.unchanged, in: round)
        }
    }

    private func finish(_ outcome: Outcome, in round: Int) {
        let waiters = state.withLock { state in
            let waiters = state.machine.finish(in: round)
            if waiters != nil { state.task = nil }
            return waiters
        }
        for waiter in waiters ?? [] { waiter.resolve(outcome) }
    }
}

/// The calls that wait for a network.
struct ConnectivityStateMachine<Waiter> {
    private enum Phase {
        case idle
        /// A call has failed, and the monitor is asked for the reason.
        case asking
        case disconnected
    }

    private var phase = Phase.idle
    private var waiters: [Int: Waiter] = [:]
    private var nextID = 0
    /// The number of times that the monitor was asked. Answers of earlier rounds are ignored.
    private var round = 0

    /// Whether the monitor has said that there is no network.
    var isDisconnected: Bool { phase == .disconnected }

    /// Whether no call waits.
    var isIdle: Bool { phase == .idle && waiters.isEmpty }

    /// Adds a waiter.
    ///
    /// - Returns: The waiter's identifier. For the first waiter, also the round in which to ask the monitor.
    mutating func enter(_ waiter: Waiter) -> (id: Int, roundToStart: Int?) {
        nextID += 1
        waiters[nextID] = waiter
        guard phase == .idle else { return (nextID, nil) }
        phase = .asking
        round += 1
        return (nextID, round)
    }

    /// Records that there is no network.
    ///
    /// - Returns: Whether any call waits for one.
    mutating func disconnect(in round: Int) -> Bool {
        guard round == self.round, phase != .idle else { return false }
        phase = .disconnected
        return true
    }

    /// Records that there is a network, or that its state is unknown.
    ///
    /// - Returns: The waiters to resume; nil if the round is over.
    mutating func finish(in round: Int) -> [Waiter]? {
        guard round == self.round, phase != .idle else { return nil }
        defer {
            phase = .idle
            waiters = [:]
        }
        return waiters.keys.sorted().compactMap { waiters[$0] }
    }

    /// Removes a waiter.
    ///
    /// - Returns: Whether it was the last one, so that the round is over.
    mutating func leave(_ id: Int) -> Bool {
        guard waiters.removeValue(forKey: id) != nil, waiters.isEmpty else { return false }
        phase = .idle
        return true
    }
}

extension Endpoint {
    /// Whether the error proves that nothing was sent, or repeating the call does no harm.
    func isUnsent(after error: TalynError) -> Bool {
        guard error.response == nil else { return false }
        switch error.underlyingError {
        case let error as TransportError:
            guard [.notConnected, .cannotConnect].contains(error.kind) else { return false }
            if isIdempotent { return true }
            guard !error.mayHaveBeenSent else { return false }
            // A transport that follows redirects itself doesn't report them. If the error names another origin, the
            // first server has redirected to it, and has received the request.
            guard let origin = error.origin else { return true }
            return Origin(url) == origin
        case _?:
            // An error of a client proves nothing.
            guard isIdempotent, let failure = error.transportError else { return false }
            return [.notConnected, .cannotConnect].contains(failure.kind)
        case nil:
            return false
        }
    }
}

extension Endpoint {
    /// Whether a cache answers without a network, if it has any response.
    fileprivate var isForStoredResponses: Bool {
        switch options.cache?.mode {
        case .forceCache, .onlyIfCached: true
        default: false
        }
    }
}
