import TalynCore
import _TalynFoundation

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

extension ElementStream {
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
}
