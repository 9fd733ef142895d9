import HTTPTypes
import TalynCore
import _TalynFoundation
import _TalynSupport

/// A request and its response, between a client that pushes events and a task that pulls them.
///
/// A failure reaches the reader after all earlier events, and a cancellation at once.
final class Exchange: Sendable {
    struct Head: Sendable {
        let statusCode: Int
        let headerFields: HTTPFields
        let url: URL?

        init(statusCode: Int, headerFields: HTTPFields, url: URL?) {
            self.statusCode = statusCode
            self.headerFields = headerFields
            self.url = url
        }
    }

    typealias Event = ExchangeStateMachine<Head>.Event

    private struct State {
        var machine: ExchangeStateMachine<Head>
        var reader: Promise<Event>?
        /// Retains the client's task, which may retain the source of events. Released when the exchange is over.
        var abort: (@Sendable () -> Void)?
        var resume: (@Sendable () -> Void)?
        var isAborted = false
        var metrics: TransportMetrics?
    }

    private let state: Lock<State>

    /// - Parameter highWaterMark: The number of unread bytes at which the network pauses.
    init(highWaterMark: Int = 1 << 20) {
        state = Lock(State(machine: ExchangeStateMachine(highWaterMark: highWaterMark)))
    }

    /// Takes an event from the network.
    ///
    /// - Returns: Whether the network must pause until ``whenDrained(_:)`` calls back. True once for each pause, and
    ///   not for events that arrive during the pause.
    @discardableResult
    func receive(_ event: Event) -> Bool {
        let (action, reader) = state.withLock { state in
            let action = state.machine.receive(event)
            if state.machine.isOver { state.abort = nil }
            guard case .deliver = action else { return (action, nil as Promise<Event>?) }
            return (action, state.reader.take())
        }
        switch action {
        case .deliver(let event):
            reader?.resolve(event)
            return false
        case .keep(let pause):
            return pause
        case .ignore:
            return false
        }
    }

    /// Takes a chunk from a network task that can be suspended, such as a `URLSessionTask`.
    ///
    /// Suspends the task when too much is unread, and resumes it when there is room again.
    func receive(_ chunk: Data, suspend: () -> Void, resume: @escaping @Sendable () -> Void) {
        guard receive(.chunk(chunk)) else { return }
        suspend()
        whenDrained(resume)
    }

    /// The metrics, for a client that tells them before the last event.
    var metrics: TransportMetrics? {
        get { state.withLock { $0.metrics } }
        set { state.withLock { $0.metrics = newValue } }
    }

    /// Whether the last event has arrived, or the exchange was cancelled.
    var isOver: Bool { state.withLock { $0.machine.isOver } }

    /// Calls a closure when there is room again, or the exchange is over.
    func whenDrained(_ resume: @escaping @Sendable () -> Void) {
        let isPaused = state.withLock { state in
            if state.machine.isPaused { state.resume = resume }
            return state.machine.isPaused
        }
        if !isPaused { resume() }
    }

    /// Sets the closure that aborts the exchange with the network.
    func whenAborted(_ abort: @escaping @Sendable () -> Void) {
        let isAborted = state.withLock { state in
            if !state.machine.isOver { state.abort = abort }
            return state.isAborted
        }
        if isAborted { abort() }
    }

    /// Fails the exchange after the events so far, unless it is over, and aborts it with the network.
    func fail(_ error: any Error) {
        let abort = state.withLock { state in
            guard !state.machine.isOver else { return nil as (@Sendable () -> Void)? }
            state.isAborted = true
            return state.abort
        }
        receive(.failure(error))
        abort?()
    }

    /// Cancels the exchange unless it is over: releases the connection and fails the reader.
    func cancel(_ error: TransportError = TransportError(.cancelled)) {
        let (reader, abort, resume) = state.withLock { state in
            guard case .abort = state.machine.cancel(with: error) else {
                return (nil as Promise<Event>?, nil as (@Sendable () -> Void)?, state.resume.take())
            }
            state.isAborted = true
            return (state.reader.take(), state.abort.take(), state.resume.take())
        }
        // Resume first: a paused client may not notice the cancellation.
        resume?()
        abort?()
        reader?.resolve(.failure(error))
    }

    /// Returns the next event if there is one.
    private func kept() -> Event? {
        let (event, resume) = state.withLock { state in
            guard state.machine.hasKept, case .deliver(let event, let resume) = state.machine.next() else {
                return (nil as Event?, nil as (@Sendable () -> Void)?)
            }
            return (event, resume ? state.resume.take() : nil)
        }
        resume?()
        return event
    }

    /// Waits for the next event. Cancelling the task cancels the exchange.
    func next() async -> Event {
        if let event = kept() { return event }
        return await withTaskCancellationHandler {
            let reader = Promise<Event>()
            let (action, resume) = state.withLock { state in
                let action = state.machine.next()
                switch action {
                case .wait:
                    state.reader = reader
                    return (action, nil as (@Sendable () -> Void)?)
                case .deliver(_, let resume):
                    return (action, resume ? state.resume.take() : nil)
                }
            }
            resume?()
            if case .deliver(let event, _) = action { return event }
            return await reader.finalValue() ?? .failure(TransportError(.cancelled))
        } onCancel: {
            cancel()
        }
    }
}

extension Exchange {
    /// Waits for the head of the response. The body reads from the exchange.
    ///
    /// Releasing the body cancels the exchange.
    func response() async throws -> TransportResponse {
        let lease = Lease(exchange: self)
        switch await next() {
        case .head(let head):
            var response = TransportResponse(
                statusCode: head.statusCode,
                headerFields: head.headerFields,
                url: head.url,
                body: HTTPBody(isReplayable: false) { { try await lease.nextChunk() } }
            )
            #if canImport(Darwin)
            response.currentMetrics = { self.metrics }
            #endif
            return response
        case .failure(let error):
            throw error
        case .chunk, .end:
            throw TransportError(.invalidResponse)
        }
    }
}

/// Cancels the exchange when its reader is released. The client retains the exchange itself.
private final class Lease: Sendable {
    private let exchange: Exchange

    init(exchange: Exchange) {
        self.exchange = exchange
    }

    deinit {
        exchange.cancel()
    }

    func nextChunk() async throws -> Data? {
        switch await exchange.next() {
        case .chunk(let chunk): chunk
        case .end: nil
        case .failure(let error): throw error
        case .head: throw TransportError(.invalidResponse)
        }
    }
}
