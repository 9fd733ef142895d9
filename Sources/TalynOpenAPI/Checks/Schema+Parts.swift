import TalynStubs
import _TalynFoundation
import _TalynSupport

extension Schema {
    /// The schema with those that it consists of, its variants, and perhaps those that hold under a condition.
    func parts(includingConditions: Bool = false) -> [Schema] {
        var parts: [Schema] = []
        var known: Set<ObjectIdentifier> = []
        var stack = [self]
        while let schema = stack.popLast(), parts.count < 500 {
            guard known.insert(ObjectIdentifier(schema)).inserted else { continue }
            parts.append(schema)
            var next = schema.referenced.map { [$0] } ?? []
            next += schema.allOf + schema.anyOf + schema.oneOf
            if includingConditions {
                next += ["if", "then", "else"].compactMap { schema.keyword($0) }
                next += schema.named("dependentSchemas").map(\.schema)
            }
            stack += next.reversed()
        }
        return parts
    }

    /// Whether the schema consists of others that values must fit, too.
    var hasParts: Bool { isReference || Self.partKeywords.contains { node[$0] != nil } || !allOf.isEmpty }

    private static let partKeywords = ["anyOf", "oneOf", "not", "if", "dependentSchemas"]

    /// The types that a value can have, according to the parts; empty if they name none.
    var kinds: Set<String> {
        var kinds: Set<String> = []
        for part in parts() {
            kinds.formUnion(part.types)
            if part.types.isEmpty {
                if !part.properties.isEmpty { kinds.insert("object") }
                if part.items != nil || !part.prefixItems.isEmpty { kinds.insert("array") }
                for value in part.values ?? [] { kinds.insert(JSONNode(value).kind) }
            }
        }
        return kinds
    }

    var propertyNames: Set<String> { Set(parts().flatMap { $0.properties.map(\.name) }) }

    /// The schema of a member. The closure tells whether its name matches a pattern.
    func property(_ name: String, matches: (String) -> Bool) -> Schema? {
        let parts = parts()
        for part in parts {
            if let schema = part.propertyIndex[name] { return schema }
        }
        for part in parts {
            if let schema = part.named("patternProperties").first(where: { matches($0.name) })?.schema { return schema }
        }
        return parts.lazy.compactMap { $0.keyword("additionalProperties") }.first
    }

    var element: Schema? { parts().lazy.compactMap(\.items).first }

    func number(_ name: String) -> Double? {
        guard case .number(let digits)? = node[name]?.value else { return nil }
        return Double(digits)
    }
}

extension JSONNode {
    /// Nil for a text that isn't JSON.
    init?(text: String) {
        guard let json = try? JSONNode(json: Data(text.utf8)) else { return nil }
        self = json
    }

    init(_ node: Node) { self.init(node.value) }

    init(_ value: Node.Value) {
        switch value {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .number(let digits): self = .number(Self.normalized(digits))
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map { JSONNode($0) })
        case .object(let members):
            self = .object(members.list.map { Member($0.key, JSONNode($0.node)) }.sorted { $0.name < $1.name })
        }
    }

    /// The digits as a number of a JSON text has them, so that equal numbers are equal texts.
    static func normalized(_ digits: String) -> String {
        Decimal(string: digits, locale: posix).map { "\($0)" } ?? digits
    }

    private static let posix = Locale(identifier: "en_US_POSIX")

    var isWhole: Bool {
        guard case .number(let digits) = self else { return false }
        return DecimalNumber(digits)?.isWhole ?? false
    }

    var kindWithArticle: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: isWhole ? "an integer" : "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
