import HTTPTypes
import _TalynFoundation
import _TalynSupport

extension OutgoingRequest {
    /// Checks that the request can open a WebSocket connection (RFC 6455, section 4.1). A transport calls it before it opens one.
    ///
    /// - Throws: ``TalynError`` with ``TalynError/Reason/invalidRequest`` for another method than GET, a body, an invalid subprotocol, and
    ///   a field that the handshake sets itself.
    public func checkWebSocket() throws(TalynError) {
        guard method == .get, body == nil else {
            throw TalynError(
                RequestError(
                    .method,
                    "A request that opens a WebSocket connection has another method than GET, or a body.",
                    "Use GET and no body in the target (RFC 6455, section 4.1)."
                )
            )
        }
        let subprotocols = webSocket?.subprotocols ?? []
        guard subprotocols.allSatisfy({ HTTPField.Name($0) != nil }), Set(subprotocols).count == subprotocols.count
        else {
            let problem = "A WebSocket subprotocol isn't a token, or is there twice."
            throw TalynError(RequestError(.headerField, problem, "Use names such as chat.v2, each once."))
        }
        if let name = headerFields.first(where: { $0.name.canonicalName.hasPrefix("sec-websocket-") })?.name.rawName {
            let problem = "The field '\(name)' is set, which the handshake of a WebSocket sets itself."
            throw TalynError(
                RequestError(.headerField, problem, "Remove it. Set subprotocols in the WebSocketOptions.")
            )
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
