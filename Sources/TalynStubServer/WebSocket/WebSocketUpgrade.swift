#if Tools
import _TalynFoundation
import _TalynSupport

import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The opening handshake of a client, and the answer to it (RFC 6455, section 4.2).
struct WebSocketUpgrade {
    private let request: HTTPRequestHead
    /// The subprotocols that the client speaks.
    private let subprotocols: [String]

    /// Nil for a request that opens no connection.
    ///
    /// - Throws: ``RequestRefusal`` for an invalid handshake.
    @available(Hummingbird, *)
    init?(_ request: Request) throws(RequestRefusal) {
        let fields = request.headers
        guard request.method == .get, fields.tokens(of: .upgrade).contains("websocket") else { return nil }
        guard fields.tokens(of: .connection).contains("upgrade") else { throw .webSocketHandshake }
        let versions = fields[values: .secWebSocketVersion]
        guard versions == ["13"] else { throw versions.isEmpty ? .webSocketHandshake : .webSocketVersion }
        let keys = fields[values: .secWebSocketKey]
        guard keys.count == 1, Data(base64Encoded: keys[0])?.count == 16 else { throw .webSocketHandshake }
        guard fields[.transferEncoding] == nil, fields[.contentLength] ?? "0" == "0" else { throw .webSocketHandshake }
        subprotocols = fields[values: .secWebSocketProtocol].flatMap { $0.split(separator: ",") }
            .map(\.withoutOuterSpaces).filter { !$0.isEmpty }
        self.request = HTTPRequestHead(
            version: .http1_1,
            method: .GET,
            uri: request.head.path ?? "/",
            headers: ["Sec-WebSocket-Key": keys[0], "Sec-WebSocket-Version": "13"]
        )
    }

    /// The settings of the connection.
    var options: WebSocketOptions {
        var names: [String] = []
        for name in subprotocols where !names.contains(name) { names.append(name) }
        return WebSocketOptions { $0.subprotocols = names }
    }

    /// The head of the response with the status 101.
    ///
    /// - Parameter fields: The header fields of the transport's response.
    func head(_ fields: HTTPFields, on channel: any Channel) async throws -> ByteBuffer {
        var headers = HTTPHeaders()
        for field in fields.withoutHops where passes(field) {
            headers.add(name: field.name.rawName, value: field.value)
        }
        let upgrader = NIOWebSocketServerUpgrader { [headers] channel, _ in
            channel.eventLoop.makeSucceededFuture(headers)
        } upgradePipelineHandler: { channel, _ in
            channel.eventLoop.makeSucceededVoidFuture()
        }
        let all = try await upgrader.buildUpgradeResponse(
            channel: channel,
            upgradeRequest: request,
            initialResponseHeaders: [:]
        )
        .get()
        var head = ByteBuffer(string: "HTTP/1.1 101 Switching Protocols\r\n")
        for (name, value) in all { head.writeString("\(name): \(value)\r\n") }
        head.writeString("\r\n")
        return head
    }

    /// Whether a field of the transport's response is for the client. Those of the transport's own handshake aren't.
    private func passes(_ field: HTTPField) -> Bool {
        switch field.name {
        case .secWebSocketProtocol: subprotocols.contains(field.value)
        case .contentLength, .contentType: false
        default: !field.name.canonicalName.hasPrefix("sec-websocket-")
        }
    }
}

@available(Hummingbird, *)
extension OutgoingRequest {
    /// Creates a transport's request from a client's handshake.
    init(opening upgrade: WebSocketUpgrade, _ request: Request, at url: URL, _ upload: InboundBody) {
        self.init(serving: request, at: url, upload)
        body = nil
        headerFields = HTTPFields(headerFields.filter { !$0.name.canonicalName.hasPrefix("sec-websocket-") })
        webSocket = upgrade.options
    }
}

extension HTTPFields {
    /// The values of a field with a list of tokens, in lower case.
    fileprivate func tokens(of name: HTTPField.Name) -> [String] {
        self[values: name].flatMap { $0.split(separator: ",") }.map { $0.withoutOuterSpaces.lowercased() }
    }
}

extension HTTPField.Name {
    fileprivate static let secWebSocketKey = HTTPField.Name("Sec-WebSocket-Key")!
    fileprivate static let secWebSocketVersion = HTTPField.Name("Sec-WebSocket-Version")!
    fileprivate static let secWebSocketProtocol = HTTPField.Name("Sec-WebSocket-Protocol")!
}
#endif
