public import Foundation

extension PageStream {
    /// How the next page of an API is found.
    public struct Paging: Sendable {
        /// Where the next page is.
        public enum Next: Sendable {
            /// At a URL, which may be relative to that of the page; nothing is added to its query.
            case url(URL)
            /// Where the page was, but for these query parameters: one of the same name is replaced, others stay.
            case query([String: String])
        }

        /// Finds the page behind one; nil if that is the last.
        typealias Find = @Sendable (_ page: Page) async throws -> Next?

        /// Makes what finds the pages of one loop.
        let begin: @Sendable () -> Find
        /// Where a page may be besides where the first one is.
        private(set) var trustedOrigins: Set<Origin> = []

        private init(begin: @escaping @Sendable () -> Find) {
            self.begin = begin
        }

        /// A copy by which pages may be on other servers as well, which get what the call carries: credentials, too.
        ///
        /// - Parameter urls: URLs of these servers, of which only scheme, host and port count.
        public func trusting(_ urls: URL...) -> Paging {
            var copy = self
            copy.trustedOrigins.formUnion(urls.compactMap { Origin($0) })
            return copy
        }
    }
}

extension PageStream.Paging {
    /// One page.
    public typealias Page = PageStream<Value>.Page

    /// The next page is what the closure says; nil after the last.
    ///
    /// - Parameter find: What it throws ends the loop, inside a ``TalynError``.
    public static func next(_ find: @escaping @Sendable (_ page: Page) async throws -> Next?) -> Self {
        Self { find }
    }

    /// The next page is where the link of type `next` in the `Link` field leads (RFC 8288); the last page has none.
    public static var links: Self {
        next { page in
            guard let link = page.response.webLink(rel: "next") else { return nil }
            guard let url = page.response.resolved(link.target) else { throw PageError.invalidLink(link.target) }
            return .url(url)
        }
    }

    /// The next page is asked for with a cursor that the page holds.
    ///
    /// - Parameters:
    ///   - parameter: The query parameter that takes the cursor.
    ///   - cursor: Takes the cursor out of a page; nil or empty after the last.
    public static func cursor(
        _ parameter: String,
        _ cursor: @escaping @Sendable (_ page: Page) throws -> String?
    ) -> Self {
        next { page in
            guard let cursor = try cursor(page), !cursor.isEmpty else { return nil }
            return .query([parameter: cursor])
        }
    }

    /// The next page is asked for with a cursor that the JSON of the page holds.
    ///
    /// - Parameters:
    ///   - parameter: The query parameter that takes the cursor.
    ///   - keyPath: Where in the whole body the cursor is, a string or a number: names of members, and indices of array
    ///     elements, joined by dots. After the last page it is missing, `null` or empty.
    public static func cursor(_ parameter: String, at keyPath: String) -> Self {
        cursor(parameter) { try $0.response.cursor(at: keyPath) }
    }

    /// Pages have numbers; the closure says which is the last.
    ///
    /// - Parameters:
    ///   - parameter: The query parameter that takes the number. The first page is called as the target says.
    ///   - first: The number of the first page.
    ///   - isLast: Whether a page is the last.
    public static func pageNumbers(
        _ parameter: String = "page",
        from first: Int = 1,
        isLast: @escaping @Sendable (_ page: Page) throws -> Bool
    ) -> Self {
        next { page in
            try isLast(page) ? nil : .query([parameter: "\(first + page.number)"])
        }
    }

    /// Pages begin at the element with a number, from 0; the closure says how many elements a page has.
    ///
    /// - Parameters:
    ///   - parameter: The query parameter that takes the number. The first page is called as the target says.
    ///   - first: Where the first page begins.
    ///   - size: How many elements a page has that is not the last. Without it, only an empty page is known to be the last.
    ///   - count: How many elements a page has.
    public static func offsets(
        _ parameter: String = "offset",
        from first: Int = 0,
        size: Int? = nil,
        count: @escaping @Sendable (_ page: Page) throws -> Int
    ) -> Self {
        Self {
            let offset = Locked(first)
            return { page in
                let count = try count(page)
                if count < max(size ?? 1, 1) { return nil }
                let next = offset.withLock { offset in
                    offset += count
                    return offset
                }
                return .query([parameter: "\(next)"])
            }
        }
    }
}

extension PageStream.Paging where Value: Collection {
    /// Pages have numbers; the last one is empty, or shorter than others.
    ///
    /// - Parameters:
    ///   - parameter: The query parameter that takes the number. The first page is called as the target says.
    ///   - first: The number of the first page.
    ///   - size: How many elements a page has that is not the last. Without it, only an empty page is known to be the last.
    public static func pageNumbers(_ parameter: String = "page", from first: Int = 1, size: Int? = nil) -> Self {
        pageNumbers(parameter, from: first) { $0.value.count < max(size ?? 1, 1) }
    }

    /// Pages begin at the element with a number, from 0; the last one is empty, or shorter than others.
    ///
    /// - Parameters:
    ///   - parameter: The query parameter that takes the number. The first page is called as the target says.
    ///   - first: Where the first page begins.
    ///   - size: How many elements a page has that is not the last. Without it, only an empty page is known to be the last.
    public static func offsets(_ parameter: String = "offset", from first: Int = 0, size: Int? = nil) -> Self {
        offsets(parameter, from: first, size: size) { $0.value.count }
    }
}
