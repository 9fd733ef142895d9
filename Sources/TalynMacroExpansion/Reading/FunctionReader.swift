#if Macros
extension Problems {
    /// The endpoint that a function of a client declares; nil for a function that is none.
    mutating func endpoint(
        of function: FunctionDeclSyntax,
        condition: String?,
        inherited: Settings
    ) -> EndpointDeclaration? {
        guard let verb = verb(in: function.attributes, of: function.name) else { return nil }
        checkShape(of: function)
        checkResultType(in: function.attributes)
        var endpoint = EndpointDeclaration(
            name: function.name.text,
            nameToken: function.name,
            condition: condition,
            values: []
        )
        endpoint.verb = verb
        if let access = function.modifiers.access, access == "public" || access == "package" {
            endpoint.access = "\(access) "
        }
        let own = settings(in: function.attributes)
        endpoint.settings = inherited.overridden(by: own)
        endpoint.ownHeaders = own.headers
        let parameters = function.signature.parameterClause.parameters.filter { $0.placeLabel == nil }
        endpoint.values = parameters.enumerated().map { index, parameter in
            value(of: parameter, index: index, mapping: endpoint.settings.keyMapping)
        }
        readRoles(of: function.attributes, into: &endpoint)
        resolve(&endpoint, element: Syntax(function))
        return endpoint
    }

    private mutating func value(of parameter: FunctionParameterSyntax, index: Int, mapping: String?) -> EndpointValue {
        let label = parameter.firstName.text
        let name = (parameter.secondName ?? parameter.firstName).text.withoutBackticks
        var value = EndpointValue(
            label: label == "_" ? nil : label,
            name: name == "_" ? "value\(index)" : name,
            isNamed: name != "_",
            type: parameter.type.withoutEscaping,
            node: Syntax(parameter),
            // The calls of the client give all values, and 'Self' is another type in a target.
            defaultValue: parameter.defaultValue.flatMap { $0.mentionsSelf ? nil : $0 }
        )
        value.isForeign = value.type.unwrapped.isForeign(to: ownTypes)
        for attribute in parameter.attributes.all where EndpointValue.roles.contains(attribute.name) {
            guard value.role == nil else {
                note(
                    "valueTwice",
                    "'\(value.name)' is used twice; a value goes to one place",
                    at: attribute.node,
                    fixIts: [.remove(attribute.node)]
                )
                continue
            }
            value.roleNode = Syntax(attribute.node)
            value.role = role(attribute, of: value, isOnlyOne: true, mapping: mapping)
        }
        if parameter.ellipsis != nil || parameter.type.isUnfitForCase {
            note(
                "unfitParameter",
                "a function with a value that is inout, variadic or of an opaque type is no endpoint",
                at: parameter.type
            )
        }
        if name == "_" {
            note("namelessParameter", "a value needs a name: put one behind '_'", at: parameter.firstName)
        }
        if parameter.type.mentionsSelf {
            note(
                "selfInParameter",
                "a target has this value, too, and 'Self' is another type there: write the name of the type",
                at: parameter.type
            )
        }
        return value
    }

    private mutating func checkShape(of function: FunctionDeclSyntax) {
        if let body = function.body {
            note(
                "hasBody",
                "@Client writes the body of a function with a method and a path",
                at: body,
                fixIts: [
                    .replace("remove the body", function, with: function.with(\.body, nil).with(\.trailingTrivia, []))
                ]
            )
        }
        if let clause = function.genericParameterClause {
            note("isGeneric", "a generic function is no endpoint", at: clause)
        }
        if let modifier = function.modifiers.first(where: { ["static", "class", "mutating"].contains($0.name.text) }) {
            note(
                "isStatic",
                "an endpoint is called with the client's provider: it can't be \(modifier.name.text)",
                at: modifier
            )
        }
        let effects = function.signature.effectSpecifiers
        let isAsync = effects?.asyncSpecifier != nil
        let isThrowing = effects?.throwsClause != nil
        let result = CallResult(function.signature.returnClause?.type, ownTypes: ownTypes)
        if let type = function.signature.returnClause?.type, type.isOptional,
            ["String", "Data"].contains(type.unwrapped.nominalName)
        {
            note(
                "textIsThere",
                "the body of a response is never missing, if it may be empty: write \(type.unwrapped.trimmedDescription)",
                at: type,
                fixIts: [.replace("remove '?'", type, with: type.unwrapped.with(\.trailingTrivia, type.trailingTrivia))]
            )
        }
        if result.holdsFailure {
            if !isAsync || isThrowing {
                note(
                    "notOnlyAsync",
                    "a call takes time, and its Result has the failure: '\(function.name.text)' is async without throws",
                    at: function.name
                )
            }
        } else if result.isSequence {
            if isAsync || isThrowing {
                note(
                    "sequenceWaits",
                    "a sequence is returned at once, without async and throws",
                    at: effects ?? .init()
                )
            }
        } else if !isAsync || !isThrowing {
            let signature = function.signature
            let isLast = signature.returnClause == nil && function.genericWhereClause == nil && function.body == nil
            let throwsClause = effects?.throwsClause ?? ThrowsClauseSyntax(throwsSpecifier: .keyword(.throws))
            let mended = signature.with(
                \.effectSpecifiers,
                FunctionEffectSpecifiersSyntax(
                    asyncSpecifier: .keyword(.async, leadingTrivia: .space, trailingTrivia: .space),
                    throwsClause: throwsClause.with(\.leadingTrivia, []).with(\.trailingTrivia, isLast ? [] : .space)
                )
            ).with(\.parameterClause.trailingTrivia, [])
            note(
                "notAsync",
                "a call takes time and may fail: '\(function.name.text)' is async throws",
                at: function.name,
                fixIts: [.replace("write 'async throws'", signature, with: mended)]
            )
        }
    }

    /// Notes that nothing reads what a client says of results: they are what its functions return.
    mutating func checkResultType(in attributes: AttributeListSyntax) {
        guard let attribute = attributes.first(named: "ResultType") else { return }
        note(
            "resultTypeOfFunction",
            "a function says itself what it returns: @ResultType is for an enum with @API",
            at: attribute.node,
            fixIts: [.remove(attribute.node)]
        )
    }
}

extension FunctionParameterSyntax {
    /// What the parameter says of the place of a call, `fileID` or `line`: its default is the macro of that name.
    var placeLabel: String? {
        let macro = defaultValue?.value.as(MacroExpansionExprSyntax.self)?.macroName.text
        return ["fileID", "line"].first { $0 == macro }
    }
}

extension FunctionParameterListSyntax {
    /// The arguments that say where a call is written.
    var place: String {
        let arguments = ["fileID", "line"].compactMap { label -> String? in
            guard let parameter = first(where: { $0.placeLabel == label }) else { return nil }
            return "\(label): \((parameter.secondName ?? parameter.firstName).text.withoutBackticks.asIdentifier)"
        }
        return arguments.count == 2 ? arguments.joined(separator: ", ") : CallResult.unknownPlace
    }
}

extension SyntaxProtocol {
    fileprivate var mentionsSelf: Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.Self) }
    }
}

extension TypeSyntax {
    /// The type as that of an associated value, where a closure escapes anyway.
    fileprivate var withoutEscaping: TypeSyntax {
        guard var attributed = self.as(AttributedTypeSyntax.self) else { return self }
        attributed.attributes = attributed.attributes.filter { $0.as(AttributeSyntax.self)?.name != "escaping" }
        return attributed.attributes.isEmpty && attributed.specifiers.isEmpty
            ? attributed.baseType : TypeSyntax(attributed)
    }

    fileprivate var isUnfitForCase: Bool {
        if tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .keyword(.some) }) { return true }
        return self.as(AttributedTypeSyntax.self)?.specifiers.isEmpty == false
    }
}
#endif
