#if Macros
import SwiftDiagnostics
import SwiftSyntax

extension DeclarationReader {
    /// Reads the method and the path from the attributes of an endpoint; nil without them, or after a diagnostic.
    mutating func route(in attributes: AttributeListSyntax, of name: TokenSyntax) -> Route? {
        let routes = attributes.all.filter(\.isRoute)
        guard let attribute = routes.first else { return nil }
        for other in routes.dropFirst() {
            diagnose(
                "twoMethods",
                "'\(name.text.withoutBackticks)' already has the method \(attribute.name); an endpoint has one method",
                at: other.node,
                fixIts: [.remove(other.node)]
            )
        }
        var arguments = attribute.unlabelled
        guard let method = method(of: attribute, &arguments), let path = arguments.first else { return nil }
        guard let template = template(path) else { return nil }
        return Route(method: method, path: template, attribute: attribute.node)
    }

    private mutating func method(of attribute: Attribute, _ arguments: inout [ExprSyntax]) -> String? {
        guard attribute.name == "HTTP" else { return attribute.name == "WebSocket" ? "GET" : attribute.name }
        guard !arguments.isEmpty else { return nil }
        let argument = arguments.removeFirst()
        guard let method = argument.text, method.isToken else {
            diagnose(
                "invalidMethod",
                "a method must be a string literal with a token (RFC 9110, section 9.1), such as \"REPORT\"",
                at: argument
            )
            return nil
        }
        if !Route.known.contains(method), Route.known.contains(method.uppercased()) {
            let known = method.uppercased()
            let mended = argument.literal?.replacing(text: known)
            diagnose(
                "methodInLowercase",
                "methods are case-sensitive (RFC 9110, section 9.1); write '\(known)'",
                at: argument,
                fixIts: mended.map { [.replace("write '\(known)'", argument, with: $0)] } ?? []
            )
        }
        return method
    }

    private mutating func template(_ argument: ExprSyntax) -> PathTemplate? {
        guard let literal = argument.literal else {
            diagnose("pathIsNoLiteral", "a path must be a string literal", at: argument)
            return nil
        }
        guard let text = literal.text else {
            diagnoseInterpolation(in: literal)
            return nil
        }
        let template: PathTemplate
        do throws(PathTemplate.StrayBrace) {
            template = try PathTemplate(text, literal: literal)
        } catch {
            diagnose(
                "invalidPlaceholder",
                "write a placeholder as a name in braces: {name}",
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
            diagnose(
                "controlInPath",
                "a path can't have line breaks or control characters",
                at: literal,
                position: literal.position(ofByte: offset)
            )
        }
        if ["https://", "http://", "wss://", "ws://"].contains(where: path.hasPrefix) {
            diagnose(
                "absolutePath",
                "a path is relative to the base URL; to call another URL, set the 'url' of the call's options",
                at: literal
            )
        } else if !path.isEmpty, !path.hasPrefix("/"), !path.hasPrefix("?") {
            diagnose(
                "noLeadingSlash",
                "a path must begin with a slash",
                at: literal,
                position: literal.position(ofByte: 0),
                fixIts: [.replace("insert '/'", literal, with: literal.with(prefix: "/"))]
            )
        }
        if let mark = path.firstIndex(of: "#") {
            diagnose(
                "fragmentInPath",
                "a request has no fragment; percent-encode a '#' of the path as %23",
                at: literal,
                position: literal.position(ofByte: path.utf8.distance(from: path.startIndex, to: mark))
            )
        }
        let segments = path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        if let segment = segments.first(where: { $0 == "." || $0 == ".." }) {
            diagnose(
                "dotsInPath",
                "the segment '\(segment)' would lead to another place",
                at: literal,
                position: literal.position(ofByte: path.utf8.distance(from: path.startIndex, to: segment.startIndex))
            )
        }
    }

    private mutating func diagnoseInterpolation(in literal: StringLiteralExprSyntax) {
        let interpolation = literal.segments.first { $0.is(ExpressionSegmentSyntax.self) }
        var fixIts: [FixIt] = []
        if let names = literal.interpolatedNames {
            fixIts = [.replace("write placeholders", literal, with: names)]
        }
        diagnose(
            "pathIsInterpolated",
            "a path can't be interpolated; write each value as a placeholder: {name}",
            at: interpolation.map { Syntax($0) } ?? Syntax(literal),
            fixIts: fixIts
        )
    }
}

extension StringLiteralExprSyntax {
    /// The literal with placeholders instead of interpolations; nil if these are more than names.
    fileprivate var interpolatedNames: StringLiteralExprSyntax? {
        var segments = segments
        for index in segments.indices {
            guard case .expressionSegment(let segment) = segments[index] else { continue }
            guard segment.expressions.count == 1, let only = segment.expressions.first,
                only.label == nil,
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
    /// Whether the text is the name of the field `Host`.
    var isHost: Bool { lowercased() == "host" }

    /// Whether the text is a token (RFC 9110, section 5.6.2), such as a method or the name of a header field.
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
