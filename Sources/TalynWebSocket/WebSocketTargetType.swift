public import TalynCore

/// A target that is a conversation over a WebSocket, with the types of its messages.
///
/// ```swift
/// struct Room: WebSocketTargetType {
///     typealias Incoming = Event
///     typealias Outgoing = Command
///
///     let id: Int
///     var baseURL: URL { URL(string: "https://chat.example.com")! }
///     var path: RequestPath { "/rooms/\(id)" }
/// }
///
/// let connection = try await provider.connect(Room(id: 7))
/// ```
public protocol WebSocketTargetType: TargetType {
    /// The type of the messages of the server.
    associatedtype Incoming: Sendable

    /// The type of the messages to the server.
    associatedtype Outgoing: Sendable

    /// The conversion of the messages. JSON by default, if the types can be decoded and encoded.
    var codec: WebSocketCodec<Incoming, Outgoing> { get }

    /// Subprotocols, limits and pings. The defaults by default.
    var webSocket: WebSocketOptions { get }
}

extension WebSocketTargetType {
    public var webSocket: WebSocketOptions { WebSocketOptions() }
}

extension WebSocketTargetType where Incoming: Decodable, Outgoing: Encodable {
    public var codec: WebSocketCodec<Incoming, Outgoing> { .json() }
}
