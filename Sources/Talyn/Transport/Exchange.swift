package import Foundation
package import HTTPTypes

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// One request and its response, between a client that pushes what arrives and a task that pulls it.
///
/// The transports that stand on callbacks share it: they feed it events, and say how to end the exchange. A failure
/// reaches the reader behind what arrived before it, a cancellation at once.
package final class Exchange: Sendable {
    package struct Head: Sendable {
        package let statusCode: Int
        package let headerFields: HTTPFields
        package let url: URL?
        package var timings: TransportTimings?

        package init(statusCode: Int, headerFields: HTTPFields, url: URL?) {
            self.statusCode = statusCode
            self.headerFields = headerFields
            self.url = url
        }

        /// - Throws: ``HeaderFieldLimitError``.
        package init(_ response: HTTPURLResponse) throws(HeaderFieldLimitError) {
            self.init(
                statusCode: response.statusCode,
                headerFields: try HTTPFields(response),
                url: response.url
            )
        }
    }

    package typealias Event = ExchangeStateMachine<Head>.Event

    private struct State {
        var machine: ExchangeStateMachine<Head>
        var reader: CheckedContinuation<Event, Never>?
        /// Holds the client's task, which may hold what feeds the exchange: dropped as soon as the exchange is over.
        var abort: (@Sendable () -> Void)?
        var resume: (@Sendable () -> Void)?
        var isAborted = false
    }

    private let state: Locked<State>

    /// - Parameter highWaterMark: How many bytes are kept for the reader before the network is asked to pause.
    package init(highWaterMark: Int = 1 << 20) {
        state = Locked(State(machine: ExchangeStateMachine(highWaterMark: highWaterMark)))
    }

    /// Takes what the network brought.
    ///
    /// - Parameter later: Calls the closure in a moment, when all has been taken that the network brought at once: a
    ///   reader who waits is woken then, and not for each piece of it.
    /// - Returns: Whether the network is to pause until ``whenDrained(_:)`` says that there is room again. It is true once
    ///   for each pause: not for events that arrive although the network is to pause.
    @discardableResult
    package func receive(_ event: Event, later: ((@escaping @Sendable () -> Void) -> Void)? = nil) -> Bool {
        let (action, reader) = state.withLock { state in
            let action = state.machine.receive(event)
            if state.machine.isOver { state.abort = nil }
            guard case .deliver = action else { return (action, nil as CheckedContinuation<Event, Never>?) }
            return (action, state.reader.take())
        }
        switch action {
        case .deliver(let event):
            guard let later else {
                reader?.resume(returning: event)
                return false
            }
            later { reader?.resume(returning: event) }
            return false
        case .keep(let pause):
            return pause
        case .ignore:
            return false
        }
    }

    /// Takes a chunk from a network that can be suspended, such as a `URLSessionTask`.
    ///
    /// Suspends the network when there is too much for the reader, and resumes it when there is room again, once each.
    func receive(_ chunk: Data, suspend: () -> Void, resume: @escaping @Sendable () -> Void) {
        guard receive(.chunk(chunk)) else { return }
        suspend()
        whenDrained(resume)
    }

    /// Whether the network waits for the reader.
    var isPaused: Bool { state.withLock { $0.machine.isPaused } }

    /// Whether the last event has come, or the exchange has been cancelled.
    var isOver: Bool { state.withLock { $0.machine.isOver } }

    /// Calls the closure once the reader has made room, or the exchange is over.
    func whenDrained(_ resume: @escaping @Sendable () -> Void) {
        let isPaused = state.withLock { state in
            if state.machine.isPaused { state.resume = resume }
            return state.machine.isPaused
        }
        if !isPaused { resume() }
    }

    /// Says how to end the exchange with the network before its time.
    package func whenAborted(_ abort: @escaping @Sendable () -> Void) {
        let isAborted = state.withLock { state in
            if !state.machine.isOver { state.abort = abort }
            return state.isAborted
        }
        if isAborted { abort() }
    }

    /// Ends the exchange, unless it is over: lets go of the connection, and tells the reader why.
    package func cancel(_ error: TransportError = TransportError(.cancelled)) {
        let (reader, abort, resume) = state.withLock { state in
            guard case .abort = state.machine.cancel(with: error) else {
                return (nil as CheckedContinuation<Event, Never>?, nil as (@Sendable () -> Void)?, state.resume.take())
            }
            state.isAborted = true
            return (state.reader.take(), state.abort.take(), state.resume.take())
        }
        // First, since a client that is paused may not be able to listen.
        resume?()
        abort?()
        reader?.resume(returning: .failure(error))
    }

    /// The next event, if it is there already.
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

    /// The next event, once it is there; cancelling the task cancels the exchange.
    func next() async -> Event {
        if let event = kept() { return event }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (action, resume) = state.withLock { state in
                    let action = state.machine.next()
                    switch action {
                    case .wait:
                        state.reader = continuation
                        return (action, nil as (@Sendable () -> Void)?)
                    case .deliver(_, let resume):
                        return (action, resume ? state.resume.take() : nil)
                    }
                }
                if case .deliver(let event, _) = action { continuation.resume(returning: event) }
                resume?()
            }
        } onCancel: {
            cancel()
        }
    }
}

extension Exchange {
    /// The response once its head is there; its body is read from the exchange.
    ///
    /// When nobody holds the body any more, the exchange is cancelled.
    package func response() async throws -> TransportResponse {
        let lease = Lease(exchange: self)
        switch await next() {
        case .head(let head):
            var response = TransportResponse(
                statusCode: head.statusCode,
                headerFields: head.headerFields,
                url: head.url,
                body: HTTPBody(isReplayable: false) { { try await lease.nextChunk() } }
            )
            response.timings = head.timings
            return response
        case .failure(let error):
            throw error
        case .chunk, .end:
            throw TransportError(.invalidResponse)
        }
    }
}

/// Holds an exchange for its reader: the client's callbacks hold it too, so its own end says nothing about the reader.
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
