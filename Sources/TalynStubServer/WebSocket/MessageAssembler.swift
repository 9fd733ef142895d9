#if Tools
import _TalynFoundation
import _TalynSupport

import NIOCore
import NIOWebSocket

/// Makes messages of the frames of a client (RFC 6455, section 5.4). It holds one message at most.
struct MessageAssembler {
    enum Event {
        case message(WebSocketMessage)
        case ping(ByteBuffer)
        case close(WebSocketClose)
    }

    private let maximumSize: Int
    /// The message whose last frame hasn't come.
    private var message: (isText: Bool, content: ByteBuffer)?

    init(maximumSize: Int) {
        self.maximumSize = maximumSize
    }

    /// Takes a frame.
    ///
    /// - Returns: Nil for a pong, and for a frame that isn't the last of its message.
    /// - Throws: ``WebSocketViolation``.
    mutating func take(_ frame: WebSocketFrame) throws(WebSocketViolation) -> Event? {
        guard frame.maskKey != nil else { throw .protocolError("A frame of the client isn't masked.") }
        guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else { throw .protocolError("A frame has reserved bits.") }
        switch frame.opcode {
        case .ping: return .ping(frame.unmaskedData)
        case .pong: return nil
        case .connectionClose: return .close(try Self.close(frame.unmaskedData))
        case .text, .binary:
            guard message == nil else { throw .protocolError("A message begins before the last one has ended.") }
            message = (frame.opcode == .text, ByteBuffer())
        case .continuation:
            guard message != nil else { throw .protocolError("A continuation has no message before it.") }
        default:
            throw .protocolError("A frame has a reserved opcode.")
        }
        return try add(frame)
    }

    private mutating func add(_ frame: WebSocketFrame) throws(WebSocketViolation) -> Event? {
        var piece = frame.unmaskedData
        guard (message?.content.readableBytes ?? 0) + piece.readableBytes <= maximumSize else { throw .tooLarge }
        message?.content.writeBuffer(&piece)
        guard frame.fin, let (isText, content) = message else { return nil }
        message = nil
        let data = Data(content.readableBytesView)
        guard isText else { return .message(.data(data)) }
        guard let text = String(validatingUTF8Bytes: data) else { throw .invalidText }
        return .message(.text(text))
    }

    /// The payload of a close frame (RFC 6455, section 5.5.1).
    private static func close(_ payload: ByteBuffer) throws(WebSocketViolation) -> WebSocketClose {
        var payload = payload
        guard payload.readableBytes > 0 else { return WebSocketClose(.noStatusReceived) }
        guard let number = payload.readInteger(as: UInt16.self) else {
            throw .protocolError("A close frame has half a code.")
        }
        let code = WebSocketCloseCode(rawValue: number)
        guard code.isAllowedInFrame else { throw .protocolError("A close frame has an invalid code.") }
        guard let reason = String(validatingUTF8Bytes: Data(payload.readableBytesView)) else { throw .invalidText }
        return WebSocketClose(code, reason: reason)
    }
}

/// A client that violates the protocol.
enum WebSocketViolation: Error, Hashable {
    case protocolError(String)
    case invalidText
    case tooLarge

    init(_ error: any Error) {
        self =
            switch error {
            case let violation as WebSocketViolation: violation
            case NIOWebSocketError.invalidFrameLength: .tooLarge
            default: .protocolError("A control frame is fragmented, or longer than 125 bytes.")
            }
    }

    /// The close frame by which the server answers.
    var close: WebSocketClose {
        switch self {
        case .protocolError(let reason): WebSocketClose(.protocolError, reason: reason)
        case .invalidText: WebSocketClose(.invalidPayload, reason: "The text isn't UTF-8.")
        case .tooLarge: WebSocketClose(.messageTooBig, reason: "The message is too large.")
        }
    }
}

extension WebSocketViolation: LocalizedError {
    var errorDescription: String? { "The client violates the WebSocket protocol. \(close.reason)" }
}
#endif
