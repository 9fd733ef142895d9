import _TalynFoundation
import _TalynSupport

/// The failure of a WebSocket connection that was open, or of a transport that opens none.
///
/// A handshake that fails is a failed call, with a status or a ``TransportError``.
public struct WebSocketError: Error, Sendable {
    /// The kind of a failure.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// The server closed the connection with another code than 1000 and 1001. Or the connection was closed before a message was
        /// sent, and the server doesn't have the message.
        public static let closed = Kind(description: "closed")

        /// The server sent a frame that violates the protocol.
        public static let protocolViolation = Kind(description: "protocolViolation")

        /// The server sent text that isn't UTF-8.
        public static let invalidText = Kind(description: "invalidText")

        /// The server sent a message above ``WebSocketOptions/maximumMessageSize``.
        public static let messageTooLarge = Kind(description: "messageTooLarge")

        /// A message can't be encoded or decoded. The connection stays open.
        public static let invalidMessage = Kind(description: "invalidMessage")

        /// A close code or a reason can't be sent. The connection stays open.
        public static let invalidClose = Kind(description: "invalidClose")

        /// The transport opens no WebSocket connections.
        public static let unsupported = Kind(description: "unsupported")

        /// The name, as in the code.
        public let description: String
    }

    /// The kind of the failure.
    public let kind: Kind

    /// The end of the connection, for ``Kind/closed``.
    public let close: WebSocketClose?

    /// The error of the codec, for ``Kind/invalidMessage``.
    public let underlyingError: (any Error)?

    /// The cause in words. It must not hold a secret.
    public let cause: String?

    /// Creates an error, for your own transport.
    public init(
        _ kind: Kind,
        close: WebSocketClose? = nil,
        underlyingError: (any Error)? = nil,
        cause: String? = nil
    ) {
        self.kind = kind
        self.close = close
        self.underlyingError = underlyingError
        self.cause = cause ?? underlyingError.map { Redaction.default.text(of: $0).withFullStop }
    }

    /// The error of a transport that opens no WebSocket connections.
    ///
    /// - Parameter transport: The name of the transport.
    public static func unsupported(by transport: String) -> WebSocketError {
        WebSocketError(.unsupported, cause: "\(transport) can't open one.")
    }

    /// The code by which the client closes the connection because of the error; nil if it stays open, or is closed already.
    public var code: WebSocketCloseCode? {
        switch kind {
        case .protocolViolation: .protocolError
        case .invalidText: .invalidPayload
        case .messageTooLarge: .messageTooBig
        default: nil
        }
    }
}

extension WebSocketError: DescribedError {
    public var errorReason: TalynError.Reason { .webSocket }

    public var problem: String {
        switch kind {
        case .closed:
            if let close {
                "The WebSocket connection was closed with the code \(close.code)\(close.shownReason)."
            } else {
                "The WebSocket connection is closed."
            }
        case .protocolViolation: "The server violates the WebSocket protocol."
        case .invalidText: "The server sent a text message that isn't UTF-8."
        case .messageTooLarge: "The server sent a message above the limit."
        case .invalidMessage: "A message of the WebSocket connection can't be converted."
        case .invalidClose: "The WebSocket connection can't be closed with this code or reason."
        default: "No WebSocket connection can be opened."
        }
    }

    public var recovery: String? {
        switch kind {
        case .closed: "Open a new connection."
        case .protocolViolation, .invalidText: "Check the server, and the proxies in between."
        case .messageTooLarge: "Raise maximumMessageSize in the WebSocketOptions, or let the server send less."
        case .invalidClose: "Use 1000, or a code from 3000 to 4999, and a reason of at most 123 bytes."
        case .invalidMessage: "Compare the types of the connection with the messages of the server."
        default: "Use the default transport, or one on URLSession or AsyncHTTPClient."
        }
    }
}

extension WebSocketClose {
    /// The reason for a text; empty without one. A server can repeat a secret in it.
    fileprivate var shownReason: String {
        reason.isEmpty ? "" : " and the reason \(Redaction.default.text(reason).debugDescription)"
    }
}
