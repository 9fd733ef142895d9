#if Macros
import SwiftSyntax

extension DeclarationReader {
    /// Diagnoses two values with the same name in the query, the body or the header fields.
    mutating func checkNames(of endpoint: EndpointDeclaration) {
        var seen: [String: EndpointValue] = [:]
        checkParameters(of: endpoint)
        for value in endpoint.values {
            guard let (kind, name) = value.uniqueName else { continue }
            let key = "\(kind) \(kind == "header field" ? name.lowercased() : name)"
            guard let other = seen.updateValue(value, forKey: key) else { continue }
            diagnose("nameTwice", "'\(other.name)' already is the \(kind) '\(name)'", at: value.place)
        }
        for value in endpoint.values {
            guard case .header(let name) = value.role, endpoint.ownHeaders.contains(where: { $0.isNamed(name) }) else {
                continue
            }
            diagnose(
                "fieldTwice",
                "@Headers already has the field '\(name)', and '\(value.name)' would replace it",
                at: value.place
            )
        }
    }

    /// Diagnoses two parameters with the same name in the path, or one there and one by a value.
    private mutating func checkParameters(of endpoint: EndpointDeclaration) {
        guard let path = endpoint.route?.path else { return }
        var seen: Set<String> = []
        for parameter in path.parameters where !seen.insert(parameter.name).inserted {
            diagnose("nameTwice", "the path already has the query parameter '\(parameter.name)'", at: path.literal)
        }
        for value in endpoint.values {
            guard case .query(let name) = value.role, seen.contains(name) else { continue }
            diagnose("nameTwice", "the path already has the query parameter '\(name)'", at: value.place)
        }
    }

    /// Diagnoses a type whose values can't be sent, or have no standard text format.
    mutating func checkType(of value: EndpointValue) {
        guard let role = value.role, role != .destination, role != .options, !value.isArgument else { return }
        if value.typeName == "RequestOptions" { return diagnoseSentOptions(value) }
        let type = value.type.unwrapped
        let base = type.as(AttributedTypeSyntax.self)?.baseType.unwrapped ?? type
        if base.is(FunctionTypeSyntax.self) || base.is(TupleTypeSyntax.self) {
            diagnose(
                "unfitType",
                "a closure or a tuple can't be sent; give '\(value.name)' an Encodable type",
                at: value.type
            )
            return
        }
        let place: String
        switch role {
        case .path: place = "path"
        case .header: place = "header field"
        case .part: place = "part"
        default: return
        }
        let hasText = !["Array", "Data", "Date", "Dictionary", "Set"].contains(value.typeName)
        let isPart = value.isPart && (value.typeName == "Data" || value.isArrayOfParts)
        guard !hasText, !isPart else { return }
        diagnose(
            "unfitType",
            "\(value.typeName) has no standard text format for a \(place); make '\(value.name)' a String",
            at: value.type
        )
    }
}

extension EndpointValue {
    /// The place and the name of a value whose name must be unique there.
    fileprivate var uniqueName: (kind: String, name: String)? {
        switch role {
        case .query(let name): ("query parameter", name)
        case .field(let name): ("body field", name)
        case .header(let name): ("header field", name)
        default: nil
        }
    }
}

extension DeclarationReader {
    /// The name of a header field; nil after a diagnostic if the expression isn't valid.
    mutating func fieldName(_ expression: ExprSyntax) -> String? {
        guard let literal = expression.literal, let name = literal.text else {
            diagnose("fieldNameIsNoLiteral", "the name of a header field must be a string literal", at: expression)
            return nil
        }
        if name.isHost {
            diagnoseHost(at: expression)
            return nil
        }
        if name.isToken { return name }
        let scalars = name.unicodeScalars
        let wrong = scalars.firstIndex { !String($0).isToken }
        let mended = String(String.UnicodeScalarView(scalars.map { String($0).isToken ? $0 : "-" }))
        diagnose(
            "invalidFieldName",
            wrong.map { "the name of a header field can't have the character \(scalars[$0].debugDescription)" }
                ?? "the name of a header field can't be empty",
            at: expression,
            position: wrong.map { literal.position(ofByte: name.utf8.distance(from: name.startIndex, to: $0)) },
            fixIts: (mended.isEmpty ? nil : literal.replacing(text: mended))
                .map { [.rewrite("write '\(mended)'", expression, as: $0)] } ?? []
        )
        return nil
    }

    /// Diagnoses the field `Host`, which is the authority of the URL (RFC 9110, section 7.2).
    mutating func diagnoseHost(at place: some SyntaxProtocol) {
        diagnose(
            "hostField",
            "the field 'Host' has the host of the base URL, and can't be set (RFC 9110, section 7.2)",
            at: place
        )
    }

    /// Diagnoses an invalid value of a header field (RFC 9110, section 5.5).
    mutating func checkFieldValue(_ expression: ExprSyntax) {
        guard let literal = expression.literal, let text = literal.text else { return }
        let scalars = text.unicodeScalars
        let spaces: Set<Unicode.Scalar?> = [" ", "\t"]
        let ends = spaces.contains(scalars.first) || spaces.contains(scalars.last)
        let control = scalars.firstIndex { ($0.value < 0x20 && $0 != "\t") || $0.value == 0x7F }
        guard ends || control != nil else { return }
        diagnose(
            "invalidFieldValue",
            "the value of a header field can't have line breaks, control characters, or spaces at its ends",
            at: expression,
            position: control.map { literal.position(ofByte: text.utf8.distance(from: text.startIndex, to: $0)) }
        )
    }
}
#endif
