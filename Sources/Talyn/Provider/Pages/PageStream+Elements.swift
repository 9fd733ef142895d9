extension PageStream {
    /// The elements of all pages, one after the other.
    ///
    /// A page is fetched when the elements of those before it have been taken and another one is asked for.
    public struct Elements<Items: Sequence>: AsyncSequence, Sendable where Items.Element: Sendable {
        public typealias Element = Items.Element
        public typealias Failure = TalynError

        let pages: PageStream
        let items: @Sendable (Page) throws -> Items

        /// Takes the elements out of the pages.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var pages: PageStream.AsyncIterator
            private let items: @Sendable (Page) throws -> Items
            private var remaining: Items.Iterator?

            init(_ elements: Elements) {
                pages = elements.pages.makeAsyncIterator()
                items = elements.items
            }

            /// The next element, or nil after the last of the last page.
            ///
            /// - Throws: ``TalynError``, whatever failed. There are no more elements then.
            public mutating func next() async throws(TalynError) -> Items.Element? {
                while true {
                    if let element = remaining?.next() { return element }
                    remaining = nil
                    guard let page = try await pages.next() else { return nil }
                    do {
                        remaining = try items(page).makeIterator()
                    } catch {
                        pages.end()
                        throw TalynError(wrapping: error)
                    }
                }
            }
        }

        /// Goes through the elements, from the first of the first page.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
    }

    /// The elements of all pages, where a page holds more than those.
    ///
    /// ```swift
    /// let titles = found.elements { page in page.value.items }
    /// for try await issue in titles {
    ///     print(issue.title)
    /// }
    /// ```
    ///
    /// - Parameter items: Takes the elements out of a page. What it throws ends the loop, inside a ``TalynError``.
    public func elements<Items: Sequence>(_ items: @escaping @Sendable (_ page: Page) throws -> Items) -> Elements<
        Items
    >
    where Items.Element: Sendable {
        Elements(pages: self, items: items)
    }
}

extension PageStream where Value: Sequence, Value.Element: Sendable {
    /// The elements of all pages, one after the other.
    ///
    /// A page is fetched when the elements of those before it have been taken and another one is asked for.
    public var elements: Elements<Value> {
        Elements(pages: self) { $0.value }
    }
}
