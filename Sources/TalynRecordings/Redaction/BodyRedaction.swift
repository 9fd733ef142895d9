import TalynCore
import _TalynFoundation
import _TalynSupport

/// Masks the secrets in recorded bodies, which stay valid, unlike the shortened ones in a log.
struct BodyRedaction {
    /// Collects the values that are masked by their names.
    final class Finder {
        var secrets = Secrets()
    }

    let redaction: Redaction
    let secrets: Secrets
    /// Collects the masked values; nil if they aren't needed.
    private let finder: Finder?
    /// The number of bodies around this one. Deeply nested ones are ignored.
    private var depth = 0

    init(redaction: Redaction, secrets: Secrets, finder: Finder? = nil) {
        self.redaction = redaction
        self.secrets = secrets
        self.finder = finder
    }

    /// The redaction of a body in this body.
    private var inner: BodyRedaction {
        var inner = self
        inner.depth += 1
        return inner
    }

    private var isTooDeep: Bool { depth > 8 }

    /// The body, with recognised secrets masked.
    func body(_ body: Data, contentType: String?) -> Data {
        guard !redaction.isOff, !body.isEmpty else { return body }
        var contentType = contentType
        if !isTooDeep, let parts = MultipartParts(body, contentType: contentType) {
            if !parts.parts.isEmpty { return multipart(body, parts, contentType) }
            // A body without parts isn't multipart, despite its media type.
            contentType = nil
        }
        // UTF-16 can look like UTF-8 with many NULs.
        guard let text = String(validatingUTF8Bytes: body), !text.utf8.contains(0) else {
            return inOtherEncoding(body, contentType: contentType)
        }
        let masked = self.text(text, contentType: contentType)
        return masked == text ? body : Data(masked.utf8)
    }

    /// Text in another encoding than UTF-8, with its secrets masked. Other bytes stay unchanged.
    private func inOtherEncoding(_ body: Data, contentType: String?) -> Data {
        let mediaType = contentType?.lowercased() ?? ""
        let utf16 = Self.utf16(body)
        let isUTF16 = utf16 != nil
        let isText = ["text/", "json", "xml", "x-www-form-urlencoded", "script"].contains(where: mediaType.contains)
        // Without a media type of text, JSON still shows itself.
        guard isText || isUTF16 || body.first == UInt8(ascii: "{") || body.first == UInt8(ascii: "[") else {
            return body
        }
        // These bytes aren't text, despite their media type. A mask would break them.
        if !isUTF16, body.contains(where: { $0 < 0x09 || 0x0E..<0x20 ~= $0 && $0 != 0x1B }) { return body }
        // In Latin-1 every byte is a character, and all these encodings share ASCII.
        let encoding = utf16 ?? .isoLatin1
        guard let text = String(data: body, encoding: encoding) else { return body }
        let masked = self.text(text, contentType: contentType)
        if masked == text { return body }
        return masked.replacing(Redaction.mask, with: "...").data(using: encoding) ?? Data()
    }

    /// The encoding of a text in UTF-16; nil for other bytes. Without a byte order mark, every second byte of ASCII is zero.
    private static func utf16(_ body: Data) -> String.Encoding? {
        if body.starts(with: [0xFF, 0xFE]) || body.starts(with: [0xFE, 0xFF]) { return .utf16 }
        guard body.count >= 4, body.count.isMultiple(of: 2) else { return nil }
        let start = Array(body.prefix(64))
        let zeros = start.indices.filter { start[$0] == 0 }
        guard zeros.count * 4 > start.count else { return nil }
        if zeros.allSatisfy({ !$0.isMultiple(of: 2) }) { return .utf16LittleEndian }
        return zeros.allSatisfy { $0.isMultiple(of: 2) } ? .utf16BigEndian : nil
    }

    func text(_ text: String, contentType: String?) -> String {
        guard !redaction.isOff, !text.isEmpty else { return text }
        if !isTooDeep, MultipartParts.boundary(contentType) != nil {
            let inner = inner
            return String(decoding: inner.body(Data(text.utf8), contentType: contentType), as: UTF8.self)
        }
        let mediaType = MediaType(contentType ?? "").essence
        switch mediaType {
        case "application/x-ndjson", "application/jsonl", "application/json-seq", "text/event-stream":
            return lines(text) { line($0) }
        case "application/http" where !isTooDeep, "message/http" where !isTooDeep:
            return message(text)
        case "application/graphql":
            return unread(text, as: "application/graphql")
        case "text/csv", "application/csv", "text/tab-separated-values":
            return unread(text, as: "text/csv")
        case _ where mediaType.hasSuffix("yaml") && !isJSON(text):
            // A flow mapping looks like JSON.
            return secrets.mask(urls(found(TextMask(redaction).mask(text))))
        case "application/x-www-form-urlencoded" where !Self.startsAsJSON(text):
            finder?.secrets.add(form: text[...], redaction)
            return secrets.mask(redaction.parameters(text))
        case _ where isMarkup(text, mediaType):
            return unread(text, as: "text/csv")
        case _ where mediaType.hasSuffix("json") || Self.startsAsJSON(text):
            return json(text)
        case _ where Self.isJSONInAScript(text, mediaType):
            return line(text)
        default:
            return secrets.mask(urls(named(text, mediaType)))
        }
    }

    // MARK: Formats

    private func isJSON(_ text: String) -> Bool { redaction.shows(text, as: "application/json") }

    private func json(_ text: String) -> String {
        finder?.secrets.add(json: text, redaction)
        let masked = redaction.body(Data(text.utf8), contentType: "application/json")
        return secrets.mask(json: masked.map { String(decoding: $0, as: UTF8.self) } ?? brokenJSON(text))
    }

    /// Several texts of JSON, a part of one, or none. A name can stand where JSON allows none.
    private func brokenJSON(_ text: String) -> String {
        let masked = redaction.recordedJSONMask.masked(text)
        return redaction.shows(masked, as: "text/yaml") ? masked : found(TextMask(redaction).mask(masked))
    }

    /// A line of JSON, or of an event with JSON after the name of its field, without its secrets.
    func line(_ line: String) -> String {
        guard let start = line.unicodeScalars.firstIndex(where: { $0 == "{" || $0 == "[" }) else {
            return secrets.mask(urls(found(TextMask(redaction).mask(line))))
        }
        let json = String(line[start...])
        finder?.secrets.add(json: json, redaction)
        let prefix = found(TextMask(redaction).mask(String(line[..<start])))
        return secrets.mask(prefix)
            + secrets.mask(json: isJSON(json) ? redaction.recordedJSONMask.masked(json) : brokenJSON(json))
    }

    /// A text in a format that isn't read: without the known secrets, or only a mask if it names another one.
    private func unread(_ text: String, as mediaType: String) -> String {
        let shown = secrets.mask(urls(text))
        guard !redaction.shows(text, as: mediaType) else { return shown }
        finder?.secrets.add(valuesOf: text, redaction)
        return Redaction.mask
    }

    private func isMarkup(_ text: String, _ mediaType: String) -> Bool {
        // Servers call JSON a page, too.
        if ["/html", "/xml", "+xml"].contains(where: mediaType.hasSuffix) { return !isJSON(text) }
        return !Self.isCode(mediaType) && Self.firstSign(of: text) == "<"
    }

    /// Whether names in a text are those of code, which don't name values.
    private static func isCode(_ mediaType: String) -> Bool { mediaType == "text/css" || mediaType.contains("script") }

    /// Text with the values masked whose names are secret.
    private func named(_ text: String, _ mediaType: String) -> String {
        if Self.isCode(mediaType) { return text }
        guard mediaType.isEmpty || mediaType == "text/plain" else { return found(TextMask(redaction).mask(text)) }
        finder?.secrets.add(form: text[...], redaction)
        // Its lines may be forms.
        return found(TextMask(redaction).mask(redaction.parameters(text)))
    }

    /// An HTTP message in the body of another one.
    private func message(_ text: String) -> String {
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        var contentType: String?
        var masked: [String] = []
        for (index, line) in lines.enumerated() {
            if index > 0, line.allSatisfy(\.isWhitespace) {
                let body = lines[(index + 1)...].joined(separator: "\n")
                return (masked + [line, inner.text(body, contentType: contentType)]).joined(separator: "\n")
            }
            guard index > 0, let colon = line.unicodeScalars.firstIndex(of: ":") else {
                masked.append(secrets.mask(urls(line)))
                continue
            }
            let name = String(line[..<colon])
            let value = line[colon...].dropFirst().withoutOuterWhiteSpace
            if name.lowercased() == "content-type" { contentType = value }
            if redaction.masks(name) { finder?.secrets.add(value: value, ofHeaderField: name) }
            let shown = secrets.mask(redaction.value(value, ofHeaderField: name))
            masked.append("\(secrets.mask(name)): \(shown)" + (line.unicodeScalars.last == "\r" ? "\r" : ""))
        }
        return masked.joined(separator: "\n")
    }

    private func multipart(_ body: Data, _ parts: MultipartParts, _ contentType: String?) -> Data {
        var output = Data()
        var end = body.startIndex
        for part in parts.parts {
            output.append(head(body[end..<part.content.lowerBound], parts.delimiter))
            let content = body[part.content]
            let masked: Data
            if redaction.masksParameter(part.name) {
                part.text(in: body).map { finder?.secrets.add($0) }
                masked = Data(Redaction.mask.utf8)
            } else {
                masked = inner.body(Data(content), contentType: part.contentType)
            }
            output.append(masked)
            end = part.content.upperBound
        }
        output.append(head(body[end..<parts.epilogue.lowerBound], parts.delimiter))
        // Readers ignore it, but it is in the file.
        output.append(inner.body(Data(body[parts.epilogue]), contentType: contentType))
        return output
    }

    /// The bytes between two contents: the header fields of the next part without the secrets. The delimiter stays.
    private func head(_ bytes: Data, _ delimiter: Data) -> Data {
        guard !secrets.isEmpty, let text = String(validatingUTF8Bytes: bytes) else { return Data(bytes) }
        let delimiter = String(decoding: delimiter, as: UTF8.self)
        return Data(text.components(separatedBy: delimiter).map { secrets.mask($0) }.joined(separator: delimiter).utf8)
    }

    // MARK: Pieces

    private func found(_ masked: (text: String, secrets: [String])) -> String {
        for secret in masked.secrets { finder?.secrets.add(secret) }
        return masked.text
    }

    private func lines(_ text: String, _ change: (String) -> String) -> String {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { change(String($0)) }.joined(separator: "\n")
    }

    private func urls(_ text: String) -> String {
        text.mappingURLs { word in
            let masked = redaction.url(word)
            if masked != word { finder?.secrets.add(url: word, redaction) }
            return masked
        }
    }
}

extension BodyRedaction {
    /// Whether a text is JSON after a prefix against script inclusion, or the JSON argument of a script.
    private static func isJSONInAScript(_ text: String, _ mediaType: String) -> Bool {
        let start = text.utf8.drop { $0 == 0x20 || 0x09...0x0D ~= $0 || [0xEF, 0xBB, 0xBF].contains($0) }
        if start.starts(with: ")]}'".utf8) { return true }
        guard mediaType.contains("javascript") || mediaType.contains("ecmascript") else { return false }
        let call = start.starts(with: "/**/".utf8) ? start.dropFirst(4) : start
        let rest = call.drop { $0 != UInt8(ascii: "(") }
        let first = rest.dropFirst().first { $0 != 0x20 && !(0x09...0x0D ~= $0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
        return call.prefix { $0 != UInt8(ascii: "(") }.allSatisfy { byte in
            let sign = Character(Unicode.Scalar(byte))
            return byte >= 0x80 || sign.isLetter || sign.isNumber || "_$. ".contains(sign)
        }
    }

    static func startsAsJSON(_ text: String) -> Bool {
        let first = firstSign(of: text)
        return first == "{" || first == "["
    }

    static func firstSign(of text: String) -> Unicode.Scalar? {
        text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
    }
}

extension Redaction {
    /// Whether a text with a media type can be shown, perhaps with masks.
    func shows(_ text: String, as mediaType: String) -> Bool {
        body(Data(text.utf8), contentType: mediaType) != nil
    }

    /// Masks the values of secret members, and the secrets in other strings.
    var recordedJSONMask: JSONMask { JSONMask(Self.mask, isSecret: masks) { text($0) } }
}
