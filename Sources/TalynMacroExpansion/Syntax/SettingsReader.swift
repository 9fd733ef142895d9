#if Macros
import SwiftSyntax

extension DeclarationReader {
    /// Attributes that a declaration can have once. A second one would silently replace the first.
    private static let single: Set<String> = [
        "Authorization", "Coding", "Envelope", "FailureBodyType", "Paged", "ResultType", "Sample", "Validation",
    ]

    /// Reads the settings from the attributes of a type or of an endpoint.
    mutating func settings(in attributes: AttributeListSyntax) -> Settings {
        var settings = Settings()
        var seen: Set<String> = []
        checkConditions(in: attributes)
        for attribute in attributes.all {
            if Self.single.contains(attribute.name), !seen.insert(attribute.name).inserted {
                diagnose(
                    "attributeTwice",
                    "@\(attribute.name) appears twice; remove one of them",
                    at: attribute.node,
                    fixIts: [.remove(attribute.node)]
                )
                continue
            }
            switch attribute.name {
            case "JSON", "Form", "Multipart": take(attribute, into: &settings)
            case "Headers": take(headers: attribute, into: &settings)
            case "Options": take(options: attribute, into: &settings)
            case "Coding": settings.coding = coding(attribute)
            case "Envelope": settings.envelope = code(of: attribute)
            case "Validation": settings.validation = code(of: attribute)
            case "Authorization": settings.authorization = code(of: attribute)
            case "ResultType": settings.resultType = resultType(attribute)
            case "FailureBodyType": settings.failureBodyType = code(of: attribute)
            case "Paged": settings.pagination = Pagination(attribute)
            case "Sample": settings.sample = sample(attribute)
            default: break
            }
        }
        return settings
    }

    /// Diagnoses attributes in an `#if`: a macro can't know its condition's value.
    private mutating func checkConditions(in attributes: AttributeListSyntax) {
        for case .ifConfigDecl(let block) in attributes {
            let names = block.clauses.flatMap { clause -> [String] in
                if case .attributes(let list) = clause.elements { list.all.map(\.name) } else { [] }
            }
            guard let name = names.first(where: Attribute.names.contains) else { continue }
            diagnose(
                "attributeInCondition",
                "@\(name) can't be in an '#if' of its own; put the whole declaration into the '#if'",
                at: block
            )
        }
    }

    private mutating func take(_ attribute: Attribute, into settings: inout Settings) {
        if settings.bodyKind != nil {
            diagnose(
                "twoBodies",
                "a body has one format: JSON, form or multipart",
                at: attribute.node,
                fixIts: [.remove(attribute.node)]
            )
        }
        settings.bodyKind = ["JSON": .json, "Form": .form, "Multipart": .multipart][attribute.name]
        settings.bodyAttribute = attribute.node
    }

    private mutating func take(headers attribute: Attribute, into settings: inout Settings) {
        guard let argument = attribute.unlabelled.first else { return }
        guard let dictionary = argument.as(DictionaryExprSyntax.self) else {
            diagnose("headersAreNoLiteral", "the header fields must be a dictionary literal", at: argument)
            return
        }
        guard case .elements(let elements) = dictionary.content else { return }
        for element in elements {
            guard let name = fieldName(element.key) else { continue }
            if settings.headers.contains(where: { $0.isNamed(name) }) {
                diagnose("fieldTwice", "the header field '\(name)' appears twice", at: element.key)
            }
            checkFieldValue(element.value)
            settings.headers.append(Settings.HeaderField(name: name, value: code(of: element.value)))
        }
    }

    private mutating func take(options attribute: Attribute, into settings: inout Settings) {
        for argument in attribute.arguments {
            guard let name = argument.label?.text else { continue }
            if settings.options.contains(where: { $0.name == name }) {
                diagnose("optionTwice", "the option '\(name)' appears twice", at: argument)
            }
            settings.options.append(Settings.Option(name: name, value: code(of: argument.expression)))
        }
    }

    private mutating func coding(_ attribute: Attribute) -> Settings.Coding {
        var coding = Settings.Coding()
        for argument in attribute.arguments {
            let value = argument.expression
            if value.is(NilLiteralExprSyntax.self) { continue }
            guard let name = argument.label?.text else {
                coding.base = code(of: value)
                continue
            }
            if name == "keys" { checkKeys(value) }
            coding.formats.append(Settings.Option(name: name, value: code(of: value)))
        }
        if attribute.argument("keys") == nil, let base = attribute.unlabelled.first, let keys = base.assignedKeys {
            diagnose(
                "keysInExpression",
                "the macro can't apply keys in an expression to the names of values; write them after it, as 'keys:'",
                at: keys
            )
        }
        if coding.base == nil, coding.formats.isEmpty {
            diagnose(
                "noFormat",
                "@Coding needs a format, such as keys: .snakeCase, or options",
                at: attribute.node,
                fixIts: [.remove(attribute.node)]
            )
        }
        return coding
    }

    private mutating func checkKeys(_ value: ExprSyntax) {
        if [".snakeCase", ".unchanged"].contains(value.trimmedDescription) { return }
        diagnose("keysAreNoLiteral", "the format of keys must be written here as .snakeCase or .unchanged", at: value)
    }

    /// The type in the only argument: `User` for `User.self`.
    private mutating func resultType(_ attribute: Attribute) -> String? {
        attribute.unlabelled.first.flatMap { type($0) }
    }

    /// The type in an argument: `User` for `User.self`.
    mutating func type(_ argument: ExprSyntax) -> String? {
        let access = argument.as(MemberAccessExprSyntax.self)
        guard let base = access?.base, access?.declName.baseName.text == "self" else {
            diagnose("typeIsNoLiteral", "the type must be written here, such as User.self", at: argument)
            return nil
        }
        // Parentheses around the type are harmless.
        return base.trimmedDescription
    }

    /// The only argument.
    private func code(of attribute: Attribute) -> String? {
        attribute.unlabelled.first.map { code(of: $0) }
    }

    /// A string literal or an expression of type `Data`, as an expression of type `Data`.
    private func sample(_ attribute: Attribute) -> String? {
        guard let argument = attribute.unlabelled.first else { return nil }
        let code = code(of: argument)
        return argument.literal == nil ? code : "TalynMacros.FoundationTypes.Data(\(code).utf8)"
    }
}

extension ExprSyntax {
    /// The property `keys` that a closure in the expression sets: `$0.keys = .snakeCase`.
    fileprivate var assignedKeys: TokenSyntax? {
        tokens(viewMode: .sourceAccurate).first { token in
            token.text == "keys" && token.previousToken(viewMode: .sourceAccurate)?.tokenKind == .period
                && token.nextToken(viewMode: .sourceAccurate)?.tokenKind == .equal
        }
    }
}
#endif
