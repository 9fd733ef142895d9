import TalynCore
public import TalynStreams
import _TalynFoundation

/// The statements of a page about itself and the pages after it.
public struct PageContent: Sendable {
    /// The number of elements in the page.
    public var count: Int?

    /// The number of elements in all pages.
    public var total: Int?

    /// The number of pages.
    public var pageCount: Int?

    /// Whether there are more pages.
    public var hasMore: Bool?

    /// Creates a description. A missing statement is nil.
    public init(count: Int? = nil, total: Int? = nil, pageCount: Int? = nil, hasMore: Bool? = nil) {
        self.count = count
        self.total = total
        self.pageCount = pageCount
        self.hasMore = hasMore
    }
}

extension Pagination {
    /// A query parameter takes a value of the page before.
    ///
    /// - Parameters:
    ///   - parameter: The query parameter.
    ///   - cursor: Gives a text or a number; nil or an empty text in the last page.
    public static func cursor<Cursor: Encodable & Sendable>(
        _ parameter: String,
        _ cursor: @escaping @Sendable (_ value: Value) -> Cursor?
    ) -> Self {
        next { page in
            let text = try cursor(page.value).flatMap { try ParameterValue(encoding: $0).texts.first } ?? ""
            return text.isEmpty ? nil : .query([parameter: text])
        }
    }

    /// A query parameter takes the value of a header field of the page before. The last page has no such field, or an empty one.
    public static func cursor(_ parameter: String, inField name: String) -> Self {
        next { page in
            let field = page.response.headerFields.first { $0.name.canonicalName == name.lowercased() }
            guard let text = field?.value, !text.isEmpty else { return nil }
            return .query([parameter: text])
        }
    }

    /// A page has the URL of the next one, which may be relative to its own.
    ///
    /// - Parameter link: Gives the URL; nil or an empty text in the last page.
    public static func link(_ link: @escaping @Sendable (_ value: Value) -> String?) -> Self {
        next { page in
            guard let text = link(page.value), !text.isEmpty else { return nil }
            guard let url = URL(string: text) else { throw TalynError(.pagination, underlyingError: InvalidPageLink()) }
            return .url(url)
        }
    }

    /// A query parameter counts pages, from the number that the first request has.
    ///
    /// - Parameters:
    ///   - parameter: The query parameter.
    ///   - first: The number of the first page of all, which a request without the parameter gets.
    ///   - content: Tells what a page says about the end. Without a word about it, an empty page is the last.
    public static func number(
        _ parameter: String,
        from first: Int = 1,
        _ content: @escaping @Sendable (_ value: Value) -> PageContent
    ) -> Self {
        next { page in
            let number = page.position(parameter) ?? first &+ (page.number - 1)
            guard content(page.value).hasPage(after: number, from: first), number < Int.max else { return nil }
            return .query([parameter: "\(number + 1)"])
        }
    }

    /// A query parameter counts the elements before the page, from the number that the first request has.
    ///
    /// - Parameters:
    ///   - parameter: The query parameter.
    ///   - first: The number of the first element of all, with which a request without the parameter starts.
    ///   - content: Tells the number of elements, and what a page says about the end. Without a word about it, an empty page is
    ///     the last.
    public static func offset(
        _ parameter: String,
        from first: Int = 0,
        _ content: @escaping @Sendable (_ value: Value) -> PageContent
    ) -> Self {
        next { page in
            let offset = page.position(parameter) ?? first
            let content = content(page.value)
            let (next, isTooLarge) = offset.addingReportingOverflow(content.count ?? 0)
            guard content.hasElements(before: next, from: first), !isTooLarge else { return nil }
            return .query([parameter: "\(next)"])
        }
    }
}

extension PageContent {
    /// Whether there is a page after one that is counted from the first.
    fileprivate func hasPage(after number: Int, from first: Int) -> Bool {
        if let hasMore { return hasMore }
        let pages = Double(number) - Double(first) + 1
        if let pageCount { return pages < Double(pageCount) }
        guard let count, count > 0 else { return false }
        // The pages before have at least as many elements, unless this one is the last.
        return usableTotal.map { pages * Double(count) < Double($0) } ?? true
    }

    /// Whether there are elements from an offset on.
    fileprivate func hasElements(before offset: Int, from first: Int) -> Bool {
        if let hasMore { return hasMore }
        guard let count, count > 0 else { return false }
        return usableTotal.map { Double(offset) - Double(first) < Double($0) } ?? true
    }

    /// The total, unless it is less than what the page has, and so is that of something else.
    private var usableTotal: Int? { total.flatMap { $0 < count ?? 0 ? nil : $0 } }
}

extension Page {
    /// The number in a query parameter of the page's request.
    fileprivate func position(_ parameter: String) -> Int? {
        guard let url = response.request?.url else { return nil }
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
        return items?.first { $0.name == parameter }?.value.flatMap { Int($0) }
    }
}

/// A link to the next page that is no URL.
struct InvalidPageLink: Error, CustomStringConvertible {
    var description: String { "The link to the next page isn't a valid URL." }
}
