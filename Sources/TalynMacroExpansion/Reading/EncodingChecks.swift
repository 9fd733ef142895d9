#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension DeclarationReader {
    /// Warns of a single value without a label, which becomes a member of the body and not the body itself.
    mutating func checkLoneField(_ route: Route, of endpoint: EndpointDeclaration) {
        let content = endpoint.values.filter { $0.role == .body || $0.isField }
        guard content.count == 1, let value = content.first, case .field(let name) = value.role,
            value.label == nil, value.roleNode == nil, !value.isScalar
        else { return }
        let isForm = endpoint.settings.bodyKind == .form
        diagnose(
            "loneField",
            "the body will be \(isForm ? "a form with the field '\(name)'" : "{\"\(name)\": …}"); "
                + "add @Body to send '\(value.name)' as the whole body, or add a label to keep the field",
            at: value.node,
            severity: .warning,
            fixIts: [value.asBody(of: route), value.withLabel]
        )
    }

    /// Diagnoses encoders without effect.
    mutating func checkEncoders(of endpoint: EndpointDeclaration) {
        let attributes = endpoint.settings.encoderAttributes
        let isForm = endpoint.settings.bodyKind == .form
        let isEncoded = endpoint.values.contains { $0.isField || ($0.role == .body && !$0.isSentAsItIs) }
        if let attribute = attributes["Encoder"], !isEncoded || isForm {
            diagnose(
                "encodesNothing",
                "@Encoder has no effect: '\(endpoint.name.withoutBackticks)' sends no JSON",
                at: attribute,
                fixIts: [.remove(attribute)]
            )
        }
        if let attribute = attributes["FormEncoder"], !(isEncoded && isForm),
            !endpoint.values.contains(where: \.isQuery)
        {
            diagnose(
                "encodesNothing",
                "@FormEncoder has no effect: '\(endpoint.name.withoutBackticks)' sends no query and no form",
                at: attribute,
                fixIts: [.remove(attribute)]
            )
        }
    }

    /// Diagnoses dates without an encoder that sets their format.
    mutating func checkDates(in value: EndpointValue, _ route: Route, of endpoint: EndpointDeclaration) {
        let settings = endpoint.settings
        let isInJSON = !value.isQuery && settings.bodyKind != .form
        guard value.isQuery || value.isField || value.role == .body, let date = date(in: value.type),
            (isInJSON ? settings.encoder : settings.formEncoder) == nil
        else { return }
        let place = value.isQuery ? "a query" : isInJSON ? "JSON" : "a form"
        let hasDefault = value.defaultValue.map { !$0.value.is(NilLiteralExprSyntax.self) } ?? false
        let encoder = AttributeSyntax("FormEncoder", argument: "URLEncodedFormEncoder(dateEncoding: .iso8601)")
        diagnose(
            "dateWithoutFormat",
            "a Date in \(place) is sent as seconds since 2001 by default; "
                + "set a format with @\(isInJSON ? "Encoder" : "FormEncoder"), or make '\(value.name)' a String",
            at: date,
            fixIts: [
                hasDefault ? nil : .rewrite("write 'String'", date, as: TypeSyntax("String")),
                isInJSON ? nil : .insert(encoder, behind: route.attribute),
            ]
        )
    }

    /// The `Date` in a type, such as in an optional or an array.
    private func date(in type: TypeSyntax) -> TypeSyntax? {
        let type = type.unwrapped
        if type.isForeign(to: ownTypes) { return nil }
        if type.nominalName == "Date" { return type }
        if let dictionary = type.as(DictionaryTypeSyntax.self) {
            return date(in: dictionary.key) ?? date(in: dictionary.value)
        }
        return type.genericArguments.lazy.compactMap { date(in: $0) }.first
    }
}

extension EndpointValue {
    fileprivate var isField: Bool { if case .field = role { true } else { false } }

    /// Makes the value the whole body.
    fileprivate func asBody(of route: Route) -> FixIt? {
        guard let parameter = node.as(FunctionParameterSyntax.self) else {
            return .insert(AttributeSyntax("Body", path: name), behind: route.attribute)
        }
        let attribute = AttributeSyntax(attributeName: IdentifierTypeSyntax(name: .identifier("Body")))
        var changed = parameter.with(\.leadingTrivia, [])
        changed.attributes = [.attribute(attribute.with(\.trailingTrivia, .space))] + changed.attributes
        return .rewrite("insert '@Body'", parameter, as: changed)
    }

    /// Gives the value its name as a label.
    fileprivate var withLabel: FixIt? {
        let label = TokenSyntax.identifier(name.asLabel)
        if var parameter = node.as(FunctionParameterSyntax.self) {
            let old = parameter
            parameter.firstName = label.with(\.leadingTrivia, old.firstName.leadingTrivia)
            parameter.secondName = nil
            return .rewrite("insert a label", old, as: parameter)
        }
        if var parameter = node.as(EnumCaseParameterSyntax.self), parameter.secondName != nil {
            let old = parameter
            parameter.firstName = label.with(\.leadingTrivia, old.firstName?.leadingTrivia ?? [])
            parameter.secondName = nil
            return .rewrite("insert a label", old, as: parameter)
        }
        return nil
    }
}

extension AttributeSyntax {
    /// An attribute with an expression as its argument.
    fileprivate init(_ name: String, argument: String) {
        self.init(
            attributeName: IdentifierTypeSyntax(name: .identifier(name)),
            leftParen: .leftParenToken(),
            arguments: .argumentList([LabeledExprSyntax(expression: ExprSyntax("\(raw: argument)"))]),
            rightParen: .rightParenToken()
        )
    }
}
#endif
