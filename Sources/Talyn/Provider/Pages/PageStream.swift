/// The pages of an API that gives a long list in parts, each fetched when it is asked for.
///
/// ```swift
/// let repositories = github.pages(of: .repositories(of: "ada", page: 1), as: [Repository].self)
/// for try await page in repositories {
///     print(page.number, page.value.count)
/// }
/// ```
///
/// A description: each loop over it begins with the first page again. Every page is a call of its own, through all plugins,
/// with its own account. The first failure ends the loop.
public struct PageStream<Value: Sendable>: Sendable {
    /// One page.
    public struct Page: Sendable {
        /// What the page holds.
        public let value: Value

        /// The response that it came with.
        public let response: Response

        /// Which page it is, counted from 1.
        public let number: Int
    }

    /// Gets the page behind one, or the first; nil if there is none.
    typealias Fetch = @Sendable (_ previous: Page?) async throws(TalynError) -> Page?

    /// Makes what gets the pages of one loop.
    let begin: @Sendable () -> Fetch
    let isPrefetching: Bool

    init(isPrefetching: Bool, begin: @escaping @Sendable () -> Fetch) {
        self.isPrefetching = isPrefetching
        self.begin = begin
    }
}

extension PageStream: AsyncSequence {
    public typealias Element = Page
    public typealias Failure = TalynError

    /// Fetches pages as they are asked for.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let walk: PageWalk<Value>

        init(_ stream: PageStream) {
            walk = PageWalk(stream)
        }

        /// The next page, or nil after the last.
        ///
        /// - Throws: ``TalynError``: whatever failed, a ``PageError`` among them, or that of a cancelled call when the task is
        ///   cancelled. There are no more pages then.
        public mutating func next() async throws(TalynError) -> Page? {
            try await walk.next()
        }

        /// Fetches nothing more.
        func end() {
            walk.end()
        }
    }

    /// Goes through the pages, from the first.
    ///
    /// Once the iterator is gone, as after leaving a loop, a page that is being fetched ahead is cancelled.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
