import HTTPTypes
import _TalynFoundation
import _TalynSupport

extension OutgoingRequest {
    /// Checks that the request can open a WebSocket connection (RFC 6455, section 4.1). A transport calls it before it opens one.
    ///
    /// - Throws: ``TalynError`` with ``TalynError/Reason/invalidRequest`` for another method than GET, a body, an invalid subprotocol, and
    ///   a field that the handshake sets itself.
    public func checkWebSocket() throws(TalynError) {
        guard method == .get, body == nil else { throw TalynError(WebSocketRequestError.notGET) }
        let subprotocols = webSocket?.subprotocols ?? []
        guard subprotocols.allSatisfy({ HTTPField.Name($0) != nil }), Set(subprotocols).count == subprotocols.count
        else { throw TalynError(WebSocketRequestError.invalidSubprotocol) }
        if let field = headerFields.first(where: { $0.name.canonicalName.hasPrefix("sec-websocket-") }) {
            throw TalynError(WebSocketRequestError.reservedField(field.name.rawName))
        }
    }

    /// Checks that the request opens no WebSocket connection, for a transport that can't.
    ///
    /// - Parameter transport: The name of the transport.
    /// - Throws: ``WebSocketError`` with ``WebSocketError/Kind/unsupported``.
    public func refuseWebSocket(by transport: String) throws(WebSocketError) {
        if webSocket != nil { throw .unsupported(by: transport) }
    }
}

/// A request that can't open a WebSocket connection.
enum WebSocketRequestError: Error, Sendable, DescribedError {
    case notGET
    case invalidSubprotocol
    case reservedField(String)

    var errorReason: TalynError.Reason { .invalidRequest }

    var problem: String {
        switch self {
        case .notGET: "A request that opens a WebSocket connection has another method than GET, or a body."
        case .invalidSubprotocol: "A WebSocket subprotocol isn't a token, or is there twice."
        case .reservedField(let name): "The field '\(name)' is set, which the handshake of a WebSocket sets itself."
        }
    }

    var recovery: String? {
        switch self {
        case .notGET: "Use GET and no body in the target (RFC 6455, section 4.1)."
        case .invalidSubprotocol: "Use names such as chat.v2, each once."
        case .reservedField: "Remove it. Set subprotocols in the WebSocketOptions."
        }
    }
}
