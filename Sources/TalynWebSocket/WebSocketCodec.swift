public import TalynCore
import _TalynFoundation
import _TalynSupport

/// Converts the messages of a ``WebSocketConnection`` to and from the types of a program.
///
/// ```swift
/// let connection = try await chat.connect(.room(id: 7), codec: .json(Event.self, Command.self))
/// ```
public struct WebSocketCodec<Incoming: Sendable, Outgoing: Sendable>: Sendable {
    let decode: @Sendable (WebSocketMessage, CodingOptions) throws -> Incoming
    let encode: @Sendable (Outgoing, CodingOptions) throws -> WebSocketMessage

    private init(
        _ decode: @escaping @Sendable (WebSocketMessage, CodingOptions) throws -> Incoming,
        _ encode: @escaping @Sendable (Outgoing, CodingOptions) throws -> WebSocketMessage
    ) {
        self.decode = decode
        self.encode = encode
    }

    /// Creates a codec.
    ///
    /// - Parameters:
    ///   - decode: Makes a value of a received message.
    ///   - encode: Makes the message of a value to send.
    public init(
        decode: @escaping @Sendable (WebSocketMessage) throws -> Incoming,
        encode: @escaping @Sendable (Outgoing) throws -> WebSocketMessage
    ) {
        self.init({ message, _ in try decode(message) }, { value, _ in try encode(value) })
    }
}

extension WebSocketCodec where Incoming: Decodable, Outgoing: Encodable {
    /// JSON by the ``/Talyn/TargetType/coding`` of the target. Values are sent as text, and received from text or data.
    ///
    /// - Parameters:
    ///   - incoming: The type of the received messages.
    ///   - outgoing: The type of the messages to send.
    public static func json(_ incoming: Incoming.Type = Incoming.self, _ outgoing: Outgoing.Type = Outgoing.self)
        -> Self
    {
        WebSocketCodec { message, coding in
            try coding.jsonDecoder.decode(Incoming.self, from: message.bytes)
        } _: { value, coding in
            .text(String(decoding: try coding.jsonEncoder.encode(value), as: UTF8.self))
        }
    }
}

extension WebSocketCodec where Incoming == WebSocketMessage, Outgoing == WebSocketMessage {
    /// The messages as they are.
    public static var messages: Self {
        WebSocketCodec {
            $0
        } encode: {
            $0
        }
    }
}

extension WebSocketCodec where Incoming == String, Outgoing == String {
    /// Text messages. A message of data fails.
    public static var text: Self {
        WebSocketCodec { message in
            guard case .text(let text) = message else { throw UnexpectedData() }
            return text
        } encode: {
            .text($0)
        }
    }
}

extension WebSocketMessage {
    var bytes: Data {
        switch self {
        case .text(let text): Data(text.utf8)
        case .data(let data): data
        }
    }
}

/// A message of data where text was expected.
struct UnexpectedData: Error, Sendable, DescribedError {
    var problem: String { "The message is data, and the codec expects text." }
    var recovery: String? { "Use the codec .messages." }
}
