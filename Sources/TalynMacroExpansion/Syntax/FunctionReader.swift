#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension DeclarationReader {
    /// Reads an endpoint from a function of a client; nil for a function without a method and a path.
    mutating func endpoint(
        of function: FunctionDeclSyntax,
        condition: String?,
        inherited: Settings
    ) -> EndpointDeclaration? {
        guard let route = route(in: function.attributes, of: function.name) else { return nil }
        checkShape(of: function, route)
        checkResultType(in: function.attributes)
        var endpoint = EndpointDeclaration(
            name: function.name.text,
            nameToken: function.name,
            condition: condition,
            values: []
        )
        endpoint.route = route
        if let access = function.modifiers.access, access != "internal" { endpoint.access = "\(access) " }
        let own = settings(in: function.attributes)
        endpoint.settings = inherited.overridden(by: own)
        endpoint.ownHeaders = own.headers
        // The `filter` of the list itself makes copies, which have no place in the source.
        let parameters = Array(function.signature.parameterClause.parameters).filter { $0.placeLabel == nil }
        endpoint.values = parameters.enumerated().map { index, parameter in
            value(of: parameter, index: index, isSnakeCase: endpoint.settings.coding.isSnakeCase)
        }
        readRoles(of: function.attributes, into: &endpoint)
        resolve(&endpoint, element: Syntax(function))
        if endpoint.values.contains(where: { $0.role == .destination }) {
            let result = CallResult(function.signature.returnClause?.type, ownTypes: ownTypes)
            if result.otherFailure(ownTypes: ownTypes) == nil { checkResult(result, ofDownload: function) }
            // The provider gets the destination, and not the target.
            endpoint.values.removeAll { $0.role == .destination }
        }
        checkConversation(of: endpoint, function)
        endpoint.values.removeAll { $0.role == .options || $0.isArgument }
        if endpoint.values.map(\.label).hasEqualLabels {
            for index in endpoint.values.indices where endpoint.values[index].label != nil {
                endpoint.values[index].label = endpoint.values[index].name.asLabel
            }
        }
        return endpoint
    }

    private mutating func value(of parameter: FunctionParameterSyntax, index: Int, isSnakeCase: Bool) -> EndpointValue {
        let label = parameter.firstName.text
        let name = parameter.nameInside
        var value = EndpointValue(
            label: label == "_" ? nil : label,
            name: name == "_" ? "value\(index)" : name,
            isNamed: name != "_",
            type: parameter.type,
            node: Syntax(parameter),
            // The generated calls pass all values, and 'Self' is another type in the target.
            defaultValue: parameter.defaultValue.flatMap { $0.mentionsSelf ? nil : $0 }
        )
        value.isForeign = value.type.unwrapped.isForeign(to: ownTypes)
        for attribute in parameter.attributes.all where EndpointValue.roles.contains(attribute.name) {
            guard value.role == nil else {
                diagnose(
                    "valueTwice",
                    "'\(value.name)' is used twice; send it in one place only",
                    at: attribute.node,
                    fixIts: [.remove(attribute.node)]
                )
                continue
            }
            value.roleNode = Syntax(attribute.node)
            value.role = role(attribute, of: value, isOnlyOne: true, isSnakeCase: isSnakeCase)
        }
        if parameter.ellipsis != nil || parameter.type.isUnsupportedInCase {
            diagnose(
                "unfitParameter",
                "a parameter of an endpoint can't be inout, variadic or of an opaque type",
                at: parameter.type
            )
        }
        if name == "_" {
            diagnose("namelessParameter", "this parameter needs a name; write one after '_'", at: parameter.firstName)
        }
        if parameter.type.mentionsSelf {
            diagnose(
                "selfInParameter",
                "'Self' is another type in the generated target; write the name of the type",
                at: parameter.type
            )
        }
        return value
    }

    private mutating func checkShape(of function: FunctionDeclSyntax, _ route: Route) {
        if let body = function.body {
            diagnose(
                "hasBody",
                "@Client generates the body of a function with a method and a path; remove this one",
                at: body,
                fixIts: [
                    .replace("remove the body", function, with: function.with(\.body, nil).with(\.trailingTrivia, []))
                ]
            )
        }
        if let clause = function.genericParameterClause {
            diagnose("isGeneric", "an endpoint can't be a generic function", at: clause)
        }
        if let modifier = function.modifiers.first(where: { ["static", "class", "mutating"].contains($0.name.text) }) {
            diagnose(
                "isStatic",
                "an endpoint uses the provider of the client, so it can't be \(modifier.name.text)",
                at: modifier
            )
        }
        let result = CallResult(function.signature.returnClause?.type, ownTypes: ownTypes)
        // The fix-it for pages also mends async and throws.
        if checkConversation(result, of: function, route), checkPages(result, of: function, route) {
            checkEffects(of: function, result)
        }
    }

    private mutating func checkEffects(of function: FunctionDeclSyntax, _ result: CallResult) {
        let effects = function.signature.effectSpecifiers
        let isAsync = effects?.asyncSpecifier != nil
        let isThrowing = effects?.throwsClause != nil
        if let type = function.signature.returnClause?.type, type.isOptional,
            ["String", "Data"].contains(type.unwrapped.nominalName), !type.unwrapped.isForeign(to: ownTypes)
        {
            diagnose(
                "textIsThere",
                "a response always has a body, which may be empty; return \(type.unwrapped.trimmedDescription)",
                at: type,
                fixIts: [.replace("remove '?'", type, with: type.unwrapped.with(\.trailingTrivia, type.trailingTrivia))]
            )
        }
        if let failure = result.otherFailure(ownTypes: ownTypes) {
            diagnose(
                "otherFailure",
                "a call fails with a TalynError; write it as the failure of the Result",
                at: failure,
                fixIts: [function.signature.failingWithTalynError]
            )
        } else if result.holdsFailure {
            if !isAsync || isThrowing {
                diagnose(
                    "notOnlyAsync",
                    "'\(function.name.text)' returns failures in its Result; declare it as async, without throws",
                    at: function.name
                )
            }
        } else if result.isSequence {
            if isAsync || isThrowing {
                diagnose(
                    "sequenceWaits",
                    "a function that returns a sequence doesn't wait; remove async and throws",
                    at: effects ?? .init(),
                    fixIts: [function.signature.withoutEffects]
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
            diagnose(
                "notAsync",
                "'\(function.name.text)' makes a call over the network; declare it as async throws",
                at: function.name,
                fixIts: [.replace("write 'async throws'", signature, with: mended)]
            )
        }
    }

    /// Diagnoses `@ResultType` in a client, whose functions declare their results.
    mutating func checkResultType(in attributes: AttributeListSyntax) {
        guard let attribute = attributes.first(named: "ResultType") else { return }
        diagnose(
            "resultTypeOfFunction",
            "@ResultType is for an enum with @API; a function declares its result itself",
            at: attribute.node,
            fixIts: [.remove(attribute.node)]
        )
    }
}

extension FunctionSignatureSyntax {
    /// Makes the function async, and `TalynError` the failure type of its result.
    fileprivate var failingWithTalynError: FixIt? {
        guard let returnClause, let value = returnClause.type.genericArguments.first else { return nil }
        let member = returnClause.type.as(MemberTypeSyntax.self)?.with(\.genericArgumentClause, nil)
        let type = TypeSyntax("\(raw: member?.trimmedDescription ?? "Result")<\(value.trimmed), TalynError>")
        let async = TokenSyntax.keyword(.async, leadingTrivia: .space, trailingTrivia: .space)
        let mended = with(\.parameterClause.trailingTrivia, [])
            .with(\.effectSpecifiers, FunctionEffectSpecifiersSyntax(asyncSpecifier: async))
            .with(
                \.returnClause,
                returnClause.with(\.type, type.with(\.trailingTrivia, returnClause.type.trailingTrivia))
            )
        return .replace("write 'async -> \(type)'", self, with: mended)
    }
}

extension FunctionParameterSyntax {
    /// The name inside the function, without backticks.
    var nameInside: String { (secondName ?? firstName).text.withoutBackticks }

    /// `fileID` or `line`, if the default value is the macro with that name.
    var placeLabel: String? {
        let macro = defaultValue?.value.as(MacroExpansionExprSyntax.self)?.macroName.text
        return ["fileID", "line"].first { $0 == macro }
    }
}

extension FunctionParameterListSyntax {
    /// The arguments for the call site.
    var place: String {
        let arguments = ["fileID", "line"].compactMap { label -> String? in
            guard let parameter = first(where: { $0.placeLabel == label }) else { return nil }
            return "\(label): \(parameter.nameInside.asIdentifier)"
        }
        return arguments.count == 2 ? arguments.joined(separator: ", ") : EndpointCall.unknownPlace
    }
}

extension TypeSyntax {
    fileprivate var isUnsupportedInCase: Bool {
        if tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .keyword(.some) }) { return true }
        return self.as(AttributedTypeSyntax.self)?.specifiers.isEmpty == false
    }
}
#endif
