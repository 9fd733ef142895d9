#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The largest size of a line, an event or a JSON text in bytes, by default.
@usableFromInline let standardElementLimit = 16_777_216

/// A body in chunks of bytes: an ``HTTPBody``, a ``ResponseStream``, or the body of an opened one.
///
/// It gives other units, too, such as ``lines`` and ``events(limit:)``. For another sequence of data, create an ``HTTPBody`` of it.
public protocol BodyChunks: AsyncSequence, Sendable where Element == Data {}

extension HTTPBody: BodyChunks {}

extension ResponseStream: BodyChunks {}

extension ElementStream: BodyChunks where Element == Data {}

extension BodyChunks {
    /// The bytes.
    public var bytes: ElementStream<UInt8> { ElementStream(bytesOf: startReading) }

    /// Reads all bytes, up to a limit.
    ///
    /// - Parameter limit: The largest number of bytes.
    /// - Throws: ``TalynError`` with ``TransportError/Kind/responseTooLarge`` for more bytes, and the errors of the body.
    public func collect(upTo limit: Int) async throws -> Data {
        var data = Data()
        for try await chunk in self {
            guard chunk.count <= limit - data.count else { throw TalynError(TransportError(.responseTooLarge)) }
            data.append(chunk)
        }
        return data
    }

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
                if JSONReader.isValid(text.bytes, using: decoder) { throw error }
                return nil
            }
        }
    }

    /// The server-sent events until the body ends (WHATWG HTML standard, section 9.2). Doesn't reconnect.
    ///
    /// Comments and blocks without data are not events. An event that the end of the body cuts off is dropped.
    ///
    /// - Parameter limit: The maximum length of the lines of an event, or of a comment, in bytes, 16 MiB by default. A longer one
    ///   fails with the reason ``TalynError/Reason/body``, and is not kept in memory.
    public func events(limit: Int = standardElementLimit) -> ElementStream<ServerSentEvent> {
        ElementStream(startReading) { ServerSentEventParser(limit: limit) }
    }
}

extension BodyChunks {
    /// Starts at the first chunk. The source is released with the returned function.
    ///
    /// The function doesn't have the type of the source, so that the readers of its chunks are compiled once. It throws errors
    /// in the form in which calls report them. It throws in a cancelled task, since the end of the chunks may not be the end of
    /// the body.
    func startReading() -> StreamIterator<Data, TalynError>.Next {
        var chunks = makeAsyncIterator()
        return { () async throws(TalynError) in
            if Task.isCancelled { throw .cancelled }
            let chunk: Data?
            do {
                if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                    chunk = try await chunks.next(isolation: #isolation)
                } else {
                    // Only one task reads from an iterator, on whichever thread.
                    nonisolated(unsafe) var unshared = chunks
                    defer { chunks = unshared }
                    chunk = try await unshared.next()
                }
            } catch is CancellationError {
                throw .cancelled
            } catch {
                throw TalynError(error)
            }
            if chunk == nil, Task.isCancelled { throw .cancelled }
            return chunk
        }
    }
}
