public import TalynCore
public import _TalynFoundation
import _TalynSupport

/// The way from one page of an API to the next.
///
/// ```swift
/// let issues = github.pages(of: .issues, as: [Issue].self, by: .links)
/// let found = shop.pages(of: .search("tea"), as: Found.self, by: .cursor("after", at: "page.next"))
/// ```
public struct Pagination<Target: TargetType, Value: Sendable>: Sendable {
    /// The place of the next page.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Next: Sendable {
        /// A URL, which may be relative to that of the page. Nothing is added to its query.
        case url(URL)
        /// The URL of the page with these query parameters in place of those of the same names.
        case query([String: String])
        /// Another target.
        case target(Target)
    }

    /// Finds the next page; nil after the last.
    typealias Find = @Sendable (_ page: Page<Value>) async throws -> Next?

    /// Makes the function that finds the pages of one loop.
    let begin: @Sendable () -> Find

    /// Origins of pages besides that of the target.
    private(set) var trustedOrigins: Set<Origin> = []

    private init(begin: @escaping @Sendable () -> Find) {
        self.begin = begin
    }

    /// A copy with which pages may be on other servers, too. These servers get the credentials of the call.
    ///
    /// - Parameter urls: URLs of the servers, of which only scheme, host and port count.
    public func trusting(_ urls: URL...) -> Pagination {
        var copy = self
        copy.trustedOrigins.formUnion(urls.compactMap { Origin($0) })
        return copy
    }
}

extension Pagination {
    /// A closure finds the next page.
    ///
    /// With a cursor in the value of the page: `.next { page in page.value.next.map { .query(["after": $0]) } }`.
    ///
    /// - Parameter find: Finds the next page; nil after the last. An error ends the loop, inside a ``TalynError``.
    public static func next(_ find: @escaping @Sendable (_ page: Page<Value>) async throws -> Next?) -> Self {
        Self { find }
    }

    /// The next page is the link `next` in the `Link` field (RFC 8288). The last page has no such link.
    public static var links: Self {
        next { page in
            guard let link = page.response.webLink(rel: "next") else { return nil }
            guard let url = page.response.resolved(link.target) else { throw PageError.invalidLink(link.target) }
            return .url(url)
        }
    }

    /// A cursor in the JSON of the page leads to the next one.
    ///
    /// - Parameters:
    ///   - parameter: The query parameter with the cursor.
    ///   - keyPath: The place of the cursor in the whole body, a string or a number: names of members, and indices of array
    ///     elements, joined by dots. In the last page it is missing, `null` or empty.
    public static func cursor(_ parameter: String, at keyPath: String) -> Self {
        next { page in
            guard let cursor = try page.response.cursor(at: keyPath), !cursor.isEmpty else { return nil }
            return .query([parameter: cursor])
        }
    }
}

extension Pagination where Value: Collection {
    /// Pages have numbers. The last page is empty, or shorter than others.
    ///
    /// - Parameters:
    ///   - parameter: The query parameter with the number. The first page is the target as it is.
    ///   - first: The number of the first page.
    ///   - size: The number of elements of each page but the last. Without it, only an empty page is known to be the last.
    public static func pageNumbers(_ parameter: String = "page", from first: Int = 1, size: Int? = nil) -> Self {
        next { page in
            page.value.count < max(size ?? 1, 1) ? nil : .query([parameter: "\(first + page.number)"])
        }
    }

    /// Pages start at the element with a number, counted from 0. The last page is empty, or shorter than others.
    ///
    /// - Parameters:
    ///   - parameter: The query parameter with the number. The first page is the target as it is.
    ///   - first: The number of the first page's first element.
    ///   - size: The number of elements of each page but the last. Without it, only an empty page is known to be the last.
    public static func offsets(_ parameter: String = "offset", from first: Int = 0, size: Int? = nil) -> Self {
        Self {
            let offset = Locked(first)
            return { page in
                let count = page.value.count
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

extension Response {
    /// The string or the number at a key path of the JSON; nil if it is missing or `null`.
    fileprivate func cursor(at keyPath: String) throws(TalynError) -> String? {
        do throws(TalynError) {
            return try decode(Cursor?.self, atKeyPath: keyPath)?.text
        } catch {
            guard let body = try? JSONNode(json: data), body.value(atKeyPath: keyPath) == nil else { throw error }
            return nil
        }
    }
}

/// A cursor: text, or a number.
private struct Cursor: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Int64.self) {
            text = "\(number)"
        } else if let number = try? value.decode(Decimal.self) {
            text = number.description
        } else {
            text = try value.decode(String.self)
        }
    }
}

extension Pagination.Next: CustomReflectable {
    /// The place with the secrets of URLs and parameters masked. The values of a target can be secret.
    public var customMirror: Mirror {
        switch self {
        case .url(let url): Mirror(of: self, ["url": Redaction.default.url(url.absoluteString)])
        case .query(let parameters): Mirror(of: self, ["query": parameters.keys.sorted()])
        case .target(let target): Mirror(of: self, ["target": target.targetName])
        }
    }
}
