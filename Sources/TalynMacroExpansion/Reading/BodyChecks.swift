#if Macros
extension Problems {
    /// Notes bodies that the method can't have, and bodies that are more than one.
    mutating func checkBody(_ verb: Verb, of endpoint: EndpointDeclaration) {
        let members = endpoint.values.filter(\.isMemberOfBody)
        let content = endpoint.values.filter { $0.role == .body || $0.isMemberOfBody }
        checkDownload(of: endpoint, verb.refusesBody ? [] : content)
        if verb.refusesBody {
            for value in content { noteRefused(value, verb) }
            if let attribute = endpoint.settings.bodyAttribute, content.isEmpty { noteRefused(attribute, verb) }
            return
        }
        guard let body = content.first(where: { $0.role == .body }) else {
            return checkParts(members, verb, of: endpoint)
        }
        for value in content where value.role == .body && value.name != body.name {
            note("twoBodies", "a request has one body, and '\(body.name)' is it already", at: value.place)
        }
        for value in members {
            note(
                "twoBodies",
                "'\(body.name)' is the body already: put '\(value.name)' into the query, or both into fields",
                at: value.place,
                fixIts: value.remedies(as: "Query", on: verb.attribute)
            )
        }
        checkKind(of: body, endpoint)
    }

    /// Notes a kind of body that the value's type is none of.
    private mutating func checkKind(of body: EndpointValue, _ endpoint: EndpointDeclaration) {
        if endpoint.settings.bodyKind == .multipart {
            note(
                "twoBodies",
                "a multipart body has parts: @Part takes '\(body.name)'",
                at: body.place,
                fixIts: body.roleAttribute.map { [.rename($0, to: "Part")] } ?? []
            )
        } else if let attribute = endpoint.settings.bodyAttribute, body.isSentAsItIs {
            note(
                "notEncoded",
                "a body of type \(body.typeName) is sent as it is: @\(attribute.name) says nothing of '\(body.name)'",
                at: attribute,
                fixIts: [.remove(attribute)]
            )
        }
    }

    private mutating func noteRefused(_ value: EndpointValue, _ verb: Verb) {
        note(
            "bodyOnGET",
            "a \(verb.method) request has no body (RFC 9110, section 9.3), and '\(value.name)' would be in it",
            at: value.place,
            fixIts: [verb.remedy] + value.remedies(as: "Query", on: verb.attribute)
        )
    }

    private mutating func noteRefused(_ attribute: AttributeSyntax, _ verb: Verb) {
        note(
            "bodyOnGET",
            "a \(verb.method) request has no body (RFC 9110, section 9.3)",
            at: attribute,
            fixIts: [verb.remedy, .remove(attribute)]
        )
    }

    private mutating func checkParts(_ members: [EndpointValue], _ verb: Verb, of endpoint: EndpointDeclaration) {
        if let attribute = endpoint.settings.bodyAttribute, members.isEmpty {
            if endpoint.settings.bodyKind == .multipart {
                note("noParts", "a multipart body needs a part, and there is no value for one", at: attribute)
            } else if let value = endpoint.values.first(where: { $0.isQuery && $0.roleNode == nil }) {
                note(
                    "noFields",
                    "the values of a \(verb.method) request go into the query: @Field puts '\(value.name)' into the body",
                    at: attribute,
                    fixIts: value.remedies(as: "Field", on: verb.attribute)
                )
            }
        }
        guard let part = members.first(where: \.isPart) else {
            for value in members where endpoint.settings.bodyKind == .multipart {
                note(
                    "twoBodies",
                    "a multipart body has parts: @Part takes '\(value.name)'",
                    at: value.place,
                    fixIts: value.roleAttribute.map { [.rename($0, to: "Part")] } ?? []
                )
            }
            return
        }
        if let attribute = endpoint.settings.bodyAttribute, endpoint.settings.bodyKind != .multipart {
            note(
                "twoBodies",
                "'\(part.name)' is a part of a multipart body, and @\(attribute.name) says otherwise",
                at: attribute,
                fixIts: [.remove(attribute)]
            )
        }
        for value in members where !value.isPart {
            note(
                "twoBodies",
                "'\(part.name)' is a part of a multipart body, and so '\(value.name)' has to be: @Part(\"\(value.name)\")",
                at: value.place,
                fixIts: value.roleAttribute.map { [.rename($0, to: "Part")] } ?? []
            )
        }
        for value in members where value.isNamedForNothing {
            note(
                "partIsNamed",
                "a MultipartFormData has a name, a file name and a media type of its own, and this says nothing of them",
                at: value.place
            )
        }
    }

    /// Notes what a download would leave unsent.
    private mutating func checkDownload(of endpoint: EndpointDeclaration, _ content: [EndpointValue]) {
        let destinations = endpoint.values.filter { $0.role == .destination }
        guard let first = destinations.first else { return }
        for value in destinations.dropFirst() {
            note(
                "destinationTwice",
                "a download has one destination, and '\(first.name)' is it already",
                at: value.node
            )
        }
        for value in content {
            note(
                "bodyOnDownload",
                "a call with a DownloadDestination has no body, and '\(value.name)' would be in it",
                at: value.place
            )
        }
    }
}

extension EndpointValue {
    var isPart: Bool { if case .part = role { true } else { false } }

    /// Whether the value is any number of parts that have names.
    var isArrayOfParts: Bool {
        typeName == "Array" && type.unwrapped.genericArguments.first?.nominalName == "MultipartFormData"
    }

    var isQuery: Bool { if case .query = role { true } else { false } }

    /// Whether the value is a part of a body that has more of them.
    fileprivate var isMemberOfBody: Bool { if case .field = role { true } else { isPart } }

    /// Whether the value is the bytes of a body, and not what they are made of.
    var isSentAsItIs: Bool { ["Data", "HTTPBody", "String", "URL"].contains(typeName) }

    /// Whether an attribute gives names to a part that has some.
    fileprivate var isNamedForNothing: Bool {
        guard let roleAttribute, let attribute = Attribute(.attribute(roleAttribute)) else { return false }
        return (typeName == "MultipartFormData" || isArrayOfParts) && attribute.arguments.contains { $0.label != nil }
    }

    /// Says by an attribute of the endpoint where the value goes.
    fileprivate func remedies(as role: String, on verb: AttributeSyntax) -> [FixIt?] {
        guard roleNode == nil, isNamed else { return [] }
        return [.insert(AttributeSyntax(role, path: name), behind: verb)]
    }
}

extension Verb {
    /// Another method that may have a body.
    fileprivate var remedy: FixIt? {
        if attribute.name != "HTTP" { return .rename(attribute, to: "POST") }
        guard let method = Attribute(.attribute(attribute))?.unlabelled.first,
            let mended = method.literal?.replacing(text: "POST")
        else { return nil }
        return .rewrite("write 'POST'", method, as: mended)
    }
}
#endif
