import TalynCore
import _TalynSupport

/// Limits the waits for the events of a connection.
///
/// It is a plugin inside all others: they see the timeout, and not the cancellation by which a wait ends.
final class EventLimits: ExchangeInterceptor {
    private struct State {
        /// The time of the last request; nil before the first one.
        var start: Duration?
        /// The scheme, host and port of that request.
        var origin: Origin?
        /// The failure of the wait that took too long.
        var failure: TransportError?
    }

    private let first: Duration?
    private let later: Duration?
    private let time: TimeSource
    private let state = Locked(State())

    /// - Returns: Nil for options without limits.
    init?(_ options: RequestOptions, _ time: TimeSource) {
        guard options.firstEventTimeout != nil || options.eventTimeout != nil else { return nil }
        first = options.firstEventTimeout
        later = options.eventTimeout
        self.time = time
    }

    /// Waits for the head. The limit begins when a request goes to the server: the waits of plugins, such as those of retries and rate
    /// limits, don't count.
    func intercept(_ request: OutgoingRequest, next: @escaping NextExchange) async throws -> TransportResponse {
        let start = time.now
        state.withLock { $0 = State(start: start, origin: request.origin) }
        var response = try await within(first, since: start) { await Result { try await next(request) } }.get()
        if response.body.data == nil { response.body = namingLimit(in: response.body) }
        return response
    }

    /// Waits for the first event, in the rest of the time that began with the request, or for a later one.
    func within<Value: Sendable>(
        first isFirst: Bool,
        _ wait: @escaping @Sendable () async -> Value
    ) async throws(TransportError) -> Value {
        guard isFirst else { return try await within(later, since: time.now, wait) }
        return try await within(first, since: state.withLock(\.start) ?? time.now, wait)
    }

    /// - Parameters:
    ///   - limit: The limit; nil for none.
    ///   - start: The time at which it began.
    /// - Throws: ``TransportError/Kind/timedOut``.
    private func within<Value: Sendable>(
        _ limit: Duration?,
        since start: Duration,
        _ wait: @escaping @Sendable () async -> Value
    ) async throws(TransportError) -> Value {
        guard let limit else { return await wait() }
        let origin = state.withLock(\.origin)
        let failure = TransportError(.timedOut, origin: origin, underlyingError: StreamError.noEvent(within: limit))
        let outcome = await TimeLimit(duration: start + limit - time.now, time: time).outcome(of: wait) { [state] in
            state.withLock { $0.failure = failure }
        }
        guard let outcome else { throw failure }
        return outcome
    }

    /// The body, whose reader sees the limit in place of the cancellation that it caused.
    private func namingLimit(in body: HTTPBody) -> HTTPBody {
        HTTPBody(length: body.length, isReplayable: false) {
            nonisolated(unsafe) var chunks = body.makeAsyncIterator()  // Only one reader has the iterator.
            return {
                do {
                    return try await chunks.next()
                } catch {
                    throw self.state.withLock(\.failure) ?? error
                }
            }
        }
    }
}
