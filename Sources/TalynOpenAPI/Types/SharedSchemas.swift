/// The schemas without a name that a document repeats, such as the address in each of several bodies.
///
/// A schema that occurs at least three times under one name becomes one type. Annotations make no difference.
struct SharedSchemas {
    /// A form of schemas under a name.
    struct Key: Hashable {
        let name: String
        let form: Int
    }

    private var forms: [ObjectIdentifier: Int] = [:]
    private var formsByText: [String: Int] = [:]
    private var counts: [Key: Int] = [:]
    /// The repeated forms, in the order of the document.
    private var order: [Key] = []

    init(_ root: Node) {
        visit(root, name: nil)
        order = order.filter { counts[$0, default: 0] >= 3 }
    }

    /// The repeated forms that get their name alone: the most frequent one of each name.
    var preferred: [Key] {
        let groups = order.grouped(by: \.name)
        let best = Set(groups.compactMap { $0.elements.max { counts[$0, default: 0] < counts[$1, default: 0] } })
        return order.filter(best.contains)
    }

    /// The key of a schema's value under a name; nil for one that isn't repeated.
    func key(of node: Node, named name: String) -> Key? {
        guard let form = forms[ObjectIdentifier(node)] else { return nil }
        let key = Key(name: name, form: form)
        return counts[key, default: 0] >= 3 ? key : nil
    }

    /// The key of a schema's value under a name, whether or not it is repeated.
    mutating func anyKey(of node: Node, named name: String) -> Key {
        Key(name: name, form: form(of: node, isNames: false))
    }

    private mutating func visit(_ node: Node, name: String?) {
        switch node.unread {
        case .object(let members):
            if let name, Self.needsType(node) {
                let key = Key(name: name, form: form(of: node, isNames: false))
                if counts[key] == nil { order.append(key) }
                counts[key, default: 0] += 1
            }
            for (key, child) in members.list {
                switch key {
                case "properties":
                    for schema in child.children { visit(schema, name: SwiftName.type(schema.key)) }
                case "items": visit(child, name: name?.singular)
                case "additionalProperties": visit(child, name: name)
                case "example", "examples", "default", "enum": break
                // The variants of a nullable schema.
                case "anyOf", "oneOf":
                    let variants = child.children
                    let others = variants.filter { !$0.isTypeOfNull }
                    for variant in variants { visit(variant, name: others.count == 1 ? name : nil) }
                default: visit(child, name: nil)
                }
            }
        case .array(let elements):
            for element in elements { visit(element, name: nil) }
        default: break
        }
    }

    private static func needsType(_ node: Node) -> Bool {
        guard node.child("$ref") == nil else { return false }
        return node.child("properties")?.children.isEmpty == false
            || ["enum", "anyOf", "oneOf", "allOf"].contains { (node.child($0)?.children.count ?? 0) > 1 }
    }

    /// The number of a value's form, which all values of the same form have.
    ///
    /// - Parameter isNames: Whether the members are names of properties, of which each counts.
    private mutating func form(of node: Node, isNames: Bool) -> Int {
        if let known = forms[ObjectIdentifier(node)] { return known }
        let text: String
        switch node.unread {
        case .null: text = "null"
        case .bool(let bool): text = "\(bool)"
        case .number(let digits): text = digits
        case .string(let string): text = "\"" + string
        case .array(let elements):
            text = "[" + elements.map { "\(form(of: $0, isNames: false))" }.joined(separator: ",")
        case .object(let members):
            let relevant = members.list.filter {
                isNames || Self.makesDifference($0.key, in: node)
            }
            let sorted = relevant.sorted { $0.key < $1.key }
            // A reference means another value in another file, or inside another schema with definitions of its own.
            let place = node.reference.map { reference in
                node.file.path + node.bases(of: reference).map(\.pointer).joined()
            }
            text =
                "{\(place ?? "")"
                + sorted.map { "\($0.key)\u{1F}\(form(of: $0.node, isNames: $0.key == "properties" && !isNames))" }
                .joined(separator: "\u{1E}")
        }
        let number = formsByText[text] ?? formsByText.count
        formsByText[text] = number
        forms[ObjectIdentifier(node)] = number
        return number
    }

    /// Whether a keyword of a schema makes a difference to its type.
    private static func makesDifference(_ keyword: String, in schema: Node) -> Bool {
        switch keyword {
        case "x-nullable": true
        // The number of elements of a tuple that must be there.
        case "minItems": schema.child("prefixItems") != nil || schema.child("items")?.isArray == true
        // Only a whole number above those of `Int64` is one of `UInt64`.
        case "minimum", "maximum": (schema.child("maximum")?.number ?? 0) > Double(Int64.max)
        default: !annotations.contains(keyword) && !keyword.hasPrefix("x-")
        }
    }

    private static let annotations = """
        title description example examples default deprecated externalDocs pattern minLength maxLength exclusiveMinimum
        exclusiveMaximum maxItems uniqueItems
        """.tokenSet
}

extension Node {
    fileprivate var isArray: Bool { if case .array = unread { true } else { false } }
    fileprivate var number: Double? { if case .number(let digits) = unread { Double(digits) } else { nil } }
}
