/// The end of a WebSocket connection: a code and a reason (RFC 6455, section 7.1).
public struct WebSocketClose: Sendable, Hashable {
    /// The code.
    public var code: WebSocketCloseCode

    /// The reason in words, of at most 123 bytes of UTF-8; empty for none (RFC 6455, section 5.5).
    public var reason: String

    /// Creates an end of a connection.
    public init(_ code: WebSocketCloseCode = .normalClosure, reason: String = "") {
        self.code = code
        self.reason = reason
    }

    /// Whether the conversation was complete: the code is 1000 or 1001, or the close frame has no code.
    public var isNormal: Bool { [.normalClosure, .goingAway, .noStatusReceived].contains(code) }

    /// The reason as bytes of a frame, cut to 123 bytes. A control frame has at most 125, two of which are the code (RFC 6455, section
    /// 5.5).
    public var reasonBytes: [UInt8] {
        var bytes = Array(reason.utf8.prefix(Self.longestReason))
        guard reason.utf8.count > Self.longestReason else { return bytes }
        // A scalar isn't cut in two.
        while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
        bytes.removeLast()
        return bytes
    }

    private static let longestReason = 123

    /// Checks that a close frame can have the code and the reason.
    ///
    /// - Throws: ``WebSocketError`` with ``WebSocketError/Kind/invalidClose`` for a code that no frame may have, and for a reason above
    ///   123 bytes; see ``WebSocketCloseCode/isAllowedInFrame``.
    public func check() throws(WebSocketError) {
        guard code.isAllowedInFrame else {
            throw WebSocketError(.invalidClose, cause: "A close frame can't have the code \(code).")
        }
        let length = reason.utf8.count
        guard length <= Self.longestReason else {
            throw WebSocketError(
                .invalidClose,
                cause: "The reason has \(length) bytes, and a close frame holds \(Self.longestReason)."
            )
        }
    }
}

/// The code by which a WebSocket connection ends (RFC 6455, section 7.4, and the IANA registry of close codes).
public struct WebSocketCloseCode: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt16

    /// Creates a code. Programs use 3000 to 4999 for codes of their own.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// 1000: the purpose of the connection is fulfilled.
    public static let normalClosure = WebSocketCloseCode(rawValue: 1000)
    /// 1001: one side goes away, such as a server that shuts down.
    public static let goingAway = WebSocketCloseCode(rawValue: 1001)
    /// 1002: the other side violates the protocol.
    public static let protocolError = WebSocketCloseCode(rawValue: 1002)
    /// 1003: the other side sent a kind of message that isn't accepted.
    public static let unsupportedData = WebSocketCloseCode(rawValue: 1003)
    /// 1005: the close frame had no code. It is never sent.
    public static let noStatusReceived = WebSocketCloseCode(rawValue: 1005)
    /// 1006: the connection ended without a close frame. It is never sent.
    public static let abnormalClosure = WebSocketCloseCode(rawValue: 1006)
    /// 1007: a message doesn't have the declared form, such as text that isn't UTF-8.
    public static let invalidPayload = WebSocketCloseCode(rawValue: 1007)
    /// 1008: a message violates a policy.
    public static let policyViolation = WebSocketCloseCode(rawValue: 1008)
    /// 1009: a message is too large.
    public static let messageTooBig = WebSocketCloseCode(rawValue: 1009)
    /// 1010: the client needs an extension that the server doesn't support.
    public static let mandatoryExtension = WebSocketCloseCode(rawValue: 1010)
    /// 1011: the server met an unexpected condition.
    public static let internalError = WebSocketCloseCode(rawValue: 1011)
    /// 1012: the server restarts.
    public static let serviceRestart = WebSocketCloseCode(rawValue: 1012)
    /// 1013: the server is overloaded.
    public static let tryAgainLater = WebSocketCloseCode(rawValue: 1013)
    /// 1014: a gateway got an invalid response.
    public static let badGateway = WebSocketCloseCode(rawValue: 1014)
    /// 1015: the TLS handshake failed. It is never sent.
    public static let tlsFailure = WebSocketCloseCode(rawValue: 1015)

    /// Whether a close frame may have the code: 1000 to 1003, 1007 to 1014, or one of a program's own from 3000 to 4999 (RFC 6455,
    /// section 7.4).
    public var isAllowedInFrame: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}

extension WebSocketCloseCode: CustomStringConvertible {
    public var description: String { "\(rawValue)" }
}
