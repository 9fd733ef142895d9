/// Writes a type with those inside it.
struct DeclarationWriter {
    let conformance: Configuration.Conformance

    func write(_ declaration: Declaration, to writer: inout SourceWriter) {
        let documentation =
            declaration.documentation.isEmpty ? ["The schema `\(declaration.name)`."] : declaration.documentation
        let isOnlyDocumented = declaration.isDeprecated && !declaration.isMarkedDeprecated
        writer.comment(Documentation.deprecated(documentation, isOnlyDocumented))
        if declaration.isMarkedDeprecated { writer.line(Self.deprecation) }
        switch declaration.kind {
        case .object(let object), .tuple(let object): write(object, declaration, to: &writer)
        case .enumeration(let shape, let names): write(shape, names, declaration, to: &writer)
        case .union(let union): write(union, declaration, to: &writer)
        case .multipart(let fields): write(fields, declaration, to: &writer)
        case .events(let cases): write(cases, declaration, to: &writer)
        }
    }

    static let deprecation = "@available(*, deprecated)"

    var conformances: String {
        switch conformance {
        case .none: "Codable, Sendable"
        case .equatable: "Codable, Sendable, Equatable"
        case .hashable: "Codable, Sendable, Hashable"
        }
    }

    func writeNested(_ declaration: Declaration, to writer: inout SourceWriter) {
        for nested in declaration.nested {
            writer.line()
            write(nested, to: &writer)
        }
    }

    private func write(_ object: ObjectType, _ declaration: Declaration, to writer: inout SourceWriter) {
        let fields = object.properties.map { Field($0, declaration) }
        let additional = object.additional.map { Additional(name: object.additionalName, type: $0, declaration) }
        let container = declaration.isTuple ? "elements" : "properties"
        writer.block("public nonisolated struct \(declaration.name): \(conformances)") { writer in
            for field in fields {
                writer.comment(field.property.documentation)
                if field.property.isDeprecated { writer.line(Self.deprecation) }
                write(field.name, field.type, storedIn: field.storage, field.property.isBoxed, to: &writer)
            }
            if let additional {
                writer.comment([additional.documentation(hasOthers: !fields.isEmpty)])
                writer.line("public var \(additional.name): \(additional.swiftType)")
            }
            if !fields.isEmpty || additional != nil { writer.line() }
            writeInitializer(fields, additional, to: &writer)
            writer.line()
            writer.block("public init(from decoder: any Decoder) throws") { writer in
                if fields.isEmpty, additional == nil { return }
                writer.line("\(declaration.isTuple ? "var" : "let") c = try decoder.\(container)()")
                for field in fields { writer.line(field.assignment(of: field.decoding)) }
                if let additional { writer.line(additional.decoding(except: fields.map(\.property.wireName))) }
            }
            writer.line()
            writer.block("public func encode(to encoder: any Encoder) throws") { writer in
                if fields.isEmpty, additional == nil { return writer.line("_ = encoder.\(container)()") }
                writer.line("var c = encoder.\(container)()")
                for field in fields { writer.line(field.encoding) }
                if let additional { writer.line(additional.encoding) }
            }
            writeNested(declaration, to: &writer)
        }
    }

    /// Writes a property, and the private one that stores its value.
    func write(
        _ name: String,
        _ type: String,
        storedIn storage: String?,
        _ isBoxed: Bool,
        to writer: inout SourceWriter
    ) {
        guard let storage else { return writer.line("public var \(name): \(type)") }
        let value = isBoxed ? "\(storage).value" : storage
        writer.block("public var \(name): \(type)") { writer in
            writer.line("get { \(value) }")
            writer.line("set { \(value) = newValue }")
        }
        writer.line("private var \(storage): \(isBoxed ? "Indirect<\(type)>" : type)")
    }

    private func writeInitializer(_ fields: [Field], _ additional: Additional?, to writer: inout SourceWriter) {
        var parameters = fields.map { "\($0.name): \($0.type)\($0.defaultValue.map { " = \($0)" } ?? "")" }
        if let additional {
            parameters.append("\(additional.name): \(additional.swiftType) = \(additional.isElements ? "[]" : "[:]")")
        }
        if parameters.isEmpty { return writer.line("public init() {}") }
        writer.lines("public init(", parameters, ") {")
        writer.indented { writer in
            for field in fields { writer.line(field.assignment(of: field.name)) }
            if let additional { writer.line("self.\(additional.name) = \(additional.name)") }
        }
        writer.line("}")
    }

    private struct Field {
        let property: Property
        let name: String
        let form: PropertyForm
        let type: String
        private let coded: String?
        /// The name in the JSON as the first argument; none for an element of an array.
        private let key: [String]

        init(_ property: Property, _ declaration: Declaration) {
            self.property = property
            name = SwiftName.escaped(property.name)
            form = PropertyForm(property, in: declaration)
            let base = property.type.swift(in: declaration)
            coded = property.type.coded(in: declaration)
            key = declaration.isTuple ? [] : [property.wireName.swiftLiteral]
            type =
                switch form {
                case .required: base
                case .nullable, .optional: "\(base)?"
                case .patch: "PatchValue<\(base)>"
                }
        }

        /// The private storage of a property with a reference, or of a deprecated one, whose use would be a warning here.
        var storage: String? { property.isBoxed || property.isDeprecated ? "_\(property.name)" : nil }

        /// The line that sets the property in an initializer.
        func assignment(of value: String) -> String {
            "self.\(storage ?? name) = \(property.isBoxed ? "Indirect(\(value))" : value)"
        }

        var defaultValue: String? {
            switch form {
            case .required: property.preset ?? property.constant
            case .nullable: property.preset
            case .optional: property.preset ?? "nil"
            case .patch: property.preset.map { ".set(\($0))" } ?? ".keep"
            }
        }

        var decoding: String {
            let function =
                switch form {
                case .required: "value"
                case .nullable, .optional: "optional"
                case .patch: "patch"
                }
            let arguments = key + (coded.map { ["as: \($0).self"] } ?? [])
            let value = "try c.\(function)(\(arguments.joined(separator: ", ")))"
            guard coded != nil else { return value }
            return form == .required ? property.type.decoded(value) : "\(value).map { \(property.type.decoded("$0")) }"
        }

        var encoding: String {
            let label =
                switch form {
                case .required, .nullable: ""
                case .optional: "ifPresent: "
                case .patch: "patch: "
                }
            let own = property.isDeprecated ? "_\(property.name)" + (property.isBoxed ? ".value" : "") : name
            let value = property.type.encoded("self.\(own)", isRequired: form == .required)
            return "try c.set(\((key + [label + value]).joined(separator: ", ")))"
        }
    }

    /// The properties whose names the document doesn't know, or the elements after the first ones.
    private struct Additional {
        let name: String
        let isElements: Bool
        /// The array or the map of the values.
        private let type: TypeUse
        private let coded: String?
        private let scope: Declaration

        init(name: String, type: TypeUse, _ scope: Declaration) {
            self.name = name
            isElements = scope.isTuple
            self.type = isElements ? .array(type) : .map(type)
            coded = type.coded(in: scope)
            self.scope = scope
        }

        var swiftType: String { type.swift(in: scope) }

        func documentation(hasOthers: Bool) -> String {
            if isElements { return hasOthers ? "The elements after the others." : "The elements." }
            return "The properties with other names."
        }

        func decoding(except names: [String]) -> String {
            let names = "except: [\(names.map(\.swiftLiteral).joined(separator: ", "))]"
            let arguments = (isElements ? [] : [names]) + (coded.map { ["as: \($0).self"] } ?? [])
            return "self.\(name) = \(type.decoded("try c.further(\(arguments.joined(separator: ", ")))"))"
        }

        var encoding: String { "try c.set(further: \(type.encoded("self.\(name)")))" }
    }

    private func write(
        _ shape: EnumShape,
        _ names: [String],
        _ declaration: Declaration,
        to writer: inout SourceWriter
    ) {
        let cases = zip(shape.cases, names).map { ($0, SwiftName.escaped($1)) }
        let raw = shape.isText ? "String" : "Int"
        func literal(_ value: String) -> String { shape.isText ? value.swiftLiteral : value }
        writer.block("public nonisolated enum \(declaration.name): \(shape.isText ? "OpenEnum" : "OpenIntegerEnum")") {
            writer in
            for (shape, name) in cases {
                writer.comment(Documentation.deprecated(Documentation.lines(shape.description), shape.isDeprecated))
                writer.line("case \(name)")
            }
            writer.comment(["A value that the document doesn't have."])
            writer.line("case other(\(raw))")
            writer.line()
            writer.block("public init(rawValue: \(raw))") { writer in
                writer.line("switch rawValue {")
                for (shape, name) in cases { writer.line("case \(literal(shape.value)): self = .\(name)") }
                writer.line("default: self = .other(rawValue)")
                writer.line("}")
            }
            writer.line()
            writer.block("public var rawValue: \(raw)") { writer in
                writer.line("switch self {")
                for (shape, name) in cases { writer.line("case .\(name): \(literal(shape.value))") }
                writer.line("case .other(let value): value")
                writer.line("}")
            }
        }
    }
}
