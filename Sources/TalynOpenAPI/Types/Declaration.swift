/// The type of a value in generated code.
indirect enum TypeUse {
    case json
    case string
    case int
    case int64
    case uint64
    case double
    case bool
    case date
    case unixDate
    case day
    /// Bytes: those of a body.
    case binary
    case array(TypeUse)
    case map(TypeUse)
    case optional(TypeUse)
    case named(Declaration)
}

extension TypeUse {
    var unwrapped: TypeUse { if case .optional(let type) = self { type.unwrapped } else { self } }

    /// Whether a value is a time, or an array or a map of times, in seconds since 1970.
    var hasUnixTime: Bool {
        switch self {
        case .unixDate: true
        case .array(let type), .map(let type), .optional(let type): type.hasUnixTime
        default: false
        }
    }

    var isText: Bool { if case .string = unwrapped { true } else { false } }

    func optional(if isOptional: Bool) -> TypeUse { isOptional && !self.isOptional ? .optional(self) : self }

    var isOptional: Bool { if case .optional = self { true } else { false } }

    var declaration: Declaration? { if case .named(let declaration) = self { declaration } else { nil } }

    var declarations: [Declaration] {
        switch self {
        case .array(let type), .map(let type), .optional(let type): type.declarations
        case .named(let declaration): [declaration]
        default: []
        }
    }

    /// The declared type that is stored in place, and not by a reference as in an array.
    var inlineDeclaration: Declaration? {
        switch self {
        case .optional(let type): type.inlineDeclaration
        case .named(let declaration): declaration
        default: nil
        }
    }
}

/// A type to generate.
final class Declaration {
    enum Kind {
        case object(ObjectType)
        /// An array with a type for each place. Its elements are properties.
        case tuple(ObjectType)
        case enumeration(EnumShape, names: [String])
        case union(UnionType)
        case multipart([MultipartField])
        case events([EventCase])
    }

    let name: String
    let parent: Declaration?
    var kind: Kind
    let documentation: [String]
    let isDeprecated: Bool
    /// Whether no generated code uses the type, apart from deprecated code, so that the mark of the language warns in apps alone.
    var isMarkedDeprecated = false
    private(set) var nested: [Declaration] = []
    var scope = NameScope()
    /// Whether a request sends values of the type.
    var isSent = false
    /// Whether a response brings values of the type.
    var isReceived = false
    /// Whether a value of the enum contains another one of it.
    var isIndirect = false

    init(_ name: String, in parent: Declaration?, documentation: [String], isDeprecated: Bool = false) {
        self.name = name
        self.parent = parent
        self.documentation = documentation
        self.isDeprecated = isDeprecated
        kind = .multipart([])
        parent?.nested.append(self)
    }

    var fullName: String { parent.map { "\($0.fullName).\(name)" } ?? name }

    /// The properties of a struct with its own coding; nil for another type.
    var structure: ObjectType? {
        switch kind {
        case .object(let object), .tuple(let object): object
        case .enumeration, .union, .multipart, .events: nil
        }
    }

    /// Whether the type is an array in the JSON.
    var isTuple: Bool { if case .tuple = kind { true } else { false } }

    /// The names of the cases of an enum by their values. The kind doesn't change once it is an enum.
    private lazy var caseNames: [String: String] = {
        guard case .enumeration(let shape, let names) = kind else { return [:] }
        return Dictionary(zip(shape.cases.map(\.value), names)) { first, _ in first }
    }()

    /// The case of an enum for a value of the document, in Swift.
    func caseName(of value: String) -> String? {
        caseNames[value].map { ".\(SwiftName.escaped($0))" }
    }

    /// The types of which values are parts of a value.
    var parts: [TypeUse] {
        switch kind {
        case .object(let object), .tuple(let object):
            object.properties.map(\.type) + (object.additional.map { [$0] } ?? [])
        case .enumeration: []
        case .union(let union): union.cases.map(\.type)
        case .multipart(let fields): fields.map(\.type)
        case .events(let cases): cases.compactMap(\.payload)
        }
    }

    var used: [Declaration] { parts.flatMap(\.declarations) }

    var withNested: [Declaration] { [self] + nested.flatMap(\.withNested) }
}

struct ObjectType {
    var properties: [Property]
    /// The type of the values of names that the document doesn't know; nil if they are ignored.
    var additional: TypeUse?
    var additionalName = "additionalProperties"
}

final class Property {
    let wireName: String
    let name: String
    /// The type without an optional for a missing value.
    let type: TypeUse
    let isRequired: Bool
    let isNullable: Bool
    var isReadOnly = false
    var isWriteOnly = false
    var documentation: [String] = []
    var isDeprecated = false
    /// Whether the value is a URL, by its format or its description.
    var isURL = false
    var constant: String?
    /// The value by which a discriminator names the type.
    var discriminatorValue: String?
    /// Whether the value is stored by a reference, since its type contains this one.
    var isBoxed = false

    init(_ wireName: String, _ name: String, _ type: TypeUse, isRequired: Bool) {
        self.wireName = wireName
        self.name = name
        self.type = type.unwrapped
        self.isRequired = isRequired
        isNullable = type.isOptional
    }
}

extension Property {
    /// The value by which a discriminator names the type, in Swift. The property has it unless the app gives another one.
    ///
    /// Nil without one, or if the type of the property doesn't have it.
    var preset: String? {
        guard let discriminatorValue else { return nil }
        if let constant { return constant }
        switch type {
        case .string: return discriminatorValue.swiftLiteral
        case .int: return Int(discriminatorValue).map { String($0) }
        case .bool: return Bool(discriminatorValue).map { String($0) }
        case .named(let declaration):
            return declaration.caseName(of: discriminatorValue)
        default: return nil
        }
    }
}

/// An enum with a case for each variant.
struct UnionType {
    struct Case {
        var name: String
        var type: TypeUse
        /// The forms of the JSON that the variant can have.
        var forms: [VariantForm]
        var documentation: [String] = []
        var isDeprecated = false
    }

    var cases: [Case]
    /// The property that tells the variant, and the index of the case for each of its values.
    var discriminator: Discriminator?
    /// The index of the case for the status of a response, for the results of an operation.
    var statuses: [(status: String, index: Int)] = []

    struct Discriminator {
        var property: String
        var cases: [(value: String, index: Int)]
        /// Whether the document gives the values, so that another one is no variant of it.
        var isCertain = true
        /// The index of the case for objects without a known value.
        var fallback: Int?
    }
}

/// The JSON by which a variant of a union is recognised.
struct VariantForm {
    enum Kind: String {
        case any, string, integer, number, boolean, array, object
    }

    var kind: Kind
    var required: [String] = []
    var known: [String] = []
    /// Names with the texts that they can have.
    var constants: [(name: String, values: [String])] = []
    var values: [String] = []
    /// The number of places of an array, and the only texts of its elements; nil for any number.
    var count: Int?
    var elements: [(place: Int, value: String)] = []
    /// The forms of the elements, if these are objects.
    var items: [VariantForm] = []
}

/// A kind of server-sent events, by their types.
struct EventCase {
    var name: String
    var types: [String]
    var data: Data
    var documentation: [String]

    enum Data {
        case none
        case text
        case json(TypeUse)
    }

    /// The type of the data in JSON; nil for text, and for an event without data.
    var payload: TypeUse? { if case .json(let type) = data { type } else { nil } }
}

struct MultipartField {
    var wireName: String
    var name: String
    var type: TypeUse
    var isRequired: Bool
    var documentation: [String]
    var contentType: String?
    /// The style of an array or an object, as a case of `FormStyle`.
    var style: String?
    var isDeprecated = false
    /// The header fields of the part, each with its property.
    var headers: [Header] = []

    struct Header {
        var wireName: String
        var name: String
        var documentation: [String]
    }
}
