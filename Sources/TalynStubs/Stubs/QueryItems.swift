public import _TalynFoundation
import _TalynSupport

/// The decoded items of a query or a form, in their order.
public struct QueryItems: Sendable, Hashable, RandomAccessCollection, ExpressibleByArrayLiteral {
    private let items: [URLQueryItem]

    init(_ items: [URLQueryItem]) {
        self.items = items
    }

    /// Creates items, to compare others with them.
    public init(arrayLiteral items: URLQueryItem...) {
        self.items = items
    }

    public var startIndex: Int { items.startIndex }

    public var endIndex: Int { items.endIndex }

    public subscript(position: Int) -> URLQueryItem { items[position] }

    /// The value of the first item with a name. Nil without such an item, or if it has no value.
    public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// The values of all items with a name, in their order.
    public func values(named name: String) -> [String] {
        items.filter { $0.name == name }.compactMap(\.value)
    }
}

extension QueryItems: CustomStringConvertible, CustomReflectable {
    /// The items, with the values of secrets masked.
    public var description: String { shown.description }

    public var customMirror: Mirror { Mirror(of: self, ["items": shown]) }

    private var shown: [URLQueryItem] {
        items.map { item in
            guard let value = item.value else { return item }
            return URLQueryItem(name: item.name, value: Redaction.default.value(value, ofParameter: item.name))
        }
    }
}
