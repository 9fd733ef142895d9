/// The settings of a WebSocket connection: its subprotocols, limits and pings.
public struct WebSocketOptions: Sendable, Hashable {
    /// The subprotocols that the client speaks, the preferred one first (RFC 6455, section 1.9).
    public var subprotocols: [String] = []

    /// The largest message that is received, in bytes. A larger one closes the connection with the code 1009. On Linux, at most 2 GiB.
    public var maximumMessageSize = 16 << 20

    /// The number of received messages that wait for the reader. While it is reached, or the messages together have
    /// ``maximumMessageSize``, the connection reads nothing more from the network.
    public var queueLimit = 64

    /// The largest frame that is sent, in bytes. A longer message is sent in several frames (RFC 6455, section 5.4).
    ///
    /// Some gateways accept no larger frames. URLSession ignores it.
    public var maximumFrameSize = 32 << 10

    /// The bytes of sent messages that may wait for the network without their senders. While it is full, and for a larger message, `send`
    /// returns when the system has taken the message. So a slow server slows the senders.
    ///
    /// A message that still waits when the connection is lost doesn't arrive, and its sender doesn't hear of it. With zero, each sender waits, which
    /// is slower for many small messages. URLSession ignores it: its senders always wait.
    public var sendBufferSize = 64 << 10

    /// The time from one ping to the next; nil or zero for no pings. A ping whose pong is missing delays the next one.
    public var pingInterval: Duration? = .seconds(30)

    /// The longest time until the pong of a ping; zero for no limit. The connection then fails with ``TransportError/Kind/timedOut``.
    ///
    /// The time begins again while other bytes arrive or leave, and while messages wait for the reader. The pong can come after them.
    public var pongTimeout: Duration = .seconds(10)

    /// The longest wait of a reader for a message; nil or zero for no limit. The connection then fails with
    /// ``TransportError/Kind/timedOut``.
    ///
    /// Use it to notice a server that answers pings and sends nothing.
    public var messageTimeout: Duration?

    /// The longest time that closing waits for the server.
    public var closeTimeout: Duration = .seconds(10)

    /// Creates settings.
    ///
    /// - Parameter configure: Changes the settings that differ from the defaults.
    public init(_ configure: (inout WebSocketOptions) -> Void = { _ in }) {
        configure(&self)
    }
}
