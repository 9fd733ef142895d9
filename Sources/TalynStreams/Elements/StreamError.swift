import TalynCore
import _TalynFoundation
import _TalynSupport

/// The failure to read the elements of a body.
///
/// The ``TalynError/underlyingError`` at the end of a loop over an ``ElementStream``, with ``TalynError/Reason/body``. The
/// loop gets the elements before it first.
enum StreamError: Error, Sendable {
    /// A line, an event or a text is longer than the limit. The first has the number 1.
    case tooLong(Unit, number: Int, limit: Int)

    /// A line, an event or a text can't be decoded. The first has the number 1. The error of the decoder.
    case undecodable(Unit, number: Int, any Error)

    /// An event is the mark `[DONE]`, which no option declares as the end. The first event has the number 1.
    case undeclaredEnd(number: Int)

    /// The body ended before the event that ends the stream.
    case endedEarly

    /// No event arrived in time.
    case noEvent(within: Duration)

    /// The response isn't an event stream.
    case notAnEventStream(contentType: String)

    /// The body isn't a JSON text sequence: it doesn't start with a record separator (RFC 7464, section 2.1).
    case notAJSONSequence

    /// The kind of a body's elements.
    enum Unit: Sendable, Hashable {
        /// A line. Empty lines count.
        case line
        /// A server-sent event. Blocks without data don't count.
        case event
        /// A text of a JSON text sequence. Skipped texts count.
        case text
    }
}

extension StreamError: DescribedError {
    public var errorReason: TalynError.Reason { .body }

    public var problem: String {
        switch self {
        case .tooLong(let unit, let number, let limit):
            "\(unit.name) \(number) of the body has more than \(limit) bytes."
        case .undecodable(let unit, let number, _):
            "\(unit.name) \(number) of the body can't be decoded."
        case .undeclaredEnd(let number):
            "Event \(number) of the body isn't JSON, but [DONE], which ends a stream."
        case .endedEarly:
            "The body ended before the event that ends the stream."
        case .noEvent(let limit):
            "No event arrived within \(limit.inWords)."
        case .notAnEventStream(let contentType):
            "The response isn't an event stream, but \(contentType.debugDescription)."
        case .notAJSONSequence:
            "The body isn't a JSON text sequence: it doesn't start with a record separator."
        }
    }

    public var cause: String? {
        if case .undecodable(_, _, let error) = self { Redaction.default.text(of: error).withFullStop } else { nil }
    }

    public var recovery: String? {
        switch self {
        case .tooLong(.line, _, _):
            "Pass a higher limit to lines(limit:) or jsonLines(as:limit:), or read the bytes."
        case .tooLong(.event, _, _):
            "Pass a higher limit to events(limit:)."
        case .tooLong(.text, _, _):
            "Pass a higher limit to jsonSequence(as:limit:)."
        case .undeclaredEnd:
            "Set endOfEvents = .data(\"[DONE]\") in the options of the target or of the call."
        case .endedEarly:
            "The server or a proxy cut the response off. Repeat the call if it may be processed twice."
        case .noEvent:
            "Raise firstEventTimeout or eventTimeout in the options, or ask the server to send events more often."
        case .undecodable:
            "Compare the type with the JSON of the server."
        case .notAnEventStream:
            "Check the path and the Accept field. To ignore the type, read stream(_:).events()."
        case .notAJSONSequence:
            "Use jsonLines(as:) if each line is a JSON text."
        }
    }
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
