public import TalynCore
import _TalynSupport

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

    /// A question to the monitor, which the waiting calls share.
    private struct Check {
        /// Whether the monitor has said that there is no network.
        var isDisconnected = false
        var task: Task<Void, Never>?
    }

    private let monitor: ConnectivityMonitor
    let maximumWait: Duration
    private let time: TimeSource
    private let checks = Locked(FlightTable<SoleKey, Check, Promise<Outcome>>())

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
    var isIdle: Bool { checks.withLock(\.isEmpty) }

    private var isDisconnected: Bool {
        checks.withLock { checks in
            checks.flight(for: .sole).flatMap { checks[$0]?.state.isDisconnected } ?? false
        }
    }

    public func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        var timeLeft = maximumWait
        if !endpoint.isForStoredResponses, isDisconnected {
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
        let ticket = checks.withLock { checks in
            let (ticket, isFirst) = checks.join(.sole, as: waiter, startingWith: Check())
            if isFirst {
                checks[ticket.flight]?.state.task = Task.inScope { [self] in await askMonitor(for: ticket.flight) }
            }
            return ticket
        }
        let outcome = await TimeLimit(duration: timeLeft, time: time).outcome { await waiter.value() }
        let (isKnown, abandoned) = checks.withLock { checks in
            let isKnown = checks[ticket.flight]?.state.isDisconnected ?? false
            return (isKnown, checks.leave(ticket) ? checks.finish(ticket.flight) : nil)
        }
        abandoned?.state.task?.cancel()
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
    private func askMonitor(for check: Int) async {
        if await monitor.isConnected() { return finish(check, .unchanged) }
        let isNeeded = checks.withLock { checks in
            checks[check]?.state.isDisconnected = true
            return checks[check] != nil
        }
        guard isNeeded else { return }
        do {
            try await monitor.waitUntilConnected()
            finish(check, .connected)
        } catch {
            finish(check, .unchanged)
        }
    }

    private func finish(_ check: Int, _ outcome: Outcome) {
        let ended = checks.withLock { $0.finish(check) }
        for waiter in ended?.waiters ?? [] { waiter.resolve(outcome) }
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

    /// Whether a cache answers without a network, if it has any response.
    fileprivate var isForStoredResponses: Bool {
        switch options.cache?.mode {
        case .forceCache, .onlyIfCached: true
        default: false
        }
    }
}
