#if Macros
extension Problems {
    /// Decides where each value of an endpoint goes, and notes those that have no place or more than one.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, whose values know what attributes say of them.
    ///   - element: What declares it.
    ///   - written: The members that are written by hand: what they are for isn't looked into.
    mutating func resolve(_ endpoint: inout EndpointDeclaration, element: Syntax, written: Set<String> = []) {
        guard let verb = endpoint.verb else { return }
        if written.contains("path") {
            // The path by hand has them: they are not to go elsewhere as well.
            for placeholder in verb.path.placeholders {
                guard let index = endpoint.indexOfValue(for: placeholder.name) else { continue }
                if endpoint.values[index].role == nil { endpoint.values[index].role = .path(placeholder.name) }
            }
        } else {
            fillPath(verb, of: &endpoint, element: element)
        }
        if !written.contains("task") {
            for index in endpoint.values.indices where endpoint.values[index].role == nil {
                placeLeftover(&endpoint.values[index], of: endpoint, verb)
            }
            checkBody(verb, of: endpoint)
            checkLoneField(verb, of: endpoint)
            checkEncoders(of: endpoint)
            for value in endpoint.values { checkDates(in: value, verb, of: endpoint) }
        }
        checkNames(of: endpoint)
        for value in endpoint.values where !value.isWritten(by: written) { checkType(of: value) }
    }

    private mutating func fillPath(_ verb: Verb, of endpoint: inout EndpointDeclaration, element: Syntax) {
        noteColons(verb, of: endpoint)
        var filled: [String: Int] = [:]
        for placeholder in verb.path.placeholders {
            let name = placeholder.name
            guard filled[name] == nil else {
                note(
                    "placeholderTwice",
                    "'\(name)' is used twice; a value has one place in a path",
                    at: verb.path.literal,
                    position: placeholder.position
                )
                continue
            }
            if placeholder.isInQuery {
                note(
                    "placeholderInQuery",
                    "a placeholder stands for a part of the path: leave '\(name)' out here, and the query gets it by "
                        + (verb.putsValuesIntoQuery ? "itself" : "@Query"),
                    at: verb.path.literal,
                    position: placeholder.position
                )
                filled[name] = endpoint.indexOfValue(for: name) ?? -1
                continue
            }
            guard let index = endpoint.indexOfValue(for: name) else {
                note(
                    "placeholderWithoutValue",
                    "no value is called '\(name)'",
                    at: verb.path.literal,
                    position: placeholder.position,
                    fixIts: endpoint.remedies(for: name, verb, element)
                )
                continue
            }
            filled[name] = index
            let value = endpoint.values[index]
            if let role = value.role, role != .path(name) {
                note(
                    "valueTwice",
                    "'\(name)' is used twice: it is in the path already",
                    at: value.place,
                    fixIts: [value.roleAttribute.flatMap { .remove($0) }]
                )
            }
            endpoint.values[index].role = .path(name)
            if value.isOptional { noteOptional(value) }
        }
        notePlaceless(verb, of: endpoint, filled: filled)
    }

    /// Notes values that were told to be in the path, and aren't.
    private mutating func notePlaceless(_ verb: Verb, of endpoint: EndpointDeclaration, filled: [String: Int]) {
        for (index, value) in endpoint.values.enumerated() {
            guard case .path(let name) = value.role, filled[name] != index else { continue }
            if let other = filled[name] {
                let other = other < 0 ? name : endpoint.values[other].name
                note("placeholderTaken", "'{\(name)}' stands for '\(other)' already", at: value.place)
                continue
            }
            let place = verb.path.literal
            let isPlain = !place.isMultiline && !verb.path.text.contains("?")
            let addition = verb.path.text.hasSuffix("/") ? "{\(name)}" : "/{\(name)}"
            note(
                "noPlaceholder",
                "the path has no placeholder '{\(name)}'",
                at: value.place,
                fixIts: isPlain ? [.replace("insert '\(addition)'", place, with: place.appending(addition))] : []
            )
        }
    }

    /// Notes `/:name`, which is a placeholder elsewhere: the path would have it as it is, and the value be in the query.
    private mutating func noteColons(_ verb: Verb, of endpoint: EndpointDeclaration) {
        for value in endpoint.values where value.isNamed && !verb.path.hasPlaceholder(value.name) {
            let path = verb.path.text
            guard
                let range = path.ranges(of: "/:\(value.name)").first(where: { range in
                    range.upperBound == path.endIndex || ["/", "?", "."].contains(path[range.upperBound])
                })
            else { continue }
            let literal = verb.path.literal
            let offset = path.utf8.distance(from: path.startIndex, to: range.lowerBound) + 1
            let mended = literal.replacing("/:\(value.name)", with: "/{\(value.name)}")
            note(
                "placeholderWithColon",
                "a placeholder is a name in braces: {\(value.name)}",
                at: literal,
                position: literal.position(ofByte: offset),
                fixIts: mended.map { [.replace("write '{\(value.name)}'", literal, with: $0)] } ?? []
            )
        }
    }

    private mutating func noteOptional(_ value: EndpointValue) {
        let mark = value.type.as(OptionalTypeSyntax.self)?.questionMark
        let type = value.type.unwrapped.trimmed
        note(
            "optionalInPath",
            "a value in a path can't be left out: '\(value.name)' can't be optional",
            at: mark.map { Syntax($0) } ?? Syntax(value.type),
            fixIts: [value.node.remedy(type: type).map { .replace("write '\(type)'", value.node, with: $0) }]
        )
    }

    /// Puts a value that nobody said anything of where the method's values go.
    private mutating func placeLeftover(_ value: inout EndpointValue, of endpoint: EndpointDeclaration, _ verb: Verb) {
        let name = value.name.mapped(by: endpoint.settings.keyMapping)
        if value.typeName == "DownloadDestination" {
            value.role = .destination
        } else if !value.isNamed {
            noteUnlabelled(value, of: endpoint)
        } else if endpoint.isMultipart, !verb.putsValuesIntoQuery {
            value.role = .part(name: name, fileName: nil, mimeType: nil)
        } else if value.looksLikeBody {
            value.role = .body
        } else {
            value.role = verb.putsValuesIntoQuery ? .query(name: name) : .field(name: name)
        }
    }

    private mutating func noteUnlabelled(_ value: EndpointValue, of endpoint: EndpointDeclaration) {
        var fixIts: [FixIt] = []
        if let parameter = value.node.as(EnumCaseParameterSyntax.self) {
            let isFree = !endpoint.values.contains { $0.name == "value" || (!$0.isNamed && $0.name != value.name) }
            var changed = parameter
            changed.firstName = .identifier(isFree ? "value" : value.name, leadingTrivia: parameter.leadingTrivia)
            changed.colon = .colonToken(trailingTrivia: .space)
            changed.type.leadingTrivia = []
            fixIts = [.replace("insert a label", parameter, with: changed)]
        }
        note(
            "unlabelledValue",
            "a value without a label has to have a placeholder in the path, and there is none left for this one",
            at: value.node,
            fixIts: fixIts
        )
    }
}

extension EndpointDeclaration {
    /// The value that fills a placeholder: the one that was told to, the one of that name, or the next one without a name.
    fileprivate func indexOfValue(for placeholder: String) -> Int? {
        values.firstIndex { $0.role == .path(placeholder) }
            ?? values.firstIndex { $0.isCalled(placeholder) }
            ?? values.firstIndex { !$0.isNamed && $0.role == nil && $0.typeName != "DownloadDestination" }
    }

    /// What gives a placeholder a value.
    fileprivate func remedies(for placeholder: String, _ verb: Verb, _ element: Syntax) -> [FixIt] {
        var remedies: [FixIt] = []
        let free = values.filter { $0.isNamed && $0.role == nil && !verb.path.hasPlaceholder($0.name) }
        let literal = verb.path.literal
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
    /// A value with another type, and without a default that this one can't have.
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
    /// The literal with some text behind its own.
    fileprivate func appending(_ text: String) -> StringLiteralExprSyntax {
        guard let index = segments.indices.last, case .stringSegment(let last) = segments[index] else { return self }
        return replacing(segment: index, with: last.content.text + text)
    }
}

extension EndpointValue {
    /// Whether somebody writes by hand what becomes of the value.
    fileprivate func isWritten(by written: Set<String>) -> Bool {
        switch role {
        case .path: written.contains("path")
        case .header: written.contains("headers")
        default: false
        }
    }
}
#endif
