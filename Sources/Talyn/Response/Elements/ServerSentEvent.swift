public import Foundation

/// An event that a server sent (WHATWG HTML standard, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// What kind of event it is: `message` if the server doesn't say.
    public var event: String

    /// What it tells; its lines are joined by LF.
    public var data: String

    /// The ID that the server gave last, with this event or one before: empty if it gave none.
    ///
    /// As `Last-Event-ID` in a request it tells the server where to go on.
    public var id: String

    /// How long the server wants to be left alone before the next connection, as it told last; nil if it didn't.
    public var retry: Duration?

    /// Creates an event, such as for tests.
    public init(event: String = "message", data: String, id: String = "", retry: Duration? = nil) {
        self.event = event
        self.data = data
        self.id = id
        self.retry = retry
    }

    /// The data decoded from JSON.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: What decodes it.
    /// - Throws: ``TalynError/underlying(_:_:)`` with the decoder's error.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        using decoder: JSONDecoder = JSONDecoder()
    ) throws(TalynError) -> Value {
        do {
            return try decoder.decode(type, from: Data(data.utf8))
        } catch {
            throw TalynError(wrapping: error)
        }
    }
}
