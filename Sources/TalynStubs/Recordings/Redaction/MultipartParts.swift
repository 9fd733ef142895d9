import Foundation

/// The ranges of the parts of a multipart body (RFC 2046, section 5.1.1).
struct MultipartParts {
    struct Part {
        /// The name of the form field; empty for a part without one.
        let name: String
        let contentType: String?
        let content: Range<Data.Index>

        func text(in body: Data) -> String? {
            let data = body[content]
            let text = String(decoding: data, as: UTF8.self)
            return text.utf8.elementsEqual(data) ? text : nil
        }
    }

    let boundary: String
    let parts: [Part]

    /// Nil if the body isn't multipart.
    init?(_ body: Data, contentType: String?) {
        guard let boundary = Self.boundary(contentType) else { return nil }
        self.boundary = boundary
        var delimiter = Data("--\(boundary)".utf8)
        var parts: [Part] = []
        var start = body.range(of: delimiter)?.upperBound
        if start == nil, body.starts(with: Data("--".utf8)) {
            // The boundary in the body counts more than the one in the header field.
            delimiter = Data(body.prefix(Self.maximumBoundaryLength + 2).prefix { $0 != 0x0A && $0 != 0x0D })
            start = delimiter.count > 2 ? body.startIndex + delimiter.count : nil
        }
        while let from = start, let end = body[from...].range(of: delimiter) {
            if let part = Self.part(body, from..<end.lowerBound) { parts.append(part) }
            start = end.upperBound
        }
        // The last part of a body that was cut off has no end.
        if let from = start, let part = Self.part(body, from..<body.endIndex) { parts.append(part) }
        self.parts = parts
    }

    /// RFC 2046, section 5.1.1, allows 70.
    private static let maximumBoundaryLength = 200

    static func boundary(_ contentType: String?) -> String? {
        guard let contentType, contentType.lowercased().hasPrefix("multipart/"),
            let start = contentType.range(of: "boundary=", options: .caseInsensitive)
        else { return nil }
        let rest = contentType[start.upperBound...]
        let value = rest.first == "\"" ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != ";" && $0 != " " }
        // The search for a very long boundary in a similar body would take too long.
        return value.isEmpty || value.utf8.count > maximumBoundaryLength ? nil : String(value)
    }

    private static func part(_ body: Data, _ range: Range<Data.Index>) -> Part? {
        let ends = ["\r\n\r\n", "\n\n"].compactMap { body[range].range(of: Data($0.utf8)) }
        guard let headEnd = ends.min(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
        let head = String(decoding: body[range.lowerBound..<headEnd.lowerBound], as: UTF8.self)
        var name = ""
        var contentType: String?
        for line in head.split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            switch line[..<colon].lowercased() {
            case "content-disposition":
                let names = [" name=", ";name="].lazy.compactMap { value.range(of: $0, options: .caseInsensitive) }
                guard let start = names.first else { continue }
                let rest = value[start.upperBound...]
                name = String(
                    rest.first == "\"" ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != ";" }
                )
            case "content-type": contentType = value
            default: break
            }
        }
        var end = range.upperBound
        if end > headEnd.upperBound, body[end - 1] == 0x0A {
            end -= end - headEnd.upperBound >= 2 && body[end - 2] == 0x0D ? 2 : 1
        }
        return Part(name: name, contentType: contentType, content: headEnd.upperBound..<max(end, headEnd.upperBound))
    }
}
