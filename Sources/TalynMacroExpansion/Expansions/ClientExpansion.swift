#if Macros
import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The expansion of `@Client`, which gives a struct a target, a provider, and the bodies of its functions.
public protocol ClientExpansion: ExtensionMacro, MemberMacro, MemberAttributeMacro {}

extension ClientExpansion {
    public static var formatMode: FormatMode { .disabled }

    public static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        var reader = DeclarationReader()
        defer { reader.report(to: context) }
        guard let declaration = declaration.as(StructDeclSyntax.self) else {
            reader.diagnoseWrongKind(of: declaration, node, wanted: "struct")
            return []
        }
        let client = reader.client(node, declaration)
        let written = declaration.writtenMembers
        let own = declaration.access(in: context.lexicalContext)
        let access = own.limited(to: client.endpoints.map(\.access))
        if !written.contains("init") {
            reader.checkProperties(of: declaration)
            let isOfFile = declaration.isOfFile(in: context.lexicalContext)
            reader.checkAccess(isOfFile ? "fileprivate " : own, access, of: client)
        }
        let writer = ClientWriter(
            client: client,
            isBroken: reader.hasErrors,
            access: access,
            written: written,
            given: declaration.givenProperties,
            place: { context.place(of: $0) }
        )
        return writer.members.map { DeclSyntax("\(raw: $0)") }
    }

    public static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard declaration.is(StructDeclSyntax.self), let function = member.as(FunctionDeclSyntax.self),
            function.body == nil, function.hasRoute
        else { return [] }
        let isOverloaded = declaration.endpointNames.count { $0 == function.name.text } > 1
        let ownTypes = declaration.writtenTypes
        let ownCase = isOverloaded ? ", case: \"\(function.nameWithLabels(ownTypes: ownTypes))\"" : ""
        let isForeign = CallResult.isForeign(function.signature.returnClause?.type, to: ownTypes)
        let decodes = isForeign ? ", decodes: true" : ""
        let argument = Attribute(.attribute(node))?.unlabelled.first
        let hasURL = argument.map { !$0.is(NilLiteralExprSyntax.self) } ?? false
        let ofCall = [("destination", "DownloadDestination"), ("options", "RequestOptions")].compactMap { label, type in
            function.parameter(of: type, ownTypes: ownTypes).map { ", \(label): \"\($0.nameInside)\"" }
        }
        let arguments = "hasBaseURL: \(hasURL)\(ownCase)\(decodes)\(ofCall.joined())"
        return ["@_ClientCall(\(raw: arguments))"]
    }

    public static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        // Swift infers it for structs that aren't public.
        guard let declaration = declaration.as(StructDeclSyntax.self), declaration.genericParameterClause == nil,
            declaration.access(in: context.lexicalContext) == "public ",
            protocols.contains(where: { $0.nominalName == "Sendable" })
        else { return [] }
        let availability = declaration.availability(in: context.lexicalContext)
        return [try ExtensionDeclSyntax("\(raw: availability)extension \(type.trimmed): Swift.Sendable {}")]
    }
}

/// A client as declared.
struct Client {
    let settings: Settings
    /// The base URL as an expression; nil if each instance takes its own.
    let baseURL: String?
    var endpoints: [EndpointDeclaration]
}

extension DeclarationReader {
    fileprivate mutating func client(_ node: AttributeSyntax, _ declaration: StructDeclSyntax) -> Client {
        ownTypes = declaration.writtenTypes
        // The attributes become members of the target.
        nameOfSelf = declaration.name.text
        let settings = settings(in: declaration.attributes)
        checkResultType(in: declaration.attributes)
        checkSettings(of: declaration)
        let baseURL = baseURL(in: node)
        let names = declaration.endpointNames
        let endpoints = declaration.allMembers.compactMap { member -> EndpointDeclaration? in
            guard let function = member.declaration.as(FunctionDeclSyntax.self),
                var endpoint = endpoint(of: function, condition: member.condition, inherited: settings)
            else { return nil }
            if names.count(where: { $0 == endpoint.name }) > 1 {
                endpoint.name = function.nameWithLabels(ownTypes: ownTypes)
            }
            return endpoint
        }
        checkNames(of: endpoints)
        let properties: Set = baseURL == nil ? ["provider", "baseURL"] : ["provider"]
        for endpoint in endpoints { checkName(of: endpoint, among: properties) }
        for endpoint in endpoints where baseURL == nil {
            for value in endpoint.values where value.label == "baseURL" || value.name == "baseURL" {
                diagnose(
                    "baseURLTwice",
                    "the targets of this client already have a value 'baseURL'; rename this one",
                    at: value.node
                )
            }
        }
        return Client(settings: settings, baseURL: baseURL, endpoints: endpoints)
    }
}

extension DeclarationReader {
    /// Diagnoses properties without a value, which the generated initialiser couldn't set.
    fileprivate mutating func checkProperties(of declaration: StructDeclSyntax) {
        for variable in declaration.allMembers.compactMap({ $0.declaration.as(VariableDeclSyntax.self) }) {
            guard !variable.isStatic, variable.attributes.isEmpty else { continue }
            for binding in variable.bindings where !binding.isGiven {
                let name = binding.pattern.trimmedDescription
                let isOptional = binding.typeAnnotation?.type.isOptional == true
                if ["provider", "baseURL"].contains(name) || (isOptional && !variable.isConstant) { continue }
                diagnose(
                    "uninitialised",
                    "'\(name)' has no initial value; write an initialiser that sets it and 'provider'",
                    at: binding.pattern
                )
            }
        }
    }

    /// Warns if a function makes the generated members less public than the client.
    fileprivate mutating func checkAccess(_ own: String, _ access: String, of client: Client) {
        guard own.isMorePublic(than: access), let narrow = client.endpoints.first(where: { $0.access == access }) else {
            return
        }
        let words = [access, own].map { String($0.dropLast()) }
        diagnose(
            "narrowsClient",
            "".isMorePublic(than: access)
                ? "'\(narrow.name)' is \(words[0]), and so are the generated 'Target', 'provider' and 'init'; "
                    + "write an initialiser that others can call"
                : "'\(narrow.name)' isn't \(words[1]), so the generated 'Target', 'provider' and 'init' aren't either",
            at: narrow.nameToken,
            severity: .warning
        )
    }
}

extension DeclGroupSyntax {
    /// The properties that don't need an initialiser: with an initial value, or computed.
    fileprivate var givenProperties: Set<String> {
        let bindings = allMembers.compactMap { $0.declaration.as(VariableDeclSyntax.self) }.filter { !$0.isStatic }
            .flatMap(\.bindings)
        return Set(bindings.filter(\.isGiven).map { $0.pattern.trimmedDescription.withoutBackticks })
    }

    /// The names of the endpoints. A function in an `#if` counts only if one outside has the same name.
    fileprivate var endpointNames: [String] {
        let functions = allMembers.compactMap { member -> (name: String, isConditional: Bool)? in
            guard let function = member.declaration.as(FunctionDeclSyntax.self), function.hasRoute else { return nil }
            return (function.name.text, member.condition != nil)
        }
        let certain = functions.filter { !$0.isConditional }.map(\.name)
        return certain + functions.filter { $0.isConditional && certain.contains($0.name) }.map(\.name)
    }
}

extension PatternBindingSyntax {
    /// Whether the property has an initial value or is computed.
    fileprivate var isGiven: Bool {
        if initializer != nil { return true }
        switch accessorBlock?.accessors {
        case .getter: return true
        case .accessors(let accessors):
            return !accessors.contains { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
        default: return false
        }
    }
}

extension VariableDeclSyntax {
    fileprivate var isConstant: Bool { bindingSpecifier.text == "let" }
}

extension FunctionDeclSyntax {
    /// The name of the case for an overloaded function, since patterns can't tell overloaded cases apart:
    /// `userNamed` for `user(named:)`.
    fileprivate func nameWithLabels(ownTypes: Set<String>) -> String {
        let parameters = signature.parameterClause.parameters.filter {
            $0.placeLabel == nil && !$0.isOf("RequestOptions", ownTypes: ownTypes)
        }
        let labels = parameters.map(\.firstName.text.withoutBackticks).filter { $0 != "_" }
        let name = ([name.text.withoutBackticks] + labels.map { $0.prefix(1).uppercased() + $0.dropFirst() }).joined()
        return name.asIdentifier
    }

    /// The first parameter of a type of the framework.
    fileprivate func parameter(of type: String, ownTypes: Set<String>) -> FunctionParameterSyntax? {
        signature.parameterClause.parameters.first { $0.isOf(type, ownTypes: ownTypes) }
    }

    var hasRoute: Bool { attributes.all.contains(where: \.isRoute) }
}

extension FunctionParameterSyntax {
    /// Whether the parameter has a type of the framework.
    fileprivate func isOf(_ name: String, ownTypes: Set<String>) -> Bool {
        let type = type.unwrapped
        return type.nominalName == name && !type.isForeign(to: ownTypes)
    }
}

extension String {
    private static let accessLevels = ["private ", "fileprivate ", "", "package ", "public "]

    /// Whether an access modifier, with a space after it, makes a member visible in more places than another one.
    fileprivate func isMorePublic(than other: String) -> Bool {
        let levels = [self, other].map { Self.accessLevels.firstIndex(of: $0) ?? 0 }
        return levels[0] > levels[1]
    }

    /// The access of members that use the types of all functions: at most that of the least public function.
    fileprivate func limited(to others: [String]) -> String {
        others.reduce(self) { $0.isMorePublic(than: $1) ? $1 : $0 }
    }
}
#endif
