public import Foundation

/// Why no more elements can be read from a body.
///
/// It is thrown inside ``TalynError/underlying(_:_:)``, after the elements before it have been given.
public enum StreamError: Error, Sendable {
    /// A line, an event or a text has more bytes than it may. The first has the number 1.
    case tooLong(Unit, number: Int, limit: Int)

    /// What a line or a text holds can't be decoded to the type asked for; the decoder's error. The first has the number 1.
    case undecodable(Unit, number: Int, any Error)

    /// What was to be events is said to be something else.
    case notAnEventStream(contentType: String)

    /// The body doesn't start with a record separator, as a JSON text sequence does (RFC 7464, section 2.1).
    case notAJSONSequence

    /// What a body is made of.
    public enum Unit: Sendable, Hashable {
        /// A line; empty ones are counted, too.
        case line
        /// A server-sent event; blocks without data are not counted.
        case event
        /// A text of a JSON text sequence; those that are passed over are counted, too.
        case text
    }
}

extension StreamError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .tooLong(let unit, let number, let limit):
            "\(unit.name) \(number) of the body has more than \(limit) bytes."
        case .undecodable(let unit, let number, _):
            "\(unit.name) \(number) of the body can't be decoded."
        case .notAnEventStream(let contentType):
            "The response is no event stream, but \(contentType.debugDescription)."
        case .notAJSONSequence:
            "The body is no JSON text sequence: it doesn't start with a record separator."
        }
    }

    public var failureReason: String? {
        if case .undecodable(_, _, let error) = self { ErrorText.describe(any: error) } else { nil }
    }

    public var recoverySuggestion: String? {
        switch self {
        case .tooLong(.line, _, _):
            "Pass a greater limit, as in lines(limit:) and jsonLines(as:limit:), or read the body as bytes."
        case .tooLong(.event, _, _):
            "Pass a greater limit, as in events(limit:)."
        case .tooLong(.text, _, _):
            "Pass a greater limit, as in jsonSequence(as:limit:)."
        case .undecodable:
            "Compare the type with what the server sends."
        case .notAnEventStream:
            "Check the path and what the server wants to see in Accept, or read stream(_:).events, whatever the type."
        case .notAJSONSequence:
            "Use jsonLines(as:) for JSON texts that stand on a line each."
        }
    }
}

extension StreamError: CustomStringConvertible {
    public var description: String { ErrorText.describe(self) }
}

extension StreamError.Unit {
    fileprivate var name: String {
        switch self {
        case .line: "Line"
        case .event: "Event"
        case .text: "Text"
        }
    }
}
