import Foundation

/// Named values in the order in which they are given, without those that are `nil`: for a query, a form or a JSON
/// body.
///
/// ```swift
/// case .search(let text, let page): .query(["q": text, "page": page] as RequestFields)
/// case .open(let title, let labels): .requestJSONEncodable(["title": title, "labels": labels] as RequestFields)
/// ```
///
/// Each value is written as the encoder writes it anywhere else. The names are kept as they are written here: an
/// encoder that converts keys, such as one with `.convertToSnakeCase`, converts those inside the values alone. Of two
/// values with one name the last one that isn't `nil` counts; for a name that comes more than once in a query, give it
/// an array.
public struct RequestFields: Sendable, ExpressibleByDictionaryLiteral {
    /// What a name stands for.
    public typealias Value = (any Encodable & Sendable)?

    private let fields: [(name: String, value: Value)]

    /// Creates fields.
    ///
    /// - Parameter elements: Names and values. A value that is `nil` is left out, be it an optional of an optional.
    public init(dictionaryLiteral elements: (String, Value)...) {
        fields = elements
    }
}

extension RequestFields: Encodable {
    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? FormValueEncoder { return try encode(to: encoder) }
        var members: [String: Member] = [:]
        members.reserveCapacity(fields.count)
        for (name, value) in fields {
            if let value, !value.isNil { members[name] = Member(value: value) }
        }
        // The keys of a dictionary are the one kind that a JSONEncoder never converts.
        var container = encoder.singleValueContainer()
        try container.encode(members)
    }

    /// Past the containers, which would convert the names.
    private func encode(to encoder: FormValueEncoder) throws {
        encoder.node.content = .object([])
        for (name, value) in fields {
            guard let value, !value.isNil else { continue }
            let path = encoder.codingPath + [Name(stringValue: name)]
            try encoder.node.member(name).encode(value, with: encoder.options, at: path)
        }
    }

    /// Whether an encoder with this strategy would keep the names anyway.
    func areKept(by strategy: JSONEncoder.KeyEncodingStrategy) -> Bool {
        switch strategy {
        case .useDefaultKeys: true
        case .convertToSnakeCase: fields.allSatisfy { ASCIISet.withoutCapitals.containsAll($0.name.utf8) }
        default: false
        }
    }

    /// The same for an encoder that keeps the names: takes half the time.
    ///
    /// Calls the container's own functions for the usual types, as code that the compiler writes does.
    struct Keyed: Encodable {
        let fields: RequestFields

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            for (name, value) in fields.fields {
                guard let value else { continue }
                let key = Name(stringValue: name)
                let type = type(of: value)
                if type == String.self, let text = value as? String {
                    try container.encode(text, forKey: key)
                } else if type == Int.self, let number = value as? Int {
                    try container.encode(number, forKey: key)
                } else if type == Bool.self, let bool = value as? Bool {
                    try container.encode(bool, forKey: key)
                } else if !value.isNil {
                    try container.encode(value, forKey: key)
                }
            }
        }
    }
}

/// A key so small that containers need no memory of their own for it.
private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

/// A value of which the type isn't known, for a dictionary of them.
private struct Member: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws {
        // By a container and not by the value itself: encoders have ways of their own to write dates, bytes and URLs.
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Encodable {
    /// Whether it is an optional without a value.
    fileprivate var isNil: Bool {
        // Asking for a conformance takes longer than all else here.
        if Self.self == String.self || Self.self == Int.self || Self.self == Bool.self { return false }
        return (self as? any OptionalValue)?.isNone ?? false
    }
}

/// Lets an optional that hides in an existential be opened without knowing its type.
private protocol OptionalValue {
    var isNone: Bool { get }
}

extension Optional: OptionalValue {
    fileprivate var isNone: Bool {
        switch self {
        case nil: true
        case let wrapped?: (wrapped as? any OptionalValue)?.isNone ?? false
        }
    }
}

extension ASCIISet {
    /// What a name in snake case is made of, in which there is nothing to convert.
    fileprivate static let withoutCapitals = ASCIISet("abcdefghijklmnopqrstuvwxyz0123456789_-.")
}
