import TalynCore
import _TalynFoundation
import _TalynSupport

/// Masks the secrets in an entry of a HAR: by their names, and the secrets of the request everywhere.
struct EntryRedaction {
    let redaction: Redaction
    let secrets: Secrets
    var bodies: BodyRedaction { BodyRedaction(redaction: redaction, secrets: secrets) }

    init(_ redaction: Redaction, _ secrets: Secrets) {
        self.redaction = redaction
        self.secrets = secrets
    }

    /// - Parameter carried: The secrets of the request that redirected to this one.
    init(_ redaction: Redaction, _ entry: Recording.Entry, _ node: JSONNode, _ carried: Secrets) {
        var secrets = Secrets(entry, redaction)
        if let request = node["request"] {
            // The lists of cookies and parameters may have more than the header fields and the URL.
            for pair in request["cookies"]?.elements ?? [] {
                if redaction.masks("Cookie") { pair["value"]?.text.map { secrets.add($0) } }
            }
            let parameters = (request["queryString"]?.elements ?? []) + (request["postData"]?["params"]?.elements ?? [])
            for pair in parameters where redaction.masksParameter(pair["name"]?.text ?? "") {
                pair["value"]?.text.map { secrets.add($0) }
            }
        }
        secrets.add(carried)
        self.init(redaction, secrets)
    }

    /// The entry without its secrets.
    func entry(_ node: JSONNode) -> JSONNode {
        guard !redaction.isOff else { return node }
        // Secrets that the response sets stay in the request: a replayed request can't know them, and must match.
        let request = EntryRedaction(redaction, secrets(withSubprotocolsOf: node))
        let answer = EntryRedaction(redaction, request.secretsAfterwards(node))
        let conversation = answer.conversation(of: node)
        return mapped(node) { name, value in
            switch name {
            case "request": request.message(value)
            case "response": answer.message(value)
            case "_webSocketMessages": conversation.messages(value)
            case "startedDateTime", "time", "timings", "pageref": value
            case "_talyn": conversation.own(value)
            default: answer.other(value, name)
            }
        }
    }

    /// The members that Talyn adds. The names of targets are those of types.
    private func own(_ node: JSONNode) -> JSONNode {
        mapped(node) { name, value in
            switch name {
            case "url": url(value)
            case "reason", "cache", "close": other(value, name)
            default: value
            }
        }
    }

    /// The secrets after the response, which may set cookies.
    func secretsAfterwards(_ node: JSONNode) -> Secrets {
        guard let response = node["response"], redaction.masks("Set-Cookie") else { return secrets }
        var secrets = secrets
        for field in response["headers"]?.elements ?? [] where field["name"]?.text?.lowercased() == "set-cookie" {
            for cookie in SetCookie.cookies(in: field["value"]?.text ?? "") { secrets.add(cookie: cookie.value) }
        }
        for cookie in response["cookies"]?.elements ?? [] { secrets.add(cookie: cookie["value"]?.text ?? "") }
        return secrets
    }

    private func message(_ node: JSONNode) -> JSONNode {
        mapped(node) { name, value in
            switch name {
            case "method", "httpVersion", "status", "headersSize", "bodySize": value
            case "url", "redirectURL": url(value)
            case "headers": pairs(value) { headerField($0, $1) }
            case "cookies": pairs(value) { cookie($0, $1) }
            case "queryString": parameters(value)
            case "postData": content(value)
            case "content": content(value)
            default: other(value, name)
            }
        }
    }

    private func content(_ node: JSONNode) -> JSONNode {
        let contentType = node["mimeType"]?.text
        let isBase64 = (node["encoding"] ?? node["_encoding"])?.text?.lowercased() == "base64"
        return mapped(node) { name, value in
            switch (name, value) {
            case ("mimeType", _), ("encoding", _), ("_encoding", _), ("size", _), ("compression", _):
                value
            case ("params", _):
                // JSON with the media type of a form.
                BodyRedaction.startsAsJSON(node["text"]?.text ?? "") ? .array([]) : parameters(value)
            case ("text", .string(let text)):
                .string(isBase64 ? base64(text, contentType) : bodies.text(text, contentType: contentType))
            default:
                other(value, name)
            }
        }
    }

    func base64(_ text: String, _ contentType: String?) -> String {
        guard let body = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return Redaction.mask }
        let masked = bodies.body(body, contentType: contentType)
        return masked == body ? text : masked.base64EncodedString()
    }

    func mapped(_ node: JSONNode, _ change: (String, JSONNode) -> JSONNode) -> JSONNode {
        guard case .object(let members) = node else { return other(node, "") }
        return .object(members.map { JSONNode.Member($0.name, change($0.name, $0.value)) })
    }

    /// The parameters of a form. Without an equals sign, the whole text is the name.
    private func parameters(_ node: JSONNode) -> JSONNode {
        pairs(node, changingNames: { bodies.text($0, contentType: nil) }) { parameter($0, $1) }
    }

    /// A list of names and values.
    private func pairs(
        _ node: JSONNode,
        changingNames changedName: (String) -> String = { $0 },
        _ change: (String, String) -> String
    ) -> JSONNode {
        guard case .array(let elements) = node else { return other(node, "") }
        return .array(
            elements.map { element in
                let name = element["name"]?.text ?? ""
                return mapped(element) { member, value in
                    switch (member, value) {
                    case ("name", .string(let text)): .string(changedName(text))
                    case ("name", _): value
                    case ("value", .string(let text)): .string(change(name, text))
                    default: other(value, member)
                    }
                }
            }
        )
    }
}

extension EntryRedaction {
    /// The URL without its secrets. It stays a valid URL.
    func url(_ text: String) -> String {
        guard !redaction.isOff else { return text }
        return secrets.mask(query(redaction.url(text))).replacing(Redaction.mask, with: "%E2%80%A6")
    }

    /// A URL without the secrets of its query, if that is JSON in place of parameters.
    private func query(_ url: String) -> String {
        guard let start = url.firstIndex(of: "?").map(url.index(after:)) else { return url }
        let query = url[start...].prefix { $0 != "#" }
        guard let json = query.percentDecoded, BodyRedaction.startsAsJSON(json),
            bodies.text(json, contentType: nil) != json
        else { return url }
        return url[..<start] + Redaction.mask + url[query.endIndex...]
    }

    private func url(_ node: JSONNode) -> JSONNode {
        if case .string(let text) = node { .string(url(text)) } else { other(node, "") }
    }

    func headerField(_ name: String, _ value: String) -> String {
        // A boolean isn't a secret: `Access-Control-Allow-Credentials: true`.
        guard !value.isEmpty, value != "true", value != "false" else { return value }
        guard redaction.masks(name) else {
            let isURL = ["location", "content-location", "referer"].contains(name.lowercased())
            let masked = isURL ? redaction.url(value) : redaction.value(value, ofHeaderField: name)
            return secrets.mask(masked)
        }
        switch name.lowercased() {
        case "cookie":
            return value.split(separator: ";").map { Self.cookie($0) }.joined(separator: ";")
        case "set-cookie":
            return secrets.mask(SetCookie.cookies(in: value).map(\.masked).joined(separator: ", "))
        default:
            return redaction.value(value, ofHeaderField: name)
        }
    }

    /// The cookie without its value. The name may be shown.
    private static func cookie(_ pair: Substring) -> String {
        (pair.firstIndex(of: "=").map { String(pair[...$0]) } ?? "") + Redaction.mask
    }

    private func cookie(_ name: String, _ value: String) -> String {
        guard !value.isEmpty else { return value }
        return redaction.masks("Cookie") || redaction.masks(name) ? Redaction.mask : secrets.mask(value)
    }

    private func parameter(_ name: String, _ value: String) -> String {
        guard !value.isEmpty else { return value }
        return secrets.mask(redaction.value(value, ofParameter: name))
    }

    /// Members outside of the HAR format, masked by their names and by value.
    func other(_ node: JSONNode, _ name: String, isSecret: Bool = false) -> JSONNode {
        let isSecret = isSecret || redaction.masks(name)
        switch node {
        case .null, .bool:
            return node
        case .number:
            return isSecret ? .string(Redaction.mask) : node
        case .string(let text):
            if isSecret, !text.isEmpty { return .string(Redaction.mask) }
            return .string(secrets.mask(redaction.text(text)))
        case .array(let elements):
            return .array(elements.map { other($0, "", isSecret: isSecret) })
        case .object(let members):
            let pairName = node["name"]?.text ?? ""
            return .object(
                members.map { member in
                    let name = member.name == "value" ? pairName : member.name
                    return JSONNode.Member(member.name, other(member.value, name, isSecret: isSecret))
                }
            )
        }
    }
}
