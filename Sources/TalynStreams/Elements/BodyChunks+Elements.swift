public import TalynCore
public import _TalynFoundation
import _TalynSupport

/// The largest size of a line, an event or a JSON text in bytes, by default.
@usableFromInline let standardElementLimit = 16_777_216

extension BodyChunks {
    /// The lines of at most 16 MiB each. See ``lines(limit:)``.
    public var lines: ElementStream<String> { lines(limit: standardElementLimit) }

    /// The lines without their terminators: LF, CR LF or CR.
    ///
    /// Empty lines count, and so does text after the last terminator. The text is UTF-8. Invalid bytes become U+FFFD,
    /// as with `String(decoding:as:)`. A byte order mark stays in the first line.
    ///
    /// - Parameter limit: The maximum length of a line in bytes. A longer line fails, and is not kept in
    ///   memory.
    public func lines(limit: Int) -> ElementStream<String> {
        ElementStream(startReading) { LineParser(limit: limit) }
    }

    /// The values of JSON Lines, also known as newline-delimited JSON: one JSON text on each line.
    ///
    /// Blank lines are skipped. A line that can't be decoded fails the loop with the reason ``TalynError/Reason/body``
    /// and its number. To continue after such a line, decode the ``lines(limit:)`` yourself.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The decoder.
    ///   - limit: The maximum length of a line in bytes, 16 MiB by default. A longer line fails.
    public func jsonLines<Value: Decodable & Sendable>(
        as type: Value.Type,
        using decoder: JSONDecoder = CodingOptions().jsonDecoder,
        limit: Int = standardElementLimit
    ) -> ElementStream<Value> {
        ElementStream(startReading) {
            JSONTextParser(separator: .lineFeed, limit: limit)
        } makeElement: { text throws(StreamError) in
            try text.decode(type, using: decoder)
        }
    }

    /// The values of a JSON text sequence (RFC 7464): a record separator before each JSON text, and LF after it.
    ///
    /// Invalid JSON is skipped, for example a text that was cut off (section 2.3). A number, `true`, `false` or `null`
    /// without white space after it is skipped, too: it may be cut off (section 2.4). Valid JSON of another type
    /// fails the loop with the reason ``TalynError/Reason/body``.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The decoder.
    ///   - limit: The maximum length of a text in bytes, 16 MiB by default. A longer text fails.
    public func jsonSequence<Value: Decodable & Sendable>(
        as type: Value.Type,
        using decoder: JSONDecoder = CodingOptions().jsonDecoder,
        limit: Int = standardElementLimit
    ) -> ElementStream<Value> {
        ElementStream(startReading) {
            JSONTextParser(separator: .recordSeparator, limit: limit)
        } makeElement: { text throws(StreamError) in
            do throws(StreamError) {
                return try text.decode(type, using: decoder)
            } catch {
                // Valid JSON of another type was not cut off.
                if decoder.isJSON(text.bytes) { throw error }
                return nil
            }
        }
    }

    /// The server-sent events until the body ends (WHATWG HTML standard, section 9.2). Doesn't reconnect.
    ///
    /// Comments and blocks without data are not events. The ID and the reconnection time of such a block are those of the events after
    /// it, as section 9.2.6 says. An event that the end of the body cuts off is dropped.
    ///
    /// To continue after the body, use `Provider.events(_:after:)` with ``ServerSentEvent/id`` of the last event. An `EventStream` from the
    /// start knows the ID of a last block without data, too.
    ///
    /// - Parameter limit: The maximum length of the lines of an event, or of a comment, in bytes, 16 MiB by default. A longer one
    ///   fails with the reason ``TalynError/Reason/body``, and is not kept in memory.
    public func events(limit: Int = standardElementLimit) -> ElementStream<ServerSentEvent> {
        ElementStream(startReading) { ServerSentEventParser(limit: limit) }
    }
}
