/// The way from one page of an operation's results to the next: where the position goes in, where the next one comes out, where the
/// items are, and what tells the end.
struct PageRule {
    /// Where the position of the next page goes in.
    enum Position {
        /// The link `next` of the `Link` field is followed (RFC 8288).
        case linkField
        /// A property has the URL of the next page, which is followed as it is.
        case link(PropertyPath)
        /// A query parameter takes a value of the page before.
        case cursor(parameter: String, Source)
        case number(parameter: String, first: Int)
        /// A query parameter counts the elements before the page.
        case offset(parameter: String, first: Int)
    }

    /// Where the next position comes out.
    enum Source {
        case property(PropertyPath)
        /// A value in JSON without a type of its own: names of members, joined by dots.
        case json(String)
        case headerField(String)
        case lastItem(PropertyPath)
    }

    var position: Position
    /// The array of the page; the whole result if the path is empty.
    var items: PropertyPath?
    /// A Boolean that tells whether there are more pages, or a value that is there until the last one.
    var more: PropertyPath?
    var last: PropertyPath?
    var pageCount: PropertyPath?
    var total: PropertyPath?
    /// Evidence beside names and types, as a sentence.
    var evidence: String?
}

extension PageRule {
    var kind: String {
        switch position {
        case .linkField: "links"
        case .link: "link"
        case .cursor(_, .lastItem): "last item"
        case .cursor: "cursor"
        case .number: "page number"
        case .offset: "offset"
        }
    }
}

/// The way to a property inside a result.
struct PropertyPath {
    struct Step {
        var property: Property
        var declaration: Declaration
    }

    let root: TypeUse
    private(set) var steps: [Step] = []

    init(_ root: TypeUse) {
        self.root = root
    }

    func appending(_ property: Property, of declaration: Declaration) -> PropertyPath {
        var copy = self
        copy.steps.append(Step(property: property, declaration: declaration))
        return copy
    }

    /// The type at the end, without the optional around it.
    var type: TypeUse { steps.last?.property.type.unwrapped ?? root.unwrapped }

    /// The names in the JSON, joined by dots.
    var text: String { steps.map(\.property.wireName).joined(separator: ".") }

    /// Whether a value can be missing or `null`.
    var isOptional: Bool {
        root.isOptional
            || steps.contains { step in
                if case .required = PropertyForm(step.property, in: step.declaration) { false } else { true }
            }
    }

    /// The expression that reads the value: `$0.meta?.next`.
    func expression(_ start: String = "$0") -> String { chain(start).text }

    /// The expression that reads a member of the value: `$0.meta?.items.count`.
    func member(_ name: String, _ start: String = "$0") -> String {
        let chain = chain(start)
        return "\(chain.text)\(chain.endsInOptional ? "?" : "").\(name)"
    }

    /// The expression with a call of a method of `Optional`.
    func mapped(_ call: String, _ start: String = "$0") -> String {
        let chain = chain(start)
        return "\(chain.endsInOptional ? chain.text : "(\(chain.text))").\(call)"
    }

    private func chain(_ start: String) -> (text: String, endsInOptional: Bool) {
        var text = start
        var endsInOptional = root.isOptional
        for step in steps {
            text += "\(endsInOptional ? "?" : "").\(SwiftName.escaped(step.property.name))"
            switch PropertyForm(step.property, in: step.declaration) {
            case .required: endsInOptional = false
            case .nullable, .optional: endsInOptional = true
            case .patch:
                text += ".value"
                endsInOptional = true
            }
        }
        return (text, endsInOptional)
    }
}

extension PropertyPath {
    enum Resolution {
        case found(PropertyPath)
        /// The path leads into JSON without a type of its own.
        case untyped
        case missing
    }

    /// Follows names that are joined by dots. A name can have dots itself, such as `@odata.nextLink`.
    static func resolve(_ text: String, in root: TypeUse) -> Resolution {
        let names = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        return resolve(names, from: PropertyPath(root))
    }

    private static func resolve(_ names: [String], from path: PropertyPath) -> Resolution {
        if names.isEmpty { return .found(path) }
        switch path.type {
        case .json, .map: return .untyped
        case .named(let declaration):
            switch declaration.kind {
            case .object(let object):
                for count in (1...names.count).reversed() {
                    let name = names.prefix(count).joined(separator: ".")
                    if let property = object.properties.first(where: { $0.wireName == name }) {
                        return resolve(Array(names.dropFirst(count)), from: path.appending(property, of: declaration))
                    }
                }
                return object.additional == nil ? .missing : .untyped
            case .union: return .untyped
            case .tuple, .enumeration, .multipart, .events: return .missing
            }
        default: return .missing
        }
    }
}

extension TypeUse {
    /// Whether a query parameter can take the value as it is.
    var isPosition: Bool { if case .string = self { true } else { isNumber } }

    var isNumber: Bool {
        switch self {
        case .int, .int64, .uint64, .double: true
        default: false
        }
    }

    var isBoolean: Bool { if case .bool = self { true } else { false } }
    var element: TypeUse? { if case .array(let element) = self { element } else { nil } }
}
