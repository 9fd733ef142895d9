import Foundation

/// The elements of a body, such as lines or events.
///
/// The `lines`, `events` and so on of any sequence of data, such as an ``HTTPBody``. It can be iterated as often as
/// that sequence, and each iteration starts at the first element.
///
/// Leaving the loop ends the request. After an error, there are no more elements. The error is the ``TalynError`` of
/// the call, or has a ``StreamError`` if the body is invalid. In a cancelled task, ``TalynError/isCancelled`` is true.
public struct BodySequence<Element: Sendable>: AsyncSequence, Sendable {
    /// Returns the next elements in reverse order; none at the end.
    typealias NextBatch = () async throws(TalynError) -> [Element]

    private let makeReader: @Sendable () -> NextBatch

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
        makeReader = {
            var batches = ElementBatches(ElementReader(chunks.makeReader(), makeParser()), makeElement)
            return { () async throws(TalynError) in try await batches.next() }
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(nextBatch: makeReader()) }

    /// Iterates over the elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var nextBatch: NextBatch?

        /// The next elements in reverse order. Each leaves the memory after use.
        @usableFromInline var batch: [Element] = []

        init(nextBatch: @escaping NextBatch) {
            self.nextBatch = nextBatch
        }

        /// Returns the next element, or nil after the last element or an error.
        @inlinable
        public mutating func next() async throws(TalynError) -> Element? {
            if let element = batch.popLast() { return element }
            try await refill()
            return batch.popLast()
        }

        /// Returns the next element, or nil after the last element or an error, without leaving the actor.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TalynError) -> Element? {
            if let element = batch.popLast() { return element }
            try await refill()
            return batch.popLast()
        }

        /// Loads more elements.
        @usableFromInline
        mutating func refill() async throws(TalynError) {
            guard let nextBatch else { return }
            do throws(TalynError) {
                batch = try await nextBatch()
                if batch.isEmpty { self.nextBatch = nil }
            } catch {
                self.nextBatch = nil
                throw error
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
            throw .underlying(error, nil)
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

    /// Returns the next elements in reverse order; none at the end.
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
        batch.reverse()
        return batch
    }

    private func element(_ part: Parser.Element) throws(TalynError) -> Element? {
        do throws(StreamError) {
            return try makeElement(part)
        } catch {
            throw .underlying(error, nil)
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
            throw TalynError(wrapping: error)
        }
        if chunk == nil, Task.isCancelled { throw .cancelled }
        return chunk
    }
}
