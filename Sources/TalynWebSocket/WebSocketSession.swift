public import TalynCore

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
/// and opens another one. Each connection is a call of the target, with all plugins. The next one opens when the reader has taken all
/// messages and asks for another, or when a sender waits and fewer than 64 messages are unread.
///
/// No message is sent twice. A message whose sending fails is the caller's, who decides whether to send it again. If the cause of the error is
/// a ``/Talyn/WebSocketError``, or a ``/Talyn/TransportError`` whose ``/Talyn/TransportError/mayHaveBeenSent`` is false, the server
/// doesn't have it.
///
/// The session fails if its first connection can't be opened. The ``/Talyn/RequestOptions/deadline`` counts for all connections
/// together, from the first one. Cancelling the task that reads ends the session, and so does its release.
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
        /// A connection is open, or its messages aren't read yet.
        case open
        /// The session waits before it connects again.
        case waiting(Duration)
        /// The session has ended, with its error if it failed.
        case closed(TalynError?)
    }

    private let driver: SessionDriver<Incoming, Outgoing>

    init(_ driver: SessionDriver<Incoming, Outgoing>) {
        self.driver = driver
    }

    deinit {
        driver.stop(.success(()))
    }

    /// The state.
    public var state: State { driver.state }

    /// The current state, and those that follow. The sequence ends after ``State/closed(_:)``.
    public var states: AsyncStream<State> { driver.states() }

    /// Sends a message over the open connection, or waits for one, at most for ``WebSocketReconnection/maximumWait``.
    ///
    /// A cancelled task gives its message up. The session goes on.
    ///
    /// - Throws: ``/Talyn/TalynError``. The message isn't sent again by itself.
    public func send(_ message: Outgoing, fileID: StaticString = #fileID, line: Int = #line) async throws(TalynError) {
        try await driver.connection().send(message, fileID: fileID, line: line)
    }

    /// Ends the session, and closes its connection with the code 1000. The reader still gets the messages that have arrived.
    public func close() async { await driver.close(WebSocketClose()) }

    /// Ends the session, and closes its connection.
    ///
    /// - Parameters:
    ///   - code: A code that a close frame may have; see ``/Talyn/WebSocketCloseCode/isAllowedInFrame``.
    ///   - reason: The reason, of at most 123 bytes.
    /// - Throws: ``/Talyn/TalynError`` with a ``/Talyn/WebSocketError`` for a code or a reason that can't be sent. The session goes on.
    public func close(_ code: WebSocketCloseCode, reason: String = "") async throws(TalynError) {
        await driver.close(try .checked(code, reason))
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(session: self) }

    /// Receives the messages of a session.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let session: WebSocketSession

        /// The next message; nil at the end. Each message goes to one iterator.
        ///
        /// - Throws: ``/Talyn/TalynError``. Its cause is a ``/Talyn/WebSocketError`` for a message that can't be decoded, after which the
        ///   next one can be received.
        public mutating func next() async throws(TalynError) -> Incoming? { try await session.driver.next() }
    }
}
