public import Foundation
public import Talyn
public import TalynWebSocket

/// A room as a target: its path, the types of its messages, and its limits.
public struct RoomTarget: WebSocketTargetType {
    public typealias Incoming = Event
    public typealias Outgoing = Command

    public let baseURL: URL
    let room: String

    public var path: RequestPath { "/rooms/\(room)" }
    public var webSocket: WebSocketOptions {
        WebSocketOptions {
            $0.subprotocols = ["room.v1"]
            $0.maximumMessageSize = 64 << 10
        }
    }
}
