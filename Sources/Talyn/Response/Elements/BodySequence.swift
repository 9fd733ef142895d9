/// The elements of a body, one after the other, each made when it is asked for.
///
/// It is what ``/_Concurrency/AsyncSequence/lines`` and the other adapters give. It can be gone through as often as what
/// it was made of can, and each time begins with the first element.
///
/// Leaving the loop lets go of what the body is read from, which ends the request. After an error, there are no more
/// elements. The error is a ``TalynError``: one of the call's, or a ``StreamError`` if the body is not what it should be.
/// In a task that is cancelled it is one whose ``TalynError/isCancelled`` is true.
public struct BodySequence<Element: Sendable>: AsyncSequence, Sendable {
    public typealias Failure = TalynError

    /// Gives the next element, or nil at the end.
    typealias NextElement = () async throws(TalynError) -> Element?

    private let makeReader: @Sendable () -> NextElement

    /// - Parameters:
    ///   - base: What has the bytes.
    ///   - makeParser: Gives a parser for each time that the elements are gone through.
    init<Base: AsyncSequence & Sendable, Parser: BodyParser<Element>>(
        _ base: Base,
        makeParser: @escaping @Sendable () -> Parser
    ) where Base.Element == Data {
        let chunks = BodyChunks.reader(of: base)
        makeReader = {
            var reader = ElementReader(chunks(), makeParser())
            return { () async throws(TalynError) in try await reader.next() }
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(next: makeReader()) }

    /// Gives the elements one after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var next: NextElement?

        /// The next element, or nil after the last, and after an error.
        public mutating func next() async throws(TalynError) -> Element? {
            guard let next else { return nil }
            do throws(TalynError) {
                if let element = try await next() { return element }
                self.next = nil
                return nil
            } catch {
                self.next = nil
                throw error
            }
        }

        /// The next element, or nil after the last, and after an error; without leaving the actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TalynError) -> Element? {
            try await next()
        }
    }
}
