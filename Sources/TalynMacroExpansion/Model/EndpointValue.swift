#if Macros
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder

/// An associated value of a case, or a parameter of a function, with its place in the request.
struct EndpointValue {
    enum Role: Hashable {
        /// Replaces a placeholder in the path.
        case path(String)
        case query(name: String)
        case field(name: String)
        case header(name: String)
        /// The file name and the media type are expressions.
        case part(name: String, fileName: String?, contentType: String?)
        case body
        /// The destination of a download, which isn't a part of the request.
        case destination
        /// The options of the call, which aren't a part of the request.
        case options
        /// An argument of the call over a WebSocket with this label, which isn't a part of the request.
        case argument(String)
    }

    /// The names of the attributes that set the role of a value.
    static let roles: Set<String> = ["Body", "Field", "Header", "Part", "Path", "Query"]

    /// Types whose values are members of a body rather than a whole body.
    private static let scalars: Set<String> = [
        "Bool", "Character", "Date", "Decimal", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "String",
        "Substring", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "URL", "UUID",
    ]

    /// The argument label; nil without a label.
    var label: String?
    /// The name of the variable, without backticks.
    let name: String
    /// Whether the name is from the declaration, not generated.
    let isNamed: Bool
    let type: TypeSyntax
    /// The declaration of the value.
    let node: Syntax
    /// The default value, if there is one.
    let defaultValue: InitializerClauseSyntax?

    /// Whether the name refers to another type than the framework's.
    var isForeign = false
    var role: Role?
    /// The syntax that sets the role, if there is any.
    var roleNode: Syntax?

    /// The name as an expression, with backticks if it needs them.
    var reference: String { name.asIdentifier }

    var isOptional: Bool { type.isOptional }

    /// The name of the type without `Optional`; empty if it refers to another type than the framework's.
    var typeName: String { isForeign ? "" : type.unwrapped.nominalName }

    /// Whether the value, or each of its elements, has no members.
    var isScalar: Bool {
        let type = type.unwrapped
        let element = type.nominalName == "Array" ? type.genericArguments.first?.unwrapped ?? type : type
        return !isForeign && Self.scalars.contains(element.nominalName)
    }

    /// The syntax to point at in a diagnostic: what sets the role, or the declaration.
    var place: Syntax { roleNode ?? node }

    /// The attribute that sets the role, if it names no other value.
    var roleAttribute: AttributeSyntax? {
        var node = roleNode
        while let current = node, !current.is(AttributeSyntax.self) { node = current.parent }
        guard let found = node?.as(AttributeSyntax.self), let attribute = Attribute(.attribute(found)) else {
            return nil
        }
        return attribute.unlabelled.count > 1 ? nil : found
    }

    /// Whether the value is the body by default: an `HTTPBody`, or a value with the name `body` that isn't a scalar.
    var looksLikeBody: Bool {
        typeName == "HTTPBody" || (name == "body" && !Self.scalars.contains(typeName))
    }
}

extension Sequence<String?> {
    /// Whether a label occurs twice. Parameters of a function may share one, but not the values of a case.
    var hasEqualLabels: Bool {
        var seen: Set<String> = []
        return contains { label in label.map { !seen.insert($0.withoutBackticks).inserted } ?? false }
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
    /// The qualifiers of names of types of the framework: modules that have or export them, and `FoundationTypes`.
    private static let modules: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationTypes", "HTTPTypes", "Swift", "Talyn", "TalynCore",
        "TalynMacros", "TalynMacros.FoundationTypes", "TalynStreams", "TalynStubs", "TalynTesting", "TalynTransfers",
        "TalynWebSocket",
    ]

    /// Whether the type is an optional.
    var isOptional: Bool {
        self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
            || nominalName == "Optional"
    }

    /// Whether the name refers to another type than the framework's, such as a `Data` in the declaration itself.
    ///
    /// - Parameter ownTypes: The names of the types that the declaration contains.
    func isForeign(to ownTypes: Set<String>) -> Bool {
        if let identifier = self.as(IdentifierTypeSyntax.self) { return ownTypes.contains(identifier.name.text) }
        guard let member = self.as(MemberTypeSyntax.self) else { return false }
        return !Self.modules.contains(member.baseType.trimmedDescription)
    }

    /// The type without `Optional`.
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
