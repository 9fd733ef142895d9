public import Foundation

extension AsyncSequence where Self: Sendable, Element == Data {
    /// The bytes, one after the other.
    public var bytes: BodyBytes { BodyBytes(BodyChunks(of: self)) }

    /// The lines, none of them longer than 16 MiB: see ``lines(limit:)``.
    public var lines: BodySequence<String> { lines(limit: 16_777_216) }

    /// The lines, without what ends them: LF, CR LF or CR.
    ///
    /// Empty lines are lines, and so is what comes behind the last end of a line. The text is UTF-8; bytes that are not
    /// are repaired, as `String(decoding:as:)` does, with U+FFFD. A byte order mark is left in the first line.
    ///
    /// - Parameter limit: How many bytes a line may have. A longer one is a ``StreamError``, and is not kept in memory.
    public func lines(limit: Int) -> BodySequence<String> {
        BodySequence(BodyChunks(of: self)) { LineParser(limit: limit) }
    }

    /// The values of JSON Lines, also known as newline-delimited JSON: a JSON text on each line.
    ///
    /// Blank lines are passed over. A line that can't be decoded is a ``StreamError`` with the number of the line; to go
    /// on behind it, go through ``lines(limit:)`` and decode them yourself.
    ///
    /// - Parameters:
    ///   - type: What the lines are decoded to.
    ///   - decoder: What decodes them.
    ///   - limit: How many bytes a line may have, 16 MiB by default. A longer one is a ``StreamError``.
    public func jsonLines<Value: Decodable & Sendable>(
        as type: Value.Type,
        using decoder: JSONDecoder = JSONDecoder(),
        limit: Int = 16_777_216
    ) -> BodySequence<Value> {
        BodySequence(BodyChunks(of: self)) {
            JSONLineParser(limit: limit)
        } makeElement: { text throws(StreamError) in
            try text.decode(type, using: decoder)
        }
    }

    /// The values of a JSON text sequence (RFC 7464): a record separator before each JSON text, LF behind it.
    ///
    /// What isn't JSON is passed over, such as a text that was cut off (section 2.3). So is a number, `true`, `false` or
    /// `null` without white space behind it, since it may be the start of a longer one (section 2.4). JSON that can't be
    /// decoded to the type is a ``StreamError``.
    ///
    /// - Parameters:
    ///   - type: What the texts are decoded to.
    ///   - decoder: What decodes them.
    ///   - limit: How many bytes a text may have, 16 MiB by default. A longer one is a ``StreamError``.
    public func jsonSequence<Value: Decodable & Sendable>(
        as type: Value.Type,
        using decoder: JSONDecoder = JSONDecoder(),
        limit: Int = 16_777_216
    ) -> BodySequence<Value> {
        BodySequence(BodyChunks(of: self)) {
            JSONSequenceParser(limit: limit)
        } makeElement: { text throws(StreamError) in
            do throws(StreamError) {
                return try text.decode(type, using: decoder)
            } catch {
                // What is JSON, but something else than is wanted, was not cut off.
                if text.isJSON(to: decoder) { throw error }
                return nil
            }
        }
    }

    /// The server-sent events, none of them longer than 16 MiB: see ``events(limit:)``.
    public var events: BodySequence<ServerSentEvent> { events(limit: 16_777_216) }

    /// The server-sent events (WHATWG HTML standard, section 9.2), until the body ends: nothing is connected again.
    ///
    /// Comments, and blocks without data, are not events. An event that the end of the body cuts off is dropped.
    ///
    /// - Parameter limit: How many bytes the lines of an event may have together, and a comment by itself. A longer one is a
    ///   ``StreamError``, and is not kept in memory.
    public func events(limit: Int) -> BodySequence<ServerSentEvent> {
        BodySequence(BodyChunks(of: self)) { ServerSentEventParser(limit: limit) }
    }
}
