#if Macros
/// An associated value of a case, or a parameter of a function, and where in the request it goes.
struct EndpointValue {
    enum Role: Hashable {
        /// In the place of a placeholder.
        case path(String)
        case query(name: String)
        case field(name: String)
        case header(name: String)
        /// The file name and the media type are expressions.
        case part(name: String, fileName: String?, mimeType: String?)
        case body
        /// Says where a download goes.
        case destination
    }

    /// The names of the attributes that say where a value goes.
    static let roles: Set<String> = ["Body", "Field", "Header", "Part", "Path", "Query"]

    /// Types whose values are members of a body, and hardly ever one.
    private static let scalars: Set<String> = [
        "Bool", "Character", "Date", "Decimal", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "String",
        "Substring", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "URL", "UUID",
    ]

    /// What it is called in a call; nil if it has no label.
    let label: String?
    /// What it is called where it is used: its own name, without backticks.
    let name: String
    /// Whether that is a name that somebody gave it.
    let isNamed: Bool
    let type: TypeSyntax
    /// The whole of it.
    let node: Syntax
    /// What the default is, if there is one.
    let defaultValue: InitializerClauseSyntax?

    /// Whether the type is somebody else's, whatever it is called.
    var isForeign = false
    var role: Role?
    /// What says where it goes, if that was said.
    var roleNode: Syntax?

    /// The name as Swift wants it in an expression.
    var reference: String { name.asIdentifier }

    var isOptional: Bool { type.isOptional }

    /// The name of the type without what makes it an optional one; none for a type that is somebody else's.
    var typeName: String { isForeign ? "" : type.unwrapped.nominalName }

    /// Whether the value, or each of its elements, has no members with names of their own.
    var isScalar: Bool {
        let type = type.unwrapped
        let element = type.nominalName == "Array" ? type.genericArguments.first?.unwrapped ?? type : type
        return !isForeign && Self.scalars.contains(element.nominalName)
    }

    /// What says where it goes, or else all of it.
    var place: Syntax { roleNode ?? node }

    /// The attribute that says where it goes, if it says that of this value alone.
    var roleAttribute: AttributeSyntax? {
        var node = roleNode
        while let current = node, !current.is(AttributeSyntax.self) { node = current.parent }
        guard let found = node?.as(AttributeSyntax.self), let attribute = Attribute(.attribute(found)) else {
            return nil
        }
        return attribute.unlabelled.count > 1 ? nil : found
    }

    /// Whether the value is a body without anybody having said so: one that is called so, and is more than a scalar.
    var looksLikeBody: Bool {
        typeName == "HTTPBody" || (name == "body" && !Self.scalars.contains(typeName))
    }
}

extension String {
    /// The name with backticks if it needs them.
    var asIdentifier: String {
        isValidSwiftIdentifier(for: .variableName) ? self : "`\(self)`"
    }

    /// The name with backticks if it needs them as a label: few keywords do.
    var asLabel: String {
        let isPlain = allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isPlain && !["inout", "let", "var"].contains(self) ? self : asIdentifier
    }

    /// The name without backticks.
    var withoutBackticks: String {
        hasPrefix("`") && hasSuffix("`") && count > 2 ? String(dropFirst().dropLast()) : self
    }
}

extension TypeSyntax {
    /// Whether the type is written as an optional one.
    var isOptional: Bool {
        self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
            || nominalName == "Optional"
    }

    /// Whether the type is none of ours or the system's, whatever it is called.
    ///
    /// - Parameter ownTypes: The names of the types that are declared where it is used.
    func isForeign(to ownTypes: Set<String>) -> Bool {
        if let identifier = self.as(IdentifierTypeSyntax.self) { return ownTypes.contains(identifier.name.text) }
        guard let member = self.as(MemberTypeSyntax.self) else { return false }
        return !["Foundation", "HTTPTypes", "Swift", "Talyn"].contains(member.baseType.trimmedDescription)
    }

    /// The type without what makes it an optional one.
    var unwrapped: TypeSyntax {
        if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.unwrapped }
        if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return optional.wrappedType.unwrapped }
        if nominalName == "Optional", let argument = genericArguments.first { return argument.unwrapped }
        if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            return only.type.unwrapped
        }
        return self
    }

    /// The last part of the name of a type, without generic arguments: `[Int]` is an `Array`.
    var nominalName: String {
        if let identifier = self.as(IdentifierTypeSyntax.self) { return identifier.name.text }
        if let member = self.as(MemberTypeSyntax.self) { return member.name.text }
        if self.is(ArrayTypeSyntax.self) { return "Array" }
        if self.is(DictionaryTypeSyntax.self) { return "Dictionary" }
        return trimmedDescription
    }

    /// The generic arguments that are types; the element of an array.
    var genericArguments: [TypeSyntax] {
        if let array = self.as(ArrayTypeSyntax.self) { return [array.element] }
        let clause =
            self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
            ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
        return clause?.arguments.compactMap { Syntax($0.argument).as(TypeSyntax.self) } ?? []
    }
}
#endif
