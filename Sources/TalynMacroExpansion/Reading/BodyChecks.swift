#if Macros
extension Problems {
    /// Notes bodies that the method can't have, and bodies that are more than one.
    mutating func checkBody(_ verb: Verb, of endpoint: EndpointDeclaration) {
        let bodies = endpoint.values.filter { $0.role == .body }
        let members = endpoint.values.filter(\.isMemberOfBody)
        let content = endpoint.values.filter { $0.role == .body || $0.isMemberOfBody }
        if verb.refusesBody {
            for value in content { noteRefused(value, verb) }
            if let attribute = endpoint.settings.bodyAttribute, content.isEmpty {
                noteRefused(attribute, verb)
            }
            return
        }
        for value in bodies.dropFirst() {
            note(
                "twoBodies",
                "a request has one body, and '\(bodies[0].name)' is it already",
                at: value.roleNode ?? value.node
            )
        }
        guard let body = bodies.first else { return checkParts(members, of: endpoint) }
        for value in members {
            note(
                "twoBodies",
                "'\(body.name)' is the body already: put '\(value.name)' into the query, or both into fields",
                at: value.roleNode ?? value.node,
                fixIts: value.remedies(as: "Query", on: verb.attribute)
            )
        }
        if endpoint.settings.bodyKind == .multipart {
            note(
                "twoBodies",
                "a multipart body has parts: @Part takes '\(body.name)'",
                at: body.roleNode ?? body.node
            )
        }
    }

    private mutating func noteRefused(_ value: EndpointValue, _ verb: Verb) {
        let method = verb.attribute.attributeName
        note(
            "bodyOnGET",
            "a \(verb.method) request has no body (RFC 9110, section 9.3.1), and '\(value.name)' would be in it",
            at: value.roleNode ?? value.node,
            fixIts: [
                .replace("write 'POST'", method, with: IdentifierTypeSyntax(name: .identifier("POST")))
            ] + (value.roleNode == nil ? value.remedies(as: "Query", on: verb.attribute) : [])
        )
    }

    private mutating func noteRefused(_ attribute: AttributeSyntax, _ verb: Verb) {
        note(
            "bodyOnGET",
            "a \(verb.method) request has no body (RFC 9110, section 9.3.1)",
            at: attribute,
            fixIts: [
                .replace(
                    "write 'POST'",
                    verb.attribute.attributeName,
                    with: IdentifierTypeSyntax(name: .identifier("POST"))
                )
            ]
        )
    }

    private mutating func checkParts(_ members: [EndpointValue], of endpoint: EndpointDeclaration) {
        let parts = members.filter { if case .part = $0.role { true } else { false } }
        if let attribute = endpoint.settings.bodyAttribute, endpoint.settings.bodyKind == .multipart, members.isEmpty {
            note("noParts", "a multipart body needs a part, and there is no value for one", at: attribute)
        }
        guard let part = parts.first else { return }
        for value in members where !value.isPart {
            note(
                "twoBodies",
                "'\(part.name)' is a part of a multipart body, and so '\(value.name)' has to be: @Part(\"\(value.name)\")",
                at: value.roleNode ?? value.node
            )
        }
    }
}

extension EndpointValue {
    var isPart: Bool { if case .part = role { true } else { false } }

    /// Whether the value is a part of a body that has more of them.
    fileprivate var isMemberOfBody: Bool { if case .field = role { true } else { isPart } }

    /// Says by an attribute of the endpoint where the value goes.
    fileprivate func remedies(as role: String, on verb: AttributeSyntax) -> [FixIt] {
        guard roleNode == nil, isNamed else { return [] }
        let attributes: AttributeListSyntax = [
            .attribute(verb.with(\.trailingTrivia, .space)),
            .attribute(AttributeSyntax(role, path: name).with(\.trailingTrivia, verb.trailingTrivia)),
        ]
        return [.replaceAttribute("insert '@\(role)(\"\(name)\")'", verb, with: attributes)]
    }
}
#endif
