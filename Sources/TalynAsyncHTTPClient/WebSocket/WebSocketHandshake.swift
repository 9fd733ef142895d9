#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOWebSocket
import TalynCore
import _TalynSupport

/// The opening handshake of a client (RFC 6455, section 4.1): the request, and the check of the response.
struct WebSocketHandshake {
    let head: HTTPRequestHead
    private let key: String
    private let subprotocols: [String]

    /// - Parameters:
    ///   - request: The request, with ``OutgoingRequest/webSocket``.
    ///   - addedFields: The header fields for requests that don't set them.
    /// - Throws: ``TalynError`` for a request that can't open a connection.
    init(
        _ request: OutgoingRequest,
        adding addedFields: HTTPFields,
        key: String = NIOWebSocketClientUpgrader.randomRequestKey()
    ) throws(TalynError) {
        try request.checkWebSocket()
        let options = request.webSocket ?? WebSocketOptions()
        let (host, path) = (Self.host(of: request.head), request.head.path ?? "/")
        // An interceptor can set a path of its own. The encoder of NIO writes it as it is.
        guard (host + path).utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            let cause = "It has a character that isn't percent-encoded."
            throw TalynError(TransportError(.unsupportedURL, of: request, cause: cause, delivery: .notSent))
        }
        self.key = key
        subprotocols = options.subprotocols
        var headers = HTTPHeaders()
        headers.add(name: "Host", value: host)
        headers.add(name: "Connection", value: "Upgrade")
        headers.add(name: "Upgrade", value: "websocket")
        headers.add(name: "Sec-WebSocket-Version", value: "13")
        headers.add(name: "Sec-WebSocket-Key", value: key)
        if !subprotocols.isEmpty {
            headers.add(name: "Sec-WebSocket-Protocol", value: subprotocols.joined(separator: ", "))
        }
        let fields = request.headerFields
        for field in fields + addedFields.filter({ !fields.contains($0.name) }) where !Self.isOwn(field.name) {
            // A request has one such field (RFC 6265, section 5.4).
            if field.name == .cookie { continue }
            headers.add(name: field.name.rawName, value: field.value)
        }
        if let cookies = fields[.cookie] { headers.add(name: "Cookie", value: cookies) }
        head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path.isEmpty ? "/" : path, headers: headers)
    }

    /// The authority in lower case, and without the default port of the scheme (RFC 9110, section 4.2.3).
    static func host(of head: HTTPRequest) -> String {
        (head.authority ?? "").normalizedAuthority(of: head.scheme)
    }

    /// The fields that the handshake sets itself, those of a connection, and those of a body's codings.
    private static let ownFields: Set<String> = [
        "connection", "upgrade", "host", "accept-encoding", "content-length", "transfer-encoding", "te",
        ExchangeLink.fieldName,
    ]

    private static func isOwn(_ name: HTTPField.Name) -> Bool {
        ownFields.contains(name.canonicalName) || name.canonicalName.hasPrefix("sec-websocket-")
    }

    /// Checks a response with the status 101.
    ///
    /// - Returns: The fault of the response; nil for a valid one.
    func fault(of response: HTTPResponseHead) -> InvalidWebSocketHandshake? {
        let headers = response.headers
        guard headers[canonicalForm: "Upgrade"].map({ $0.lowercased() }) == ["websocket"] else {
            return InvalidWebSocketHandshake("It has no field Upgrade with the value websocket.")
        }
        guard headers[canonicalForm: "Connection"].contains(where: { $0.lowercased() == "upgrade" }) else {
            return InvalidWebSocketHandshake("It has no field Connection with the value Upgrade.")
        }
        guard
            NIOWebSocketClientUpgrader(requestKey: key, upgradePipelineHandler: Self.upgrade)
                .shouldAllowUpgrade(upgradeResponse: response)
        else { return InvalidWebSocketHandshake("Its field Sec-WebSocket-Accept doesn't belong to the request.") }
        guard headers["Sec-WebSocket-Extensions"].allSatisfy({ $0.isEmpty }) else {
            return InvalidWebSocketHandshake("It names an extension that wasn't asked for.")
        }
        let chosen = headers["Sec-WebSocket-Protocol"]
        guard chosen.count <= 1, chosen.allSatisfy({ subprotocols.contains($0) }) else {
            return InvalidWebSocketHandshake(
                "It names a subprotocol that wasn't asked for.",
                detail: .unofferedSubprotocol
            )
        }
        return nil
    }

    private static let upgrade: @Sendable (any Channel, HTTPResponseHead) -> EventLoopFuture<Void> = { channel, _ in
        channel.eventLoop.makeSucceededVoidFuture()
    }
}
#endif
