#if Macros
extension Problems {
    /// Decides where each value of an endpoint goes, and notes those that have no place or more than one.
    mutating func resolve(_ endpoint: inout EndpointDeclaration, element: Syntax) {
        if let verb = endpoint.verb {
            fillPath(verb, of: &endpoint, element: element)
            for index in endpoint.values.indices where endpoint.values[index].role == nil {
                placeLeftover(&endpoint.values[index], of: endpoint, verb)
            }
            checkBody(verb, of: endpoint)
        }
    }

    private mutating func fillPath(_ verb: Verb, of endpoint: inout EndpointDeclaration, element: Syntax) {
        var filled: Set<String> = []
        for name in verb.path.placeholders {
            guard filled.insert(name).inserted else {
                note(
                    "placeholderTwice",
                    "'\(name)' is used twice; a value has one place in a path",
                    at: verb.path.literal,
                    position: verb.path.position(of: name, last: true)
                )
                continue
            }
            guard let index = endpoint.indexOfValue(for: name) else {
                note(
                    "placeholderWithoutValue",
                    "no value is called '\(name)'",
                    at: verb.path.literal,
                    position: verb.path.position(of: name),
                    fixIts: endpoint.remedies(for: name, verb, element)
                )
                continue
            }
            let value = endpoint.values[index]
            if let role = value.role, role != .path(name) {
                note(
                    "valueTwice",
                    "'\(name)' is used twice: it is in the path already",
                    at: value.roleNode ?? value.node
                )
            }
            endpoint.values[index].role = .path(name)
            if value.isOptional { noteOptional(value, in: verb, name) }
        }
        for value in endpoint.values {
            guard case .path(let name) = value.role, !filled.contains(name) else { continue }
            let place = verb.path.literal
            note(
                "noPlaceholder",
                "the path has no placeholder '{\(name)}'",
                at: value.roleNode ?? value.node,
                fixIts: [.replace("insert '/{\(name)}'", place, with: place.appending("/{\(name)}"))]
            )
        }
    }

    private mutating func noteOptional(_ value: EndpointValue, in verb: Verb, _ name: String) {
        let mark = value.type.as(OptionalTypeSyntax.self)?.questionMark
        note(
            "optionalInPath",
            "a value in a path can't be left out: '\(value.name)' can't be optional",
            at: mark.map { Syntax($0) } ?? Syntax(value.type),
            fixIts: [.replace("remove '?'", value.type, with: value.type.unwrapped)]
        )
    }

    /// Puts a value that nobody said anything of where the method's values go.
    private mutating func placeLeftover(_ value: inout EndpointValue, of endpoint: EndpointDeclaration, _ verb: Verb) {
        let name = value.name.mapped(by: endpoint.settings.keyMapping)
        if value.typeName == "DownloadDestination" {
            value.role = .destination
        } else if !value.isNamed {
            noteUnlabelled(value, verb)
        } else if endpoint.isMultipart, !verb.putsValuesIntoQuery {
            value.role = .part(name: name, fileName: nil, mimeType: nil)
        } else if value.looksLikeBody {
            value.role = .body
        } else {
            value.role = verb.putsValuesIntoQuery ? .query(name: name) : .field(name: name)
        }
    }

    private mutating func noteUnlabelled(_ value: EndpointValue, _ verb: Verb) {
        var fixIts: [FixIt] = []
        if let parameter = value.node.as(EnumCaseParameterSyntax.self) {
            var changed = parameter
            changed.firstName = .identifier("value", leadingTrivia: parameter.leadingTrivia)
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
        let free = values.filter { $0.isNamed && $0.role == nil && !verb.path.placeholders.contains($0.name) }
        if let only = free.first, free.count == 1 {
            let literal = verb.path.literal
            remedies.append(
                .replace("write '{\(only.name)}'", literal, with: literal.replacing("{\(placeholder)}", "{\(only.name)}"))
            )
        }
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
        guard let index = segments.indices.last, case .stringSegment(var last) = segments[index] else { return self }
        last.content = .stringSegment(last.content.text + text)
        return with(\.segments[index], .stringSegment(last))
    }

    /// The literal with a text in the place of another.
    fileprivate func replacing(_ old: String, _ new: String) -> StringLiteralExprSyntax {
        var segments = segments
        for index in segments.indices {
            guard case .stringSegment(var segment) = segments[index], segment.content.text.contains(old) else { continue }
            segment.content = .stringSegment(segment.content.text.replacing(old, with: new, maxReplacements: 1))
            segments[index] = .stringSegment(segment)
            break
        }
        return with(\.segments, segments)
    }
}
#endif
