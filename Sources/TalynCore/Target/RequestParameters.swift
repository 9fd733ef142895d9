import _TalynFoundation
import _TalynSupport

/// Named values of a query, a form or a JSON body.
///
/// ```swift
/// var query: RequestParameters { ["q": text, "max_price": maximumPrice, "page": page] }
/// var body: RequestBody { .json(["title": title, "labels": labels]) }
/// ```
///
/// A value that is `nil` is left out. Names are sent unchanged. ``CodingOptions/keys`` applies only to the keys inside a
/// value. Of two values with one name, the last one that isn't `nil` counts. To send a name
/// several times in a query, give an array.
///
/// The properties of an `Encodable` value are parameters, too: `RequestParameters(filter)`.
public struct RequestParameters: Sendable, ExpressibleByDictionaryLiteral {
    /// A value, or nil for a name that is left out.
    fileprivate typealias MemberValue = (any Encodable & Sendable)?

    private enum Content: Sendable {
        case members([(name: String, value: MemberValue)])
        case value(any Encodable & Sendable)
        case text(String)
    }

    private var content: Content

    /// Creates parameters of names and values.
    public init(dictionaryLiteral elements: (String, (any Encodable & Sendable)?)...) {
        content = .members(elements)
    }

    /// Creates parameters of the properties of a value, such as a struct.
    ///
    /// - Parameter value: A value with named members. The call fails for any other.
    public init(_ value: any Encodable & Sendable) {
        content = (value as? RequestParameters)?.content ?? .value(value)
    }

    /// Creates parameters of the text of a query that is percent-encoded already, such as `tags=a,b`.
    ///
    /// The text stands in the URL as it is, for servers with formats that ``CodingOptions`` doesn't have. A JSON body can't have
    /// such parameters.
    public init(percentEncoded text: String) {
        content = text.isEmpty ? .members([]) : .text(text)
    }

    /// The text that stands in the URL as it is; nil for other parameters.
    var percentEncoded: String? {
        if case .text(let text) = content { text } else { nil }
    }

    /// Whether there is no parameter.
    var isEmpty: Bool {
        if case .members(let members) = content { members.isEmpty } else { false }
    }
}

extension RequestParameters: CustomReflectable {
    /// The names of the parameters, or the type of their value, since values can be secret.
    public var customMirror: Mirror {
        switch content {
        case .members(let members): Mirror(of: self, ["names": members.map(\.name)])
        case .value(let value): Mirror(of: self, ["value": "\(type(of: value))"])
        case .text(let text): Mirror(of: self, ["percentEncoded": Redaction.default.parameters(text)])
        }
    }
}

extension RequestParameters: Encodable {
    public func encode(to encoder: any Encoder) throws {
        switch content {
        case .value(let value):
            // By a container: encoders have their own formats of dates, bytes and URLs.
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .text:
            throw RequestError.parameter(path: "", problem: "is percent-encoded text, which only a query can have")
        case .members(let members):
            if let encoder = encoder as? FormValueEncoder { return try encode(members, to: encoder) }
            var named: [String: Member] = [:]
            named.reserveCapacity(members.count)
            for (name, value) in members {
                if let value, !value.isNil { named[name] = Member(value: value) }
            }
            // The keys of a dictionary are the only ones that a JSONEncoder never converts.
            var container = encoder.singleValueContainer()
            try container.encode(named)
        }
    }

    /// Without the containers, which would convert the names.
    private func encode(_ members: [(name: String, value: MemberValue)], to encoder: FormValueEncoder) throws {
        encoder.node.content = .object([])
        for (name, value) in members {
            guard let value, !value.isNil else { continue }
            let node = encoder.node.member(name)
            if node.encodeUsual(value) { continue }
            let path = encoder.codingPath + [AnyCodingKey(name)]
            if let parameters = value as? RequestParameters {
                try parameters.encode(to: FormValueEncoder(node: node, options: encoder.options, codingPath: path))
            } else {
                try node.encode(value, with: encoder.options, at: path)
            }
        }
    }

    /// The same parameters in half the time, for an encoder that keeps the names anyway.
    func encodable(for strategy: JSONEncoder.KeyEncodingStrategy) -> any Encodable {
        switch content {
        case .value(let value): value
        case .text: self
        case .members(let members):
            areKept(members, by: strategy) ? Keyed(members: members, strategy: strategy) : self
        }
    }

    private func areKept(
        _ members: [(name: String, value: MemberValue)],
        by strategy: JSONEncoder.KeyEncodingStrategy
    ) -> Bool {
        switch strategy {
        case .useDefaultKeys: true
        case .convertToSnakeCase: members.allSatisfy { ASCIISet.withoutCapitals.containsAll($0.name.utf8) }
        default: false
        }
    }

    private struct Keyed: Encodable {
        let members: [(name: String, value: MemberValue)]
        let strategy: JSONEncoder.KeyEncodingStrategy

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyCodingKey.self)
            for (name, value) in members {
                guard let value else { continue }
                let key = AnyCodingKey(name)
                // The container's own functions for the usual types, as in code that the compiler writes.
                let type = type(of: value)
                if type == String.self, let text = value as? String {
                    try container.encode(text, forKey: key)
                } else if type == Int.self, let number = value as? Int {
                    try container.encode(number, forKey: key)
                } else if type == Bool.self, let bool = value as? Bool {
                    try container.encode(bool, forKey: key)
                } else if type == RequestParameters.self, let parameters = value as? RequestParameters {
                    try container.encode(parameters.encodable(for: strategy), forKey: key)
                } else if !value.isNil {
                    try container.encode(value, forKey: key)
                }
            }
        }
    }
}

/// A value of any type, for a dictionary of them.
private struct Member: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Encodable {
    /// Whether the value is an optional without a value, or one that a partial update keeps.
    fileprivate var isNil: Bool {
        // A check for a conformance takes longer than the rest of this function.
        if Self.self == String.self || Self.self == Int.self || Self.self == Bool.self || Self.self == Double.self
            || Self.self == RequestParameters.self
        {
            return false
        }
        return (self as? any OptionalValue)?.isNone ?? false
    }
}

/// An optional inside an existential, whose type isn't known.
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

extension PatchValue: OptionalValue {
    fileprivate var isNone: Bool { isKept }
}

extension ASCIISet {
    /// The characters of names in snake case, in which there is nothing to convert.
    fileprivate static let withoutCapitals = ASCIISet("abcdefghijklmnopqrstuvwxyz0123456789_-.")
}
