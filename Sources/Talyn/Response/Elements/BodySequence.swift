/// The elements of a body, one after the other.
///
/// It is what `lines`, `events` and the like give of any sequence of data, such as an ``HTTPBody``. It can be gone through
/// as often as what it was made of can, and each time begins with the first element.
///
/// Leaving the loop lets go of what the body is read from, which ends the request. After an error, there are no more
/// elements. The error is a ``TalynError``: one of the call's, or a ``StreamError`` if the body is not what it should be.
/// In a task that is cancelled it is one whose ``TalynError/isCancelled`` is true.
public struct BodySequence<Element: Sendable>: AsyncSequence, Sendable {
    public typealias Failure = TalynError

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
