/// Masks the secrets in bodies as recordings have them: unlike what is shown in a log, they have to stay whole.
struct BodyRedaction {
    let redaction: Redaction
    let secrets: Secrets

    /// The body with its secrets masked, as far as they can be recognised.
    func body(_ body: Data, contentType: String?) -> Data {
        guard !redaction.isOff, !body.isEmpty else { return body }
        if let parts = MultipartParts(body, contentType: contentType) { return multipart(body, parts) }
        let text = String(decoding: body, as: UTF8.self)
        guard text.utf8.elementsEqual(body) else { return inOtherEncoding(body, contentType: contentType) }
        let masked = self.text(text, contentType: contentType)
        return masked == text ? body : Data(masked.utf8)
    }

    /// Text in another encoding than UTF-8 with its secrets masked; what is no text is kept as it is.
    private func inOtherEncoding(_ body: Data, contentType: String?) -> Data {
        let mediaType = contentType?.lowercased() ?? ""
        guard ["text/", "json", "xml", "x-www-form-urlencoded", "script"].contains(where: mediaType.contains) else {
            return body
        }
        let isUTF16 = body.starts(with: [0xFF, 0xFE]) || body.starts(with: [0xFE, 0xFF])
        // No text has such bytes, whatever a server calls it: what a mask took away there would break it.
        if !isUTF16, body.contains(where: { $0 < 0x09 || 0x0E..<0x20 ~= $0 && $0 != 0x1B }) { return body }
        // Every byte is a character there, and in other encodings ASCII is the same.
        let encoding: String.Encoding = isUTF16 ? .utf16 : .isoLatin1
        guard let text = String(data: body, encoding: encoding) else { return body }
        let masked = self.text(text, contentType: contentType)
        if masked == text { return body }
        return masked.replacingOccurrences(of: Redaction.mask, with: "...").data(using: encoding) ?? Data()
    }

    func text(_ text: String, contentType: String?) -> String {
        guard !redaction.isOff, !text.isEmpty else { return text }
        if MultipartParts.boundary(contentType) != nil {
            return String(decoding: body(Data(text.utf8), contentType: contentType), as: UTF8.self)
        }
        return secrets.mask(maskedByName(text, contentType))
    }

    private func maskedByName(_ text: String, _ contentType: String?) -> String {
        let mediaType = (contentType ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        switch mediaType {
        case "application/x-ndjson", "application/jsonl", "application/json-seq", "text/event-stream":
            return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
                .map { line(String($0)) }.joined(separator: "\n")
        case _ where mediaType.hasSuffix("json") || Self.startsAsJSON(text):
            return redaction.body(Data(text.utf8), contentType: "application/json")
                .map { String(decoding: $0, as: UTF8.self) } ?? JSONMask(redaction).maskedAsFarAsItGoes(text)
        case "", "text/plain", "application/x-www-form-urlencoded":
            let masked = redaction.body(Data(text.utf8), contentType: contentType)
            return masked.map { String(decoding: $0, as: UTF8.self) } ?? urls(text)
        default:
            return urls(text)
        }
    }

    private static func startsAsJSON(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first(where: { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }) else {
            return false
        }
        return first == "{" || first == "["
    }

    /// A line of JSON, or of an event with JSON behind the name of its field.
    private func line(_ line: String) -> String {
        guard let start = line.unicodeScalars.firstIndex(where: { $0 == "{" || $0 == "[" }) else { return urls(line) }
        return String(line[..<start]) + JSONMask(redaction).maskedAsFarAsItGoes(String(line[start...]))
    }

    /// The URLs in a text without their secrets. A page is long, and most of its words are none.
    private func urls(_ text: String) -> String {
        var output: [UInt8] = []
        var changed = false
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            while start < bytes.count {
                var end = start
                var mayBeURL = false
                while end < bytes.count, !bytes[end].isSeparator {
                    if bytes[end].isURLSign { mayBeURL = true }
                    end += 1
                }
                if mayBeURL {
                    let word = String(decoding: bytes[start..<end], as: UTF8.self)
                    let masked = redaction.urls(in: word)
                    if masked != word {
                        changed = true
                        output.append(contentsOf: masked.utf8)
                        start = end
                    }
                }
                end = min(end + 1, bytes.count)
                output.append(contentsOf: bytes[start..<end])
                start = end
            }
        }
        return changed ? String(decoding: output, as: UTF8.self) : text
    }

    private func multipart(_ body: Data, _ parts: MultipartParts) -> Data {
        var output = Data()
        var copied = body.startIndex
        for part in parts.parts {
            let content = body[part.content]
            let masked =
                redaction.masksParameter(part.name)
                ? Data(Redaction.mask.utf8) : self.body(Data(content), contentType: part.contentType)
            guard masked != content else { continue }
            output.append(body[copied..<part.content.lowerBound])
            output.append(masked)
            copied = part.content.upperBound
        }
        guard copied > body.startIndex else { return body }
        output.append(body[copied...])
        return output
    }
}

extension UInt8 {
    /// Whether no URL has it in it.
    fileprivate var isSeparator: Bool {
        switch self {
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): true
        default: false
        }
    }

    /// Whether it is one of those of which a URL with a secret has at least one.
    fileprivate var isURLSign: Bool {
        self == UInt8(ascii: "?") || self == UInt8(ascii: "#") || self == UInt8(ascii: "@")
    }
}
