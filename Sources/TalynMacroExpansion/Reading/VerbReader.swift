#if Macros
extension Problems {
    /// What the attributes of an endpoint say of its method and path; nil if they don't, or say it wrongly.
    mutating func verb(in attributes: AttributeListSyntax, of name: TokenSyntax) -> Verb? {
        let verbs = attributes.all.filter { Verb.names.contains($0.name) || $0.name == "HTTP" }
        guard let attribute = verbs.first else { return nil }
        for other in verbs.dropFirst() {
            note(
                "twoMethods",
                "'\(name.text)' is \(attribute.name) already; an endpoint has one method",
                at: other.node,
                fixIts: [.remove(other.node, from: attributes)]
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
        guard let template = PathTemplate(text, literal: literal) else {
            note("invalidPlaceholder", "a placeholder is a name in braces: {name}", at: literal)
            return nil
        }
        let isAbsolute = text.hasPrefix("https://") || text.hasPrefix("http://")
        if !text.isEmpty, !text.hasPrefix("/"), !text.hasPrefix("?"), !isAbsolute {
            note(
                "noLeadingSlash",
                "a path begins with a slash",
                at: literal,
                position: literal.position(of: text),
                fixIts: [.replace("insert '/'", literal, with: literal.with(prefix: "/"))]
            )
        }
        return template
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
    /// The literal with some text before its own.
    func with(prefix: String) -> StringLiteralExprSyntax {
        var segments = segments
        guard case .stringSegment(var first) = segments.first else { return self }
        first.content = .stringSegment(prefix + first.content.text)
        segments[segments.startIndex] = .stringSegment(first)
        return with(\.segments, segments)
    }

    /// The literal with placeholders for what is interpolated; nil if that is more than names.
    fileprivate var interpolatedNames: StringLiteralExprSyntax? {
        var segments = segments
        for index in segments.indices {
            guard case .expressionSegment(let segment) = segments[index] else { continue }
            guard segment.expressions.count == 1,
                let name = segment.expressions.first?.expression.as(DeclReferenceExprSyntax.self)
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
        !isEmpty && utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
#endif
