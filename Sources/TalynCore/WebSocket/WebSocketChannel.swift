/// An open WebSocket connection, as a ``Transport`` gives it in ``TransportResponse/webSocket``.
///
/// A transport that opens connections gets an ``OutgoingRequest`` with ``OutgoingRequest/webSocket`` and answers it with the status
/// 101. It checks the handshake (RFC 6455, section 4.1). To open none, it throws ``WebSocketError/unsupported(by:)``. To wrap a
/// connection, such as to record it, forward the methods.
///
/// Releasing the connection drops it.
public protocol WebSocketChannel: AnyObject, Sendable {
    /// The next message; nil after the close frame of the server, and after ``close(_:)``.
    ///
    /// Several tasks share the messages: each message goes to one of them.
    ///
    /// - Throws: ``WebSocketError`` if the server violates the protocol, and ``TransportError`` if the connection is lost. There are no
    ///   more messages then. A cancelled task gets a `CancellationError`, and the connection stays open.
    func receive() async throws -> WebSocketMessage?

    /// Sends a message, and returns when the system has taken it, or when the message is in the buffer of
    /// ``WebSocketOptions/sendBufferSize``. That is the back-pressure of the network.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - site: The place in the source code, for a test to fail there.
    /// - Throws: ``WebSocketError`` with ``WebSocketError/Kind/closed`` for a message that surely wasn't sent whole, since the connection
    ///   is closing. After a ``TransportError`` and a `CancellationError`, the server may have the message, or not.
    func send(_ message: WebSocketMessage, from site: CallSite?) async throws

    /// Sends a ping, and returns at its pong.
    ///
    /// - Throws: The errors of ``send(_:from:)``.
    func ping() async throws

    /// Sends a close frame, and returns when that of the server has arrived, or when the connection has ended.
    ///
    /// The code and the reason pass ``WebSocketClose/check()``.
    ///
    /// Messages that arrive afterwards are dropped. A further call only waits.
    func close(_ close: WebSocketClose) async

    /// Ends the connection at once, without a closing handshake.
    func cancel()

    /// The end of the connection; nil while it is open. Without a close frame of the server, it has the code
    /// ``WebSocketCloseCode/abnormalClosure``.
    var end: WebSocketClose? { get }

    /// Whether the connection reads nothing from the network, since its messages aren't received. Pongs don't arrive then.
    var isPaused: Bool { get }

    /// A number that changes whenever bytes arrive, and whenever the network takes some. They can delay a pong.
    ///
    /// A transport may ignore arriving bytes while its own bytes can't leave: a server that sends but reads nothing isn't alive.
    var activity: Int { get }
}
