public import TalynCore
import _TalynSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A conversation that goes on over one connection after the other.
///
/// ```swift
/// let session = chat.session(.room(id: 7), codec: .json(Event.self, Command.self)) { connection in
///     try await connection.send(.subscribe(after: lastID.value))
/// }
/// for try await event in session { lastID.value = event.id }
/// ```
///
/// Reading or sending opens the first connection. If a connection ends in a way that ``WebSocketReconnection`` names, the session waits
/// and opens another one. Each connection is a call of the target, with all plugins. No message is sent twice: a message whose sending
/// fails is the caller's, who decides whether to send it again.
///
/// The session fails if its first connection can't be opened. The ``/Talyn/RequestOptions/deadline`` counts for each connection.
public final class WebSocketSession<Incoming: Sendable, Outgoing: Sendable>: AsyncSequence, Sendable {
    /// An open connection of a session.
    public typealias Connection = WebSocketConnection<Incoming, Outgoing>

    /// A state of a session, for an app to show.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum State: Sendable {
        /// No connection is open, and none is waited for.
        case idle
        /// A connection is being opened.
        case connecting
        /// A connection is open.
        case open
        /// The session waits before it connects again.
        case waiting(Duration)
        /// The session has ended, with its error if it failed.
        case closed(TalynError?)
    }

    private enum Phase {
        case idle
        case opening(Task<Connection, any Error>)
        case open(Connection)
        case ended(TalynError?)
    }

    private struct Values {
        var phase = Phase.idle
        var machine: ReconnectionStateMachine
        var state = State.idle
    }

    private let connect: @Sendable () async throws(TalynError) -> Connection
    private let resume: @Sendable (Connection) async throws -> Void
    private let time: TimeSource
    private let random: SharedRandom
    private let values: Lock<Values>
    private let watchers = EventWatchers<State>()

    init(
        _ connect: @escaping @Sendable () async throws(TalynError) -> Connection,
        _ rules: WebSocketReconnection,
        _ time: TimeSource,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        resume: @escaping @Sendable (Connection) async throws -> Void
    ) {
        self.connect = connect
        self.resume = resume
        self.time = time
        self.random = SharedRandom(random)
        values = Lock(Values(machine: ReconnectionStateMachine(rules)))
    }

    /// The state.
    public var state: State { values.withLock(\.state) }

    /// The states from now on, without the current one.
    public var states: AsyncStream<State> { watchers.stream() }

    /// Sends a message over the open connection, or waits for one.
    ///
    /// - Throws: ``/Talyn/TalynError``. The server may then have the message, or not. It isn't sent again.
    public func send(_ message: Outgoing, fileID: StaticString = #fileID, line: Int = #line) async throws(TalynError) {
        guard let connection = try await current() else { throw TalynError(WebSocketError(.closed)) }
        try await connection.send(message, fileID: fileID, line: line)
    }

    /// Ends the session, and closes its connection.
    public func close(_ code: WebSocketCloseCode = .normalClosure, reason: String = "") async {
        await end(nil)?.close(code, reason: reason)
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(session: self) }

    /// Receives the messages of a session.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let session: WebSocketSession
        private var connection: Connection?

        fileprivate init(session: WebSocketSession) {
            self.session = session
        }

        /// The next message; nil at the end.
        ///
        /// - Throws: ``/Talyn/TalynError``.
        public mutating func next() async throws(TalynError) -> Incoming? {
            while true {
                if connection == nil { connection = try await session.current() }
                guard let open = connection else { return nil }
                var failure: TalynError?
                do throws(TalynError) {
                    var messages = open.makeAsyncIterator()
                    if let message = try await messages.next() {
                        session.received()
                        return message
                    }
                } catch {
                    // The connection is still open.
                    if open.end == nil, !error.isCancelled { throw error }
                    failure = error
                }
                connection = nil
                if failure?.isCancelled == true { session.end(failure) }
                session.ended(open, failure)
            }
        }
    }

    // MARK: Connections

    /// The open connection, or the next one; nil after the end of the session.
    private func current() async throws(TalynError) -> Connection? {
        while true {
            let (phase, isNew) = values.withLock { values -> (Phase, Bool) in
                guard case .idle = values.phase else { return (values.phase, false) }
                values.phase = .opening(Task.inSession { try await self.opened() })
                return (values.phase, true)
            }
            if isNew { show(.connecting) }
            switch phase {
            case .idle: continue
            case .ended(let error):
                if let error { throw error }
                return nil
            case .open(let connection):
                guard connection.end != nil else { return connection }
                // A sender has found out before a reader.
                ended(connection, nil)
            case .opening(let task):
                do {
                    return try await withTaskCancellationHandler {
                        try await task.value
                    } onCancel: {
                        task.cancel()
                    }
                } catch {
                    if case .ended(nil) = values.withLock(\.phase) { return nil }
                    let failure = TalynError(error)
                    end(failure)
                    throw failure
                }
            }
        }
    }

    /// Opens a connection. After the first one, it waits and tries again as the rules say.
    private func opened() async throws -> Connection {
        while true {
            do throws(TalynError) {
                let connection = try await connect()
                values.withLock { $0.machine.opened() }
                do {
                    try await resume(connection)
                } catch {
                    guard connection.end != nil else { throw TalynError(error) }
                    throw TalynError(TransportError(.connectionLost, underlyingError: error))
                }
                let isOpen = values.withLock { values in
                    guard case .opening = values.phase else { return false }
                    values.phase = .open(connection)
                    return true
                }
                guard isOpen else {
                    await connection.close()
                    throw .cancelled
                }
                show(.open)
                return connection
            } catch {
                let asked = error.response.flatMap { RetryAfter.delay(in: $0.headerFields) { Date() } }
                var random = random
                let decision = values.withLock { $0.machine.failed(error, wait: asked, random: &random) }
                guard case .reconnect(let delay) = decision else { throw error }
                try await wait(delay)
            }
        }
    }

    private func wait(_ delay: Duration) async throws {
        show(.waiting(delay))
        try await time.sleep(for: delay)
        show(.connecting)
    }

    fileprivate func received() { values.withLock { $0.machine.received() } }

    /// Replaces a connection that has ended, or ends the session.
    fileprivate func ended(_ connection: Connection, _ failure: TalynError?) {
        let close = connection.end ?? WebSocketClose(.abnormalClosure)
        var random = random
        let decision = values.withLock { values -> ReconnectionStateMachine.Decision? in
            // Another task has replaced it.
            guard case .open(let current) = values.phase, current === connection else { return nil }
            let decision = values.machine.ended(close, random: &random)
            if case .reconnect(let delay) = decision {
                values.phase = .opening(
                    Task.inSession {
                        try await self.wait(delay)
                        return try await self.opened()
                    }
                )
            }
            return decision
        }
        if decision == .end {
            end(
                failure
                    ?? (close.isNormal
                        ? nil : TalynError(WebSocketError(.closed, close: close), response: connection.response))
            )
        }
    }

    /// - Returns: The open connection.
    @discardableResult
    fileprivate func end(_ error: TalynError?) -> Connection? {
        let phase = values.withLock { values in
            let phase = values.phase
            if case .ended = phase { return phase }
            values.phase = .ended(error)
            return phase
        }
        switch phase {
        case .ended: return nil
        case .opening(let task): task.cancel()
        case .open(let connection):
            show(.closed(error))
            return connection
        case .idle: break
        }
        show(.closed(error))
        return nil
    }

    private func show(_ state: State) {
        values.withLock { values in
            if case .closed = values.state { return }
            values.state = state
            watchers.add(state)
        }
        watchers.send()
    }
}

extension Task where Failure == any Error {
    /// Starts a task on the executor of the current scope.
    fileprivate static func inSession(_ operation: @escaping @Sendable () async throws -> Success) -> Task {
        Task { try await offActor(operation) }
    }
}
