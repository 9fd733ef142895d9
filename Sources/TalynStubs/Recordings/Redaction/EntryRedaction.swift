import Foundation

/// Masks the secrets in an entry of a HAR: by their names, and where else the values stand that have such names in its request.
struct EntryRedaction {
    let redaction: Redaction
    let secrets: Secrets
    private var bodies: BodyRedaction { BodyRedaction(redaction: redaction, secrets: secrets) }

    init(_ redaction: Redaction, _ secrets: Secrets) {
        self.redaction = redaction
        self.secrets = secrets
    }

    /// - Parameter carried: What was secret in the request that redirected to that of the entry.
    init(_ redaction: Redaction, _ entry: Recording.Entry, _ node: JSONNode, _ carried: Secrets) {
        var secrets = Secrets(entry, redaction)
        if let request = node["request"] {
            // A file may say of a cookie or a parameter what its header fields and its URL don't.
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
        // What a response sets is not looked for in its request: who repeats that knows nothing of it, and has to be answered.
        let answer = EntryRedaction(redaction, secretsAfterwards(node))
        return mapped(node) { name, value in
            switch name {
            case "request": message(value)
            case "response": answer.message(value)
            case "startedDateTime", "time", "timings": value
            case "_talyn": answer.mapped(value) { $0 == "url" ? answer.url($1) : $1 }
            default: answer.other(value, name)
            }
        }
    }

    /// What is a secret after the response, which may set cookies.
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
                // JSON that is called a form.
                BodyRedaction.startsAsJSON(node["text"]?.text ?? "") ? .array([]) : parameters(value)
            case ("text", .string(let text)):
                .string(isBase64 ? base64(text, contentType) : bodies.text(text, contentType: contentType))
            default:
                other(value, name)
            }
        }
    }

    private func base64(_ text: String, _ contentType: String?) -> String {
        guard let body = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return Redaction.mask }
        let masked = bodies.body(body, contentType: contentType)
        return masked == body ? text : masked.base64EncodedString()
    }

    private func mapped(_ node: JSONNode, _ change: (String, JSONNode) -> JSONNode) -> JSONNode {
        guard case .object(let members) = node else { return other(node, "") }
        return .object(members.map { JSONNode.Member($0.name, change($0.name, $0.value)) })
    }

    /// What has no equals sign is all name.
    private func parameters(_ node: JSONNode) -> JSONNode {
        pairs(node, changingNames: { bodies.text($0, contentType: nil) }) { parameter($0, $1) }
    }

    /// A list of what has a name and a value.
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
    /// A URL without its secrets, and still a URL.
    func url(_ text: String) -> String {
        guard !redaction.isOff else { return text }
        return secrets.mask(query(pathParameters(redaction.url(text)))).replacingOccurrences(
            of: Redaction.mask,
            with: "%E2%80%A6"
        )
    }

    /// A URL without the secrets among the parameters of its path, such as `/home;jsessionid=…` (RFC 3986, section 3.3).
    private func pathParameters(_ url: String) -> String {
        guard url.utf8.contains(UInt8(ascii: ";")) else { return url }
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.split(separator: ";", omittingEmptySubsequences: false).enumerated().map { index, piece in
                guard index > 0, let equals = piece.firstIndex(of: "=") else { return String(piece) }
                let name = String(piece[..<equals])
                let isSecret = redaction.masksParameter(name.removingPercentEncoding ?? name)
                return isSecret ? "\(name)=\(Redaction.mask)" : String(piece)
            }
            .joined(separator: ";")
        }
        return segments.joined(separator: "/") + url[path.endIndex...]
    }

    /// A URL whose query is no list of parameters, but JSON with a secret in it, without that.
    private func query(_ url: String) -> String {
        guard let start = url.firstIndex(of: "?").map(url.index(after:)) else { return url }
        let query = url[start...].prefix { $0 != "#" }
        guard let json = query.removingPercentEncoding, BodyRedaction.startsAsJSON(json),
            bodies.text(json, contentType: nil) != json
        else { return url }
        return url[..<start] + Redaction.mask + url[query.endIndex...]
    }

    private func url(_ node: JSONNode) -> JSONNode {
        if case .string(let text) = node { .string(url(text)) } else { other(node, "") }
    }

    func headerField(_ name: String, _ value: String) -> String {
        // What says yes or no is no secret: `Access-Control-Allow-Credentials: true`.
        guard !value.isEmpty, value != "true", value != "false" else { return value }
        guard redaction.masks(name) else {
            let isURL = ["location", "content-location", "referer"].contains(name.lowercased())
            let masked = isURL ? pathParameters(redaction.url(value)) : redaction.value(value, ofHeaderField: name)
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

    /// The name of a cookie may be known.
    private static func cookie(_ pair: Substring) -> String {
        (pair.firstIndex(of: "=").map { String(pair[...$0]) } ?? "") + Redaction.mask
    }

    private func cookie(_ name: String, _ value: String) -> String {
        guard !value.isEmpty else { return value }
        return redaction.masks("Cookie") || redaction.masks(name) ? Redaction.mask : secrets.mask(value)
    }

    private func parameter(_ name: String, _ value: String) -> String {
        guard !value.isEmpty else { return value }
        let isSecret = redaction.masksEveryQueryValue || redaction.masksParameter(name)
        return isSecret ? Redaction.mask : secrets.mask(redaction.nested(value))
    }

    /// What a HAR doesn't have by itself: masked by the names of its members, and by value.
    func other(_ node: JSONNode, _ name: String, isSecret: Bool = false) -> JSONNode {
        let isSecret = isSecret || redaction.masks(name)
        switch node {
        case .null, .bool:
            return node
        case .number:
            return isSecret ? .string(Redaction.mask) : node
        case .string(let text):
            if isSecret, !text.isEmpty { return .string(Redaction.mask) }
            return .string(secrets.mask(redaction.nested(text)))
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
