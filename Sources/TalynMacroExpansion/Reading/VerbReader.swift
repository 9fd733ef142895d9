#if Macros
extension Problems {
    /// What the attributes of an endpoint say of its method and path; nil if they don't, or say it wrongly.
    mutating func verb(in attributes: AttributeListSyntax, of name: TokenSyntax) -> Verb? {
        let verbs = attributes.all.filter(\.isVerb)
        guard let attribute = verbs.first else { return nil }
        for other in verbs.dropFirst() {
            note(
                "twoMethods",
                "'\(name.text.withoutBackticks)' is \(attribute.name) already; an endpoint has one method",
                at: other.node,
                fixIts: [.remove(other.node)]
            )
        }
        var arguments = attribute.unlabelled
        guard let method = method(of: attribute, &arguments), let path = arguments.first else { return nil }
        guard let template = template(path) else { return nil }
        return Verb(method: method, path: template, attribute: attribute.node)
    }

    private mutating func method(of attribute: Attribute, _ arguments: inout [ExprSyntax]) -> String? {
        guard attribute.name == "HTTP" else { return attribute.name }
        guard !arguments.isEmpty else { return nil }
        let argument = arguments.removeFirst()
        guard let method = argument.text, method.isToken else {
            note(
                "invalidMethod",
                "a method is a string literal of letters, digits and some signs (RFC 9110, section 9.1): \"REPORT\"",
                at: argument
            )
            return nil
        }
        if !Verb.known.contains(method), Verb.known.contains(method.uppercased()) {
            let known = method.uppercased()
            let mended = argument.literal?.replacing(text: known)
            note(
                "methodInLowercase",
                "methods are case-sensitive (RFC 9110, section 9.1), and servers know '\(known)'",
                at: argument,
                fixIts: mended.map { [.replace("write '\(known)'", argument, with: $0)] } ?? []
            )
        }
        return method
    }

    private mutating func template(_ argument: ExprSyntax) -> PathTemplate? {
        guard let literal = argument.literal else {
            note("pathIsNoLiteral", "a path has to be a string literal, for the compiler to check it", at: argument)
            return nil
        }
        guard let text = literal.text else {
            noteInterpolation(in: literal)
            return nil
        }
        let template: PathTemplate
        do throws(PathTemplate.StrayBrace) {
            template = try PathTemplate(text, literal: literal)
        } catch {
            note(
                "invalidPlaceholder",
                "a placeholder is a name in braces: {name}",
                at: literal,
                position: literal.position(ofByte: error.offset)
            )
            return nil
        }
        check(text, of: literal)
        return template
    }

    private mutating func check(_ path: String, of literal: StringLiteralExprSyntax) {
        if let offset = path.utf8.enumerated().first(where: { $0.element < 0x20 || $0.element == 0x7F })?.offset {
            note(
                "controlInPath",
                "a path has neither line breaks nor control characters",
                at: literal,
                position: literal.position(ofByte: offset)
            )
        }
        let isAbsolute = path.hasPrefix("https://") || path.hasPrefix("http://")
        if !path.isEmpty, !path.hasPrefix("/"), !path.hasPrefix("?"), !isAbsolute {
            note(
                "noLeadingSlash",
                "a path begins with a slash",
                at: literal,
                position: literal.position(ofByte: 0),
                fixIts: [.replace("insert '/'", literal, with: literal.with(prefix: "/"))]
            )
        }
    }

    private mutating func noteInterpolation(in literal: StringLiteralExprSyntax) {
        let interpolation = literal.segments.first { $0.is(ExpressionSegmentSyntax.self) }
        var fixIts: [FixIt] = []
        if let names = literal.interpolatedNames {
            fixIts = [.replace("write placeholders", literal, with: names)]
        }
        note(
            "pathIsInterpolated",
            "a value in a path is a placeholder: {name}",
            at: interpolation.map { Syntax($0) } ?? Syntax(literal),
            fixIts: fixIts
        )
    }
}

extension StringLiteralExprSyntax {
    /// The literal with placeholders for what is interpolated; nil if that is more than names.
    fileprivate var interpolatedNames: StringLiteralExprSyntax? {
        var segments = segments
        for index in segments.indices {
            guard case .expressionSegment(let segment) = segments[index] else { continue }
            guard segment.expressions.count == 1, let only = segment.expressions.first,
                only.label == nil || only.label?.text == "pathSegment",
                let name = only.expression.as(DeclReferenceExprSyntax.self)
            else { return nil }
            segments[index] = .stringSegment(
                StringSegmentSyntax(content: .stringSegment("{\(name.baseName.text.withoutBackticks)}"))
            )
        }
        return with(\.segments, segments)
    }
}

extension String {
    /// Whether the text is a token (RFC 9110, section 5.6.2), as methods and the names of fields are.
    var isToken: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }
}
#endif
