public import _TalynFoundation

/// A type whose values are the events of a server, told apart by their types.
///
/// ```swift
/// enum MessageEvent: EventDecodable {
///     case delta(ContentBlockDelta)
///     case stop
///     case other(ServerSentEvent)
///
///     init(event: ServerSentEvent, decoder: JSONDecoder) throws {
///         switch event.event {
///         case "content_block_delta": self = .delta(try event.decode(using: decoder))
///         case "message_stop": self = .stop
///         default: self = .other(event)
///         }
///     }
/// }
/// ```
///
/// `Provider.events(_:as:)` gives them. Keep an event of an unknown type, as above: servers add types.
public protocol EventDecodable: Sendable {
    /// Creates a value from an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - decoder: The decoder of the call, for ``ServerSentEvent/decode(_:using:)``.
    /// - Throws: Any error. It fails the stream, inside a ``TalynError``. Throw an error of your own for an event that says that the
    ///   server failed: the status of the response was a success.
    init(event: ServerSentEvent, decoder: JSONDecoder) throws
}

extension ServerSentEvent: EventDecodable {
    /// Creates the event itself.
    public init(event: ServerSentEvent, decoder: JSONDecoder) {
        self = event
    }
}
