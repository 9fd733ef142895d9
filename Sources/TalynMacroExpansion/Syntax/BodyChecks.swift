#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension DeclarationReader {
    /// Diagnoses a body that the method can't have, and more than one body.
    mutating func checkBody(_ route: Route, of endpoint: EndpointDeclaration) {
        let members = endpoint.values.filter(\.isMemberOfBody)
        let content = endpoint.values.filter { $0.role == .body || $0.isMemberOfBody }
        if route.refusesBody {
            for value in content { diagnoseRefused(value, route) }
            if let attribute = endpoint.settings.bodyAttribute, content.isEmpty { diagnoseRefused(attribute, route) }
            return
        }
        guard let body = content.first(where: { $0.role == .body }) else {
            return checkParts(members, route, of: endpoint)
        }
        for value in content where value.role == .body && value.name != body.name {
            diagnose("twoBodies", "a request has one body, and '\(body.name)' already is the body", at: value.place)
        }
        for value in members {
            diagnose(
                "twoBodies",
                "'\(body.name)' already is the whole body; send '\(value.name)' in the query, or both as fields",
                at: value.place,
                fixIts: value.fixIts(as: "Query", on: route.attribute)
            )
        }
        checkKind(of: body, endpoint)
    }

    /// Diagnoses a kind of body that doesn't fit the type of the value.
    private mutating func checkKind(of body: EndpointValue, _ endpoint: EndpointDeclaration) {
        if endpoint.settings.bodyKind == .multipart {
            diagnose(
                "twoBodies",
                "a multipart body consists of parts; use @Part for '\(body.name)'",
                at: body.place,
                fixIts: body.roleAttribute.map { [.rename($0, to: "Part")] } ?? []
            )
        } else if let attribute = endpoint.settings.bodyAttribute, body.isSentAsItIs {
            diagnose(
                "notEncoded",
                "@\(attribute.name) has no effect on '\(body.name)': a body of type \(body.typeName) is sent unchanged",
                at: attribute,
                fixIts: [.remove(attribute)]
            )
        }
    }

    private mutating func diagnoseRefused(_ value: EndpointValue, _ route: Route) {
        diagnose(
            "bodyOnGET",
            "\(route.refusal), but '\(value.name)' would be in it",
            at: value.place,
            fixIts: [route.remedy] + value.fixIts(as: "Query", on: route.attribute)
        )
    }

    private mutating func diagnoseRefused(_ attribute: AttributeSyntax, _ route: Route) {
        diagnose(
            "bodyOnGET",
            route.refusal,
            at: attribute,
            fixIts: [route.remedy, .remove(attribute)]
        )
    }

    private mutating func checkParts(_ members: [EndpointValue], _ route: Route, of endpoint: EndpointDeclaration) {
        if let attribute = endpoint.settings.bodyAttribute, members.isEmpty {
            if endpoint.settings.bodyKind == .multipart {
                diagnose("noParts", "a multipart body needs a part, but no value is left for one", at: attribute)
            } else if let value = endpoint.values.first(where: { $0.isQuery && $0.roleNode == nil }) {
                diagnose(
                    "noFields",
                    "@\(attribute.name) has no effect: \(route.method) sends values in the query; "
                        + "use @Field to send '\(value.name)' in the body",
                    at: attribute,
                    fixIts: value.fixIts(as: "Field", on: route.attribute)
                )
            }
        }
        guard let part = members.first(where: \.isPart) else {
            for value in members where endpoint.settings.bodyKind == .multipart {
                diagnose(
                    "twoBodies",
                    "a multipart body consists of parts; use @Part for '\(value.name)'",
                    at: value.place,
                    fixIts: value.roleAttribute.map { [.rename($0, to: "Part")] } ?? []
                )
            }
            return
        }
        if let attribute = endpoint.settings.bodyAttribute, endpoint.settings.bodyKind != .multipart {
            diagnose(
                "twoBodies",
                "'\(part.name)' is a part of a multipart body, which contradicts @\(attribute.name)",
                at: attribute,
                fixIts: [.remove(attribute)]
            )
        }
        for value in members where !value.isPart {
            diagnose(
                "twoBodies",
                "'\(part.name)' is a part of a multipart body; use @Part for '\(value.name)' too",
                at: value.place,
                fixIts: value.roleAttribute.map { [.rename($0, to: "Part")] } ?? []
            )
        }
        for value in members where value.hasIgnoredNames {
            diagnose(
                "partIsNamed",
                "a MultipartPart has its own name, file name and media type; those given here are ignored",
                at: value.place
            )
        }
    }

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
}

extension EndpointValue {
    var isPart: Bool { if case .part = role { true } else { false } }

    /// Whether the value is an array of parts, which have their own names.
    var isArrayOfParts: Bool {
        typeName == "Array" && type.unwrapped.genericArguments.first?.nominalName == "MultipartPart"
    }

    var isQuery: Bool { if case .query = role { true } else { false } }

    fileprivate var isField: Bool { if case .field = role { true } else { false } }

    /// Whether the value is a field or a part of the body.
    fileprivate var isMemberOfBody: Bool { isField || isPart }

    /// Whether the value is sent unchanged as a body, without an encoder.
    var isSentAsItIs: Bool { ["Data", "HTTPBody", "String", "URL"].contains(typeName) }

    /// Whether an attribute sets names of a part that has its own.
    fileprivate var hasIgnoredNames: Bool {
        guard let roleAttribute, let attribute = Attribute(.attribute(roleAttribute)) else { return false }
        return (typeName == "MultipartPart" || isArrayOfParts) && attribute.arguments.contains { $0.label != nil }
    }

    /// The fix-it that sets the role of the value by an attribute.
    fileprivate func fixIts(as role: String, on route: AttributeSyntax) -> [FixIt?] {
        guard roleNode == nil, isNamed else { return [] }
        return [.insert(AttributeSyntax(role, path: name), behind: route)]
    }

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

extension Route {
    /// The reason why it has no body.
    fileprivate var refusal: String {
        isWebSocket
            ? "the handshake of a WebSocket can't have a body (RFC 6455, section 4.1)"
            : "a \(method) request can't have a body (RFC 9110, section 9.3)"
    }

    /// The fix-it that changes the method to POST.
    fileprivate var remedy: FixIt? {
        if isWebSocket { return nil }
        if attribute.name != "HTTP" { return .rename(attribute, to: "POST") }
        guard let method = Attribute(.attribute(attribute))?.unlabelled.first,
            let mended = method.literal?.replacing(text: "POST")
        else { return nil }
        return .rewrite("write 'POST'", method, as: mended)
    }
}
#endif
