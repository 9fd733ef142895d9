#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The elements of a body or of pages, such as bytes, lines, events or issues.
///
/// The `bytes`, `lines`, `events` and so on of any sequence of data, such as an ``HTTPBody``, and the
/// ``PageStream/elements`` of pages. It can be iterated as often as that sequence, and each iteration starts at the
/// first element.
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
    ///   - chunks: The chunks of the body.
    ///   - makeParser: Creates a parser for each iteration.
    init<Parser: BodyParser<Element>>(_ chunks: BodyChunks, makeParser: @escaping @Sendable () -> Parser) {
        self.init(chunks, makeParser: makeParser) { $0 }
    }

    /// - Parameters:
    ///   - chunks: The chunks of the body.
    ///   - makeParser: Creates a parser for each iteration.
    ///   - makeElement: Converts an element of the parser. Returns nil to skip it.
    init<Parser: BodyParser>(
        _ chunks: BodyChunks,
        makeParser: @escaping @Sendable () -> Parser,
        makeElement: @escaping @Sendable (Parser.Element) throws(StreamError) -> Element?
    ) {
        self.init {
            var batches = ElementBatches(ElementReader(chunks.makeReader(), makeParser()), makeElement)
            return { () async throws(TalynError) in try await batches.next() }
        }
    }

    public func makeAsyncIterator() -> StreamIterator<Element, TalynError> { StreamIterator(nextBatch: makeReader()) }
}

extension ElementStream<UInt8> {
    /// - Parameter chunks: The chunks of the body.
    init(bytesOf chunks: BodyChunks) {
        self.init {
            let nextChunk = chunks.makeReader()
            var chunk = Data()
            return { () async throws(TalynError) in
                while chunk.isEmpty {
                    guard let next = try await BodyChunks.next(nextChunk) else { return [] }
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

/// Reads the elements of a body once.
///
/// The source is released with the reader. Don't use it after an error.
struct ElementReader<Parser: BodyParser> {
    /// The parser in its current state.
    private(set) var parser: Parser

    private let nextChunk: HTTPBody.NextChunk
    private var isAtEnd = false

    /// - Parameters:
    ///   - nextChunk: Returns the chunks of the body, then nil.
    ///   - parser: The parser of the elements.
    init(_ nextChunk: @escaping HTTPBody.NextChunk, _ parser: Parser) {
        self.nextChunk = nextChunk
        self.parser = parser
    }

    /// Returns the next element, or nil at the end.
    mutating func next() async throws(TalynError) -> Parser.Element? {
        while !isAtEnd {
            if let element = try nextReady() { return element }
            guard let chunk = try await BodyChunks.next(nextChunk) else {
                isAtEnd = true
                return parser.finish()
            }
            parser.push(chunk)
        }
        return nil
    }

    /// Returns the next element if its bytes are there, without suspension.
    mutating func nextReady() throws(TalynError) -> Parser.Element? {
        do throws(StreamError) {
            return try parser.next()
        } catch {
            throw TalynError(error)
        }
    }
}

/// Reads the elements of a body once, several at a time.
///
/// Don't use it after an error.
struct ElementBatches<Parser: BodyParser, Element> {
    /// The maximum number of elements in a batch.
    private static var batchCount: Int { 32 }

    private var reader: ElementReader<Parser>
    private let makeElement: (Parser.Element) throws(StreamError) -> Element?
    private var failure: TalynError?

    /// - Parameters:
    ///   - reader: The reader of the body.
    ///   - makeElement: Converts an element of the parser. Returns nil to skip it.
    init(_ reader: ElementReader<Parser>, _ makeElement: @escaping (Parser.Element) throws(StreamError) -> Element?) {
        self.reader = reader
        self.makeElement = makeElement
    }

    /// Returns the next elements; none at the end.
    mutating func next() async throws(TalynError) -> [Element] {
        if let failure { throw failure }
        var batch: [Element] = []
        do throws(TalynError) {
            while batch.count < Self.batchCount,
                let part = batch.isEmpty ? try await reader.next() : try reader.nextReady()
            {
                if let element = try element(part) { batch.append(element) }
            }
        } catch {
            // The elements before the error come first. The error follows with the next call.
            if batch.isEmpty { throw error }
            failure = error
        }
        return batch
    }

    private func element(_ part: Parser.Element) throws(TalynError) -> Element? {
        do throws(StreamError) {
            return try makeElement(part)
        } catch {
            throw TalynError(error)
        }
    }
}

/// The chunks of any sequence, without its type. The readers are compiled once.
struct BodyChunks: Sendable {
    /// Starts a reading at the first chunk. The source is released with the returned function.
    let makeReader: @Sendable () -> HTTPBody.NextChunk

    init<Base: AsyncSequence & Sendable>(of base: Base) where Base.Element == Data {
        makeReader = {
            var chunks = base.makeAsyncIterator()
            return {
                if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                    return try await chunks.next(isolation: #isolation)
                }
                // Only one task reads from an iterator, on whichever thread.
                nonisolated(unsafe) var unshared = chunks
                defer { chunks = unshared }
                return try await unshared.next()
            }
        }
    }

    /// Returns the next chunk, with errors in the form in which calls report them. Throws in a cancelled task, since
    /// the end of the sequence may not be the end of the body.
    static func next(_ nextChunk: HTTPBody.NextChunk) async throws(TalynError) -> Data? {
        if Task.isCancelled { throw .cancelled }
        let chunk: Data?
        do {
            chunk = try await nextChunk()
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw TalynError(error)
        }
        if chunk == nil, Task.isCancelled { throw .cancelled }
        return chunk
    }
}
