extension Secrets {
    /// What a request says under the names of secrets.
    init(
        url: String,
        headerFields: some Sequence<(name: String, value: String)>,
        body: Data?,
        contentType: String?,
        _ redaction: Redaction
    ) {
        guard !redaction.isOff else { return }
        add(url: url, redaction)
        for (name, value) in headerFields where redaction.masks(name) { add(value: value, ofHeaderField: name) }
        if let body, !body.isEmpty { add(body: body, contentType, redaction) }
    }

    init(_ request: URLRequest, body: Data?, _ redaction: Redaction) {
        self.init(
            url: request.url?.absoluteString ?? "",
            headerFields: (request.allHTTPHeaderFields ?? [:]).map { (name: $0.key, value: $0.value) },
            body: body,
            contentType: request.value(forHTTPHeaderField: "Content-Type"),
            redaction
        )
    }

    init(_ entry: Recording.Entry, _ redaction: Redaction) {
        self.init(
            url: entry.url,
            headerFields: entry.requestHeaderFields.map { (name: $0.name.rawName, value: $0.value) },
            body: entry.requestBody,
            contentType: entry.requestHeaderFields[.contentType],
            redaction
        )
    }

    private mutating func add(url: String, _ redaction: Redaction) {
        if let slashes = url.range(of: "//") {
            let authority = url[slashes.upperBound...].prefix { !"/?#".contains($0) }
            if let at = authority.lastIndex(of: "@") {
                add(userInformation: String(authority[..<at]))
                if let plain = String(authority[..<at]).removingPercentEncoding { add(userInformation: plain) }
            }
        }
        let path = url.prefix { $0 != "?" && $0 != "#" }
        for segment in path.split(separator: "/") {
            guard let parameters = segment.firstIndex(of: ";") else { continue }
            add(form: segment[parameters...], redaction)
        }
        guard let start = url.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return }
        add(form: url[start...].dropFirst(), redaction)
    }

    /// The secret values of a query, a fragment or a form.
    private mutating func add(form: Substring, _ redaction: Redaction) {
        for pair in form.split(whereSeparator: { "&;?#\n".contains($0) }) {
            guard let equals = pair.firstIndex(of: "=") else { continue }
            let name = String(pair[..<equals])
            guard redaction.masksParameter(name.removingPercentEncoding ?? name) else { continue }
            let value = String(pair[pair.index(after: equals)...])
            add(value)
            add(value.replacingOccurrences(of: "+", with: " "))
        }
    }

    mutating func add(value: String, ofHeaderField name: String) {
        let name = name.lowercased()
        if name == "cookie" {
            for pair in value.split(separator: ";") {
                add(pair.firstIndex(of: "=").map { String(pair[$0...].dropFirst()) } ?? String(pair))
            }
            return
        }
        let words = value.split(separator: " ", maxSplits: 1)
        guard words.count == 2 else { return add(value) }
        add(String(words[1]))
        if words[0].lowercased() == "basic", let data = Data(base64Encoded: String(words[1])) {
            add(userInformation: String(decoding: data, as: UTF8.self))
        }
    }

    private mutating func add(body: Data, _ contentType: String?, _ redaction: Redaction) {
        if let parts = MultipartParts(body, contentType: contentType), !parts.parts.isEmpty {
            for part in parts.parts {
                guard let content = part.text(in: body) else { continue }
                if redaction.masksParameter(part.name) { add(content) }
            }
            return
        }
        switch body.first(where: { !($0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09) }) {
        case UInt8(ascii: "{")?, UInt8(ascii: "[")?:
            if let node = try? JSONNode(json: body) { add(node, isSecret: false, redaction) }
        default:
            let mediaType = contentType?.lowercased() ?? ""
            guard
                mediaType.isEmpty || mediaType.hasPrefix("multipart/")
                    || mediaType.hasPrefix("application/x-www-form-urlencoded")
                    || mediaType.hasPrefix("text/plain")
            else { return }
            add(form: Substring(decoding: body, as: UTF8.self), redaction)
        }
    }

    /// The secret members of JSON, and whatever goes by a name and a value as the cookies of a HAR do.
    mutating func add(_ node: JSONNode, isSecret: Bool, _ redaction: Redaction) {
        switch node {
        case .null, .bool: break
        case .number(let text), .string(let text): if isSecret { add(text) }
        case .array(let elements): for element in elements { add(element, isSecret: isSecret, redaction) }
        case .object(let members):
            for member in members {
                add(member.value, isSecret: isSecret || redaction.masks(member.name), redaction)
            }
        }
    }
}
