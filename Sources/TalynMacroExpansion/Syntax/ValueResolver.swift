#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension DeclarationReader {
    /// Assigns a role to each value of an endpoint, and diagnoses values without a role or with more than one.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint. Its values have the roles from attributes already.
    ///   - element: The declaration of the endpoint.
    ///   - written: The members written by hand. The values that they use aren't checked.
    mutating func resolve(_ endpoint: inout EndpointDeclaration, element: Syntax, written: Set<String> = []) {
        guard let route = endpoint.route else { return }
        if written.contains("path") {
            // The path written by hand uses these values, so they don't go into the query or the body.
            for placeholder in route.path.placeholders {
                guard let index = endpoint.indexOfValue(for: placeholder.name) else { continue }
                if endpoint.values[index].role == nil { endpoint.values[index].role = .path(placeholder.name) }
            }
        } else {
            assignPathRoles(route, of: &endpoint, element: element)
        }
        for index in endpoint.values.indices where endpoint.values[index].role == nil {
            assignDefaultRole(&endpoint.values[index], of: endpoint, route, written: written)
        }
        let isCase = element.is(EnumCaseElementSyntax.self)
        checkDestinations(of: endpoint, isCase: isCase)
        checkOptions(of: endpoint, isCase: isCase, written: written)
        if !written.contains("body") {
            checkBody(route, of: endpoint)
            checkLoneField(route, of: endpoint)
        }
        checkNames(of: endpoint)
        for value in endpoint.values where !value.isWritten(by: written) { checkType(of: value) }
    }

    private mutating func assignPathRoles(_ route: Route, of endpoint: inout EndpointDeclaration, element: Syntax) {
        checkColons(route, of: endpoint)
        var filled: [String: Int] = [:]
        for placeholder in route.path.placeholders {
            let name = placeholder.name
            guard filled[name] == nil else {
                diagnose(
                    "placeholderTwice",
                    "'\(name)' is used twice; use each value once in a path",
                    at: route.path.literal,
                    position: placeholder.position
                )
                continue
            }
            if placeholder.isInQuery {
                diagnose(
                    "placeholderInQuery",
                    "a placeholder must be in the path; remove '\(name)' here, and "
                        + (route.putsValuesIntoQuery
                            ? "it is sent in the query" : "use @Query to send it in the query"),
                    at: route.path.literal,
                    position: placeholder.position
                )
                filled[name] = endpoint.indexOfValue(for: name) ?? -1
                continue
            }
            guard let index = endpoint.indexOfValue(for: name) else {
                diagnose(
                    "placeholderWithoutValue",
                    "there is no value with the name '\(name)'",
                    at: route.path.literal,
                    position: placeholder.position,
                    fixIts: endpoint.remedies(for: name, route, element)
                )
                continue
            }
            filled[name] = index
            let value = endpoint.values[index]
            if let role = value.role, role != .path(name) {
                diagnose(
                    "valueTwice",
                    "'\(name)' is used twice; it is already in the path",
                    at: value.place,
                    fixIts: [value.roleAttribute.flatMap { .remove($0) }]
                )
            }
            endpoint.values[index].role = .path(name)
            if value.isOptional { diagnoseOptional(value) }
        }
        checkPathRoles(route, of: endpoint, filled: filled)
    }

    /// Diagnoses values with `@Path` and without a placeholder.
    private mutating func checkPathRoles(_ route: Route, of endpoint: EndpointDeclaration, filled: [String: Int]) {
        for (index, value) in endpoint.values.enumerated() {
            guard case .path(let name) = value.role, filled[name] != index else { continue }
            if let other = filled[name] {
                let other = other < 0 ? name : endpoint.values[other].name
                diagnose("placeholderTaken", "'{\(name)}' is already the placeholder of '\(other)'", at: value.place)
                continue
            }
            let place = route.path.literal
            let isPlain = !place.isMultiline && !route.path.text.contains("?")
            let addition = route.path.text.hasSuffix("/") ? "{\(name)}" : "/{\(name)}"
            diagnose(
                "noPlaceholder",
                "the path has no placeholder '{\(name)}'",
                at: value.place,
                fixIts: isPlain ? [.replace("insert '\(addition)'", place, with: place.appending(addition))] : []
            )
        }
    }

    /// Diagnoses `/:name`, the placeholder of other libraries. It would be sent as is, with the value in the query.
    private mutating func checkColons(_ route: Route, of endpoint: EndpointDeclaration) {
        for value in endpoint.values where value.isNamed && !route.path.hasPlaceholder(value.name) {
            let path = route.path.text
            guard
                let range = path.ranges(of: "/:\(value.name)").first(where: { range in
                    range.upperBound == path.endIndex || ["/", "?", "."].contains(path[range.upperBound])
                })
            else { continue }
            let literal = route.path.literal
            let offset = path.utf8.distance(from: path.startIndex, to: range.lowerBound) + 1
            let mended = literal.replacing("/:\(value.name)", with: "/{\(value.name)}")
            diagnose(
                "placeholderWithColon",
                "write a placeholder as a name in braces: {\(value.name)}",
                at: literal,
                position: literal.position(ofByte: offset),
                fixIts: mended.map { [.replace("write '{\(value.name)}'", literal, with: $0)] } ?? []
            )
        }
    }

    private mutating func diagnoseOptional(_ value: EndpointValue) {
        let mark = value.type.as(OptionalTypeSyntax.self)?.questionMark
        let type = value.type.unwrapped.trimmed
        diagnose(
            "optionalInPath",
            "a value in a path is required, so '\(value.name)' can't be optional",
            at: mark.map { Syntax($0) } ?? Syntax(value.type),
            fixIts: [value.node.remedy(type: type).map { .replace("write '\(type)'", value.node, with: $0) }]
        )
    }

    /// Assigns the default role of the method to a value without one.
    private mutating func assignDefaultRole(
        _ value: inout EndpointValue,
        of endpoint: EndpointDeclaration,
        _ route: Route,
        written: Set<String>
    ) {
        let name = endpoint.settings.coding.isSnakeCase ? value.name.inSnakeCase : value.name
        if value.typeName == "DownloadDestination" {
            value.role = .destination
        } else if value.typeName == "RequestOptions" {
            value.role = .options
        } else if route.isWebSocket, !value.isForeign, let label = value.type.labelInConversation {
            value.role = .argument(label)
        } else if !value.isNamed {
            // A query or a body written by hand uses it.
            if written.contains(route.putsValuesIntoQuery ? "query" : "body") { return }
            diagnoseUnlabelled(value, of: endpoint)
        } else if endpoint.isMultipart, !route.putsValuesIntoQuery {
            value.role = .part(name: name, fileName: nil, contentType: nil)
        } else if value.looksLikeBody {
            value.role = .body
        } else {
            value.role = route.putsValuesIntoQuery ? .query(name: name) : .field(name: name)
        }
    }

    private mutating func diagnoseUnlabelled(_ value: EndpointValue, of endpoint: EndpointDeclaration) {
        var fixIts: [FixIt] = []
        if let parameter = value.node.as(EnumCaseParameterSyntax.self) {
            let isFree = !endpoint.values.contains { $0.name == "value" || (!$0.isNamed && $0.name != value.name) }
            var changed = parameter
            changed.firstName = .identifier(isFree ? "value" : value.name, leadingTrivia: parameter.leadingTrivia)
            changed.colon = .colonToken(trailingTrivia: .space)
            changed.type.leadingTrivia = []
            fixIts = [.replace("insert a label", parameter, with: changed)]
        }
        diagnose(
            "unlabelledValue",
            "a value without a label needs a placeholder in the path, but no placeholder is left for it",
            at: value.node,
            fixIts: fixIts
        )
    }
}

extension EndpointDeclaration {
    /// The value of a placeholder: the one with `@Path`, the one with its name, or the next one without a name.
    fileprivate func indexOfValue(for placeholder: String) -> Int? {
        values.firstIndex { $0.role == .path(placeholder) }
            ?? values.firstIndex { $0.isCalled(placeholder) }
            ?? values.firstIndex { !$0.isNamed && $0.role == nil && !$0.isOfCall }
    }

    /// The fix-its for a placeholder without a value.
    fileprivate func remedies(for placeholder: String, _ route: Route, _ element: Syntax) -> [FixIt] {
        var remedies: [FixIt] = []
        let free = values.filter { $0.isNamed && $0.role == nil && !route.path.hasPlaceholder($0.name) }
        let literal = route.path.literal
        if let only = free.first, free.count == 1,
            let mended = literal.replacing("{\(placeholder)}", with: "{\(only.name)}")
        {
            remedies.append(.replace("write '{\(only.name)}'", literal, with: mended))
        }
        guard placeholder.first?.isNumber == false else { return remedies }
        let label = placeholder.asIdentifier
        if let element = element.as(EnumCaseElementSyntax.self) {
            remedies.append(.replace("add '\(label): String'", element, with: element.adding(label)))
        } else if let function = element.as(FunctionDeclSyntax.self) {
            let clause = function.signature.parameterClause
            remedies.append(.replace("add '\(label): String'", clause, with: clause.adding(label)))
        }
        return remedies
    }
}

extension Syntax {
    /// The value with another, non-optional type, and without a default of nil.
    fileprivate func remedy(type: TypeSyntax) -> Syntax? {
        func kept(_ initial: InitializerClauseSyntax?) -> InitializerClauseSyntax? {
            initial?.value.is(NilLiteralExprSyntax.self) == true ? nil : initial
        }
        if var parameter = self.as(EnumCaseParameterSyntax.self) {
            let spaces = parameter.type.trailingTrivia
            parameter.defaultValue = kept(parameter.defaultValue)
            parameter.type = type.with(\.leadingTrivia, parameter.type.leadingTrivia)
            if parameter.defaultValue != nil { parameter.type.trailingTrivia = spaces }
            return Syntax(parameter)
        }
        if var parameter = self.as(FunctionParameterSyntax.self) {
            let spaces = parameter.type.trailingTrivia
            parameter.defaultValue = kept(parameter.defaultValue)
            parameter.type = type.with(\.leadingTrivia, parameter.type.leadingTrivia)
            if parameter.defaultValue != nil { parameter.type.trailingTrivia = spaces }
            return Syntax(parameter)
        }
        return nil
    }
}

extension EnumCaseElementSyntax {
    fileprivate func adding(_ label: String) -> EnumCaseElementSyntax {
        var clause = parameterClause ?? EnumCaseParameterClauseSyntax(parameters: [])
        if let last = clause.parameters.indices.last {
            clause.parameters[last].trailingComma = .commaToken(trailingTrivia: .space)
        }
        clause.parameters.append(
            EnumCaseParameterSyntax(
                firstName: .identifier(label),
                colon: .colonToken(trailingTrivia: .space),
                type: IdentifierTypeSyntax(name: .identifier("String"))
            )
        )
        return with(\.parameterClause, clause).with(\.name.trailingTrivia, [])
    }
}

extension FunctionParameterClauseSyntax {
    fileprivate func adding(_ label: String) -> FunctionParameterClauseSyntax {
        var clause = self
        if let last = clause.parameters.indices.last {
            clause.parameters[last].trailingComma = .commaToken(trailingTrivia: .space)
        }
        clause.parameters.append(
            FunctionParameterSyntax(
                firstName: .identifier(label),
                colon: .colonToken(trailingTrivia: .space),
                type: IdentifierTypeSyntax(name: .identifier("String"))
            )
        )
        return clause
    }
}

extension StringLiteralExprSyntax {
    /// The literal with a suffix.
    fileprivate func appending(_ text: String) -> StringLiteralExprSyntax {
        guard let index = segments.indices.last, case .stringSegment(let last) = segments[index] else { return self }
        return replacing(segment: index, with: last.content.text + text)
    }
}

extension EndpointValue {
    /// Whether the type is one for the call, whose values aren't sent.
    fileprivate var isOfCall: Bool { ["DownloadDestination", "RequestOptions"].contains(typeName) }

    /// Whether the member that uses the value is written by hand.
    fileprivate func isWritten(by written: Set<String>) -> Bool {
        switch role {
        case .path: written.contains("path")
        case .header: written.contains("headerFields")
        case .query: written.contains("query")
        case .field, .part, .body: written.contains("body")
        default: false
        }
    }
}
#endif
