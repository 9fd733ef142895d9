import TalynCore
import _TalynFoundation
import _TalynSupport

extension Secrets {
    /// The secrets of a request, by their names.
    init(url: String, headerFields: HTTPFields, body: Data?, _ redaction: Redaction) {
        guard !redaction.isOff else { return }
        add(url: url, redaction)
        for field in headerFields where redaction.masks(field.name.rawName) {
            add(value: field.value, ofHeaderField: field.name.rawName)
        }
        if let body, !body.isEmpty { add(body: body, headerFields[.contentType], redaction) }
    }

    init(_ request: OutgoingRequest, body: Data?, _ redaction: Redaction) {
        self.init(url: request.urlText, headerFields: request.headerFields, body: body, redaction)
    }

    init(_ entry: Recording.Entry, _ redaction: Redaction) {
        self.init(url: entry.url, headerFields: entry.requestHeaderFields, body: entry.requestBody, redaction)
    }

    mutating func add(url: String, _ redaction: Redaction, depth: Int = 0) {
        if url.utf8.contains(UInt8(ascii: "@")), let slashes = url.firstRange(of: "//") {
            let authority = url[slashes.upperBound...].prefix { !"/?#".contains($0) }
            if let at = authority.lastIndex(of: "@") {
                add(userInformation: String(authority[..<at]))
                if let plain = String(authority[..<at]).percentDecoded { add(userInformation: plain) }
            }
        }
        let path = url.prefix { $0 != "?" && $0 != "#" }
        for segment in path.split(separator: "/") {
            guard let parameters = segment.firstIndex(of: ";") else { continue }
            add(form: segment[parameters...], redaction, depth: depth)
        }
        guard let start = url.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return }
        add(form: url[start...].dropFirst(), redaction, depth: depth)
    }

    /// Adds the secrets of a query, a fragment or a form.
    mutating func add(form: Substring, _ redaction: Redaction, depth: Int = 0) {
        // Bytes, since CR LF is one `Character`.
        for pair in form.utf8.split(whereSeparator: { "&;?#\r\n".utf8.contains($0) }) {
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(Substring(pair[..<equals]))
            let value = String(Substring(pair[equals...].dropFirst()))
            guard redaction.masksParameter(name.percentDecoded ?? name) else {
                if depth < Self.maximumDepth, value.utf8.contains(where: { "=@{[%".utf8.contains($0) }) {
                    add(nested: value.percentDecoded ?? value, redaction, depth: depth + 1)
                }
                continue
            }
            add(value)
            add(value.replacing("+", with: " "))
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

    /// Adds the secrets of a body in any format.
    private mutating func add(body: Data, _ contentType: String?, _ redaction: Redaction) {
        let finder = BodyRedaction.Finder()
        _ = BodyRedaction(redaction: redaction, secrets: Secrets(), finder: finder)
            .body(body, contentType: contentType)
        add(finder.secrets)
    }

    /// Adds the secrets of JSON, and those in its strings.
    mutating func add(json text: String, _ redaction: Redaction, depth: Int = 0) {
        for value in redaction.recordedJSONMask.values(in: text) {
            if value.isSecret {
                add(value.text)
            } else if depth < Self.maximumDepth {
                add(nested: value.text, redaction, depth: depth + 1)
            }
        }
    }

    /// Adds the secrets of JSON, URLs, a form, or a text that is masked as a whole, inside a value.
    private mutating func add(nested value: String, _ redaction: Redaction, depth: Int) {
        if redaction.text(value) == Redaction.mask { add(valuesOf: value, redaction) }
        if BodyRedaction.startsAsJSON(value) { return add(json: value, redaction, depth: depth) }
        for word in value.split(whereSeparator: \.isWhitespace) { add(url: String(word), redaction, depth: depth) }
        add(form: value[...], redaction, depth: depth)
    }

    /// The maximum nesting of values: a URL in a URL in a URL.
    private static let maximumDepth = 3
}
