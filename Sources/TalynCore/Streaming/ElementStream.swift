#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The elements of a stream, such as chunks, bytes, lines, events or issues.
///
/// The body of an opened ``ResponseStream``, the units of any ``BodyChunks``, an ``EventStream``, and the
/// ``PageStream/elements`` of pages. It can be iterated as often as its source, and each iteration starts at the first
/// element.
///
/// Leaving the loop ends the request. After an error, there are no more elements. The error is the ``TalynError`` of
/// the call, or has ``TalynError/Reason/body`` if the body is invalid. In a cancelled task, ``TalynError/isCancelled``
/// is true.
public struct ElementStream<Element: Sendable>: AsyncSequence, Sendable {
    private let makeReader: @Sendable () -> StreamIterator<Element, TalynError>.NextBatch

    /// - Parameter makeReader: Starts an iteration. Returns a function that returns the next elements; none at the end.
    init(makeReader: @escaping @Sendable () -> StreamIterator<Element, TalynError>.NextBatch) {
        self.makeReader = makeReader
    }

    /// - Parameters:
    ///   - startReading: Starts to read the chunks of the body.
    ///   - makeParser: Creates a parser for each iteration.
    init<Parser: BodyParser<Element>>(
        _ startReading: @escaping @Sendable () -> StreamIterator<Data, TalynError>.Next,
        makeParser: @escaping @Sendable () -> Parser
    ) {
        self.init(startReading, makeParser: makeParser) { $0 }
    }

    /// - Parameters:
    ///   - startReading: Starts to read the chunks of the body.
    ///   - makeParser: Creates a parser for each iteration.
    ///   - makeElement: Converts an element of the parser. Returns nil to skip it.
    init<Parser: BodyParser>(
        _ startReading: @escaping @Sendable () -> StreamIterator<Data, TalynError>.Next,
        makeParser: @escaping @Sendable () -> Parser,
        makeElement: @escaping @Sendable (Parser.Element) throws(StreamError) -> Element?
    ) {
        self.init {
            var reader = ElementReader(startReading(), makeParser())
            return { () async throws(TalynError) in try await reader.nextBatch(makeElement) }
        }
    }

    public func makeAsyncIterator() -> StreamIterator<Element, TalynError> { StreamIterator(nextBatch: makeReader()) }
}

extension ElementStream<UInt8> {
    /// - Parameter startReading: Starts to read the chunks of the body.
    init(bytesOf startReading: @escaping @Sendable () -> StreamIterator<Data, TalynError>.Next) {
        self.init {
            let nextChunk = startReading()
            var chunk = Data()
            return { () async throws(TalynError) in
                while chunk.isEmpty {
                    guard let next = try await nextChunk() else { return [] }
                    chunk = next
                }
                // The number of bytes to copy at once is limited, since a chunk may be as long as the body.
                let window = [UInt8](chunk.prefix(16_384))
                chunk = chunk.dropFirst(window.count)
                return window
            }
        }
    }
}

/// Parses the bytes of a body into elements. The reader pushes chunks and pulls elements.
///
/// A parser never suspends. Don't use it after ``next()`` has thrown.
protocol BodyParser<Element>: Sendable {
    associatedtype Element: Sendable

    /// Takes more bytes. Call it only after ``next()`` has returned nil.
    mutating func push(_ chunk: Data)

    /// Returns the next complete element, or nil if it needs more bytes.
    mutating func next() throws(StreamError) -> Element?

    /// Returns the element that the end of the body completes, if there is one. Called once, after ``next()`` has
    /// returned nil.
    mutating func finish() -> Element?

    /// The number of bytes that are kept for an incomplete element.
    var heldCount: Int { get }
}

/// Reads the elements of a body once: one at a time, or several.
///
/// The source is released with the reader. Don't use it after an error.
struct ElementReader<Parser: BodyParser> {
    /// The maximum number of elements in a batch.
    private static var batchCount: Int { 32 }

    /// The parser in its current state.
    private(set) var parser: Parser

    private let nextChunk: StreamIterator<Data, TalynError>.Next
    private var isAtEnd = false
    /// The error after the last batch.
    private var failure: TalynError?

    /// - Parameters:
    ///   - nextChunk: Returns the chunks of the body, then nil.
    ///   - parser: The parser of the elements.
    init(_ nextChunk: @escaping StreamIterator<Data, TalynError>.Next, _ parser: Parser) {
        self.nextChunk = nextChunk
        self.parser = parser
    }

    /// Returns the next element, or nil at the end.
    mutating func next() async throws(TalynError) -> Parser.Element? {
        while !isAtEnd {
            if let element = try nextReady() { return element }
            guard let chunk = try await nextChunk() else {
                isAtEnd = true
                return parser.finish()
            }
            parser.push(chunk)
        }
        return nil
    }

    /// Returns the next elements, of which all but the first are there already; none at the end.
    ///
    /// - Parameter makeElement: Converts an element of the parser. Returns nil to skip it.
    mutating func nextBatch<Element>(
        _ makeElement: (Parser.Element) throws(StreamError) -> Element?
    ) async throws(TalynError) -> [Element] {
        if let failure { throw failure }
        var batch: [Element] = []
        do throws(TalynError) {
            while batch.count < Self.batchCount, let part = batch.isEmpty ? try await next() : try nextReady() {
                do throws(StreamError) {
                    if let element = try makeElement(part) { batch.append(element) }
                } catch {
                    throw TalynError(error)
                }
            }
        } catch {
            // The elements before the error come first. The error follows with the next call.
            if batch.isEmpty { throw error }
            failure = error
        }
        return batch
    }

    /// Returns the next element if its bytes are there, without suspension.
    private mutating func nextReady() throws(TalynError) -> Parser.Element? {
        do throws(StreamError) {
            return try parser.next()
        } catch {
            throw TalynError(error)
        }
    }
}
