import Foundation
import TalynCore
import TalynWebSocket

struct ChatEvent: Codable, Hashable, Sendable {
    var name: String
}

/// A conversation in JSON.
struct ChatRoom: WebSocketTargetType {
    typealias Incoming = ChatEvent
    typealias Outgoing = ChatEvent

    var baseURL: URL
    var id = 7
    var path: RequestPath { "/rooms/\(id)" }
    var query: RequestParameters = [:]
    var headerFields: HTTPFields = [:]
    var webSocket = WebSocketOptions()
    var requestOptions: RequestOptions { RequestOptions { $0.idleTimeout = .seconds(3_600) } }
}
