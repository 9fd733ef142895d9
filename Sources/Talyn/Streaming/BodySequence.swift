import Foundation

/// The elements of a body, one after the other.
///
/// It is what `lines`, `events` and the like give of any sequence of data, such as an ``HTTPBody``. It can be gone through
/// as often as what it was made of can, and each time begins with the first element.
///
/// Leaving the loop lets go of what the body is read from, which ends the request. After an error, there are no more
/// elements. The error is a ``TalynError``: one of the call's, or a ``StreamError`` if the body is not what it should be.
/// In a task that is cancelled it is one whose ``TalynError/isCancelled`` is true.
public struct BodySequence<Element: Sendable>: AsyncSequence, Sendable {
    /// Gives the next elements, the last one first; none at the end.
    typealias NextBatch = () async throws(TalynError) -> [Element]

    private let makeReader: @Sendable () -> NextBatch

    /// - Parameters:
    ///   - chunks: What the body is read from.
    ///   - makeParser: Gives a parser for each time that the elements are gone through.
    init<Parser: BodyParser<Element>>(_ chunks: BodyChunks, makeParser: @escaping @Sendable () -> Parser) {
        self.init(chunks, makeParser: makeParser) { $0 }
    }

    /// - Parameters:
    ///   - chunks: What the body is read from.
    ///   - makeParser: Gives a parser for each time that the elements are gone through.
    ///   - makeElement: Makes an element of what the parser gives, or nil to pass it over.
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

    /// Gives the elements one after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var nextBatch: NextBatch?

        /// What is still to be given, the last one first: each goes from memory once it has been used.
        @usableFromInline var batch: [Element] = []

        init(nextBatch: @escaping NextBatch) {
            self.nextBatch = nextBatch
        }

        /// The next element, or nil after the last, and after an error.
        @inlinable
        public mutating func next() async throws(TalynError) -> Element? {
            if let element = batch.popLast() { return element }
            try await refill()
            return batch.popLast()
        }

        /// The next element, or nil after the last, and after an error; without leaving the actor.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TalynError) -> Element? {
            if let element = batch.popLast() { return element }
            try await refill()
            return batch.popLast()
        }

        /// Gets more elements, if there are any.
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

/// Turns the bytes of a body into elements: chunks are pushed in, elements are pulled out.
///
/// A parser does nothing by itself and waits for nothing. After ``next()`` has thrown, it must not be used any more.
protocol BodyParser<Element>: Sendable {
    associatedtype Element: Sendable

    /// Takes more bytes. Only when ``next()`` has given nil are those taken before used up.
    mutating func push(_ chunk: Data)

    /// The next element that is complete, or nil if that takes more bytes.
    mutating func next() throws(StreamError) -> Element?

    /// The element that the end of the body completes, if there is one. Asked for once, after ``next()`` has given nil.
    mutating func finish() -> Element?

    /// How many bytes of earlier chunks are kept for an element that isn't complete.
    var heldCount: Int { get }
}

/// Reads a body through a parser: one reading, from the first chunk on.
///
/// With the reader goes what it reads from. After an error, it must not be used any more.
struct ElementReader<Parser: BodyParser> {
    /// The parser, as the last element left it.
    private(set) var parser: Parser

    private let nextChunk: HTTPBody.NextChunk
    private var isAtEnd = false

    /// - Parameters:
    ///   - nextChunk: Gives the chunks of the body, then nil.
    ///   - parser: What makes elements of them.
    init(_ nextChunk: @escaping HTTPBody.NextChunk, _ parser: Parser) {
        self.nextChunk = nextChunk
        self.parser = parser
    }

    /// The next element, or nil at the end.
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

    /// The next element, if there is no need to wait for its bytes.
    mutating func nextReady() throws(TalynError) -> Parser.Element? {
        do throws(StreamError) {
            return try parser.next()
        } catch {
            throw .underlying(error, nil)
        }
    }
}

/// The elements of a body, several at a time: once through, from the first one on.
///
/// After an error, it must not be used any more.
struct ElementBatches<Parser: BodyParser, Element> {
    /// So many elements are made at once, of bytes that are there.
    private static var batchCount: Int { 32 }

    private var reader: ElementReader<Parser>
    private let makeElement: (Parser.Element) throws(StreamError) -> Element?
    private var failure: TalynError?

    /// - Parameters:
    ///   - reader: What reads the body.
    ///   - makeElement: Makes an element of what the parser gives, or nil to pass it over.
    init(_ reader: ElementReader<Parser>, _ makeElement: @escaping (Parser.Element) throws(StreamError) -> Element?) {
        self.reader = reader
        self.makeElement = makeElement
    }

    /// The next elements, the last one first; none at the end.
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
            // What came before is given before.
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

/// The chunks of any sequence, whose type is forgotten: what reads them is compiled once.
struct BodyChunks: Sendable {
    /// Starts reading at the first chunk. What is read from goes when the function that it returns does.
    let makeReader: @Sendable () -> HTTPBody.NextChunk

    init<Base: AsyncSequence & Sendable>(of base: Base) where Base.Element == Data {
        makeReader = {
            var chunks = base.makeAsyncIterator()
            return {
                if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                    return try await chunks.next(isolation: #isolation)
                }
                // Only one task reads from an iterator, wherever that makes it run.
                nonisolated(unsafe) var unshared = chunks
                defer { chunks = unshared }
                return try await unshared.next()
            }
        }
    }

    /// The next chunk, with errors as a call reports them. A task that is cancelled is given no more: what a sequence
    /// ends with then may not be the end of the body.
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
