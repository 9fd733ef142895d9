#if Tools

import _TalynFoundation
import HummingbirdCore

/// The reason for which the server refuses a request. The transport doesn't get the request. The connection ends, since the end of the
/// request's body isn't known.
enum RequestRefusal: Error, Hashable {
    /// `CONNECT` requests a tunnel (RFC 9110, section 9.3.6).
    case tunnel
    /// The `Content-Length` is invalid (RFC 9112, section 6.3).
    case contentLength
    /// The handshake of a WebSocket is invalid (RFC 6455, section 4.2.1).
    case webSocketHandshake
    /// The handshake has another version of the protocol (RFC 6455, section 4.4).
    case webSocketVersion
    /// An ordinary request, which the transport answers with a WebSocket only (RFC 9110, section 15.5.22).
    case webSocketOnly
    /// The stub chooses a subprotocol that the handshake doesn't offer (RFC 6455, section 4.1). The text is the reason.
    case webSocketSubprotocol(String)

    /// Nil for a request that is served.
    @available(Hummingbird, *)
    init?(_ request: Request) {
        if request.method == .connect {
            self = .tunnel
        } else if request.headers[values: .contentLength].contains(where: { Int64($0) == nil }) {
            self = .contentLength
        } else {
            return nil
        }
    }

    var status: HTTPResponse.Status {
        switch self {
        case .tunnel: .notImplemented
        case .contentLength, .webSocketHandshake, .webSocketSubprotocol: .badRequest
        case .webSocketVersion, .webSocketOnly: .upgradeRequired
        }
    }
}

extension RequestRefusal {
    /// The header fields of the response.
    var headerFields: [String] {
        switch self {
        case .tunnel, .contentLength, .webSocketHandshake, .webSocketSubprotocol: []
        case .webSocketVersion, .webSocketOnly: ["Upgrade: websocket", "Sec-WebSocket-Version: 13"]
        }
    }
}

extension RequestRefusal: LocalizedError {
    var errorDescription: String? {
        switch self {
        case .tunnel: "The server opens no tunnels. Send the request to the address of the server itself."
        case .contentLength: "The Content-Length isn't a number from 0 to \(Int64.max)."
        case .webSocketHandshake:
            "The handshake of the WebSocket is invalid. It needs GET, Connection: Upgrade, and a key."
        case .webSocketVersion: "The server speaks version 13 of the WebSocket protocol."
        case .webSocketOnly: "The server answers this request with a WebSocket only. Open one."
        case .webSocketSubprotocol(let reason): reason
        }
    }
}
#endif
