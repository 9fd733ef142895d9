public import _TalynFoundation

/// The ranges of the parts of a multipart body (RFC 2046, section 5.1.1).
public struct MultipartParts {
    public struct Part {
        /// The name of the form field; empty for a part without one.
        public var name = ""
        /// The name of the file; nil for a part without one.
        public var filename: String?
        public var contentType: String?
        public var content: Range<Data.Index>

        public func text(in body: Data) -> String? { String(validatingUTF8Bytes: body[content]) }
    }

    /// The text before each part, and after the last one.
    public let delimiter: Data
    public let parts: [Part]
    /// The bytes after the closing delimiter, which are no part.
    public let epilogue: Range<Data.Index>

    /// Nil if the body isn't multipart.
    public init?(_ body: Data, contentType: String?) {
        guard let boundary = Self.boundary(contentType) else { return nil }
        var delimiter = Data("--\(boundary)".utf8)
        var starts = Self.starts(of: delimiter, in: body)
        if starts.isEmpty, body.starts(with: Data("--".utf8)) {
            // The boundary in the body counts more than the one in the header field.
            delimiter = Data(body.prefix(Self.maximumBoundaryLength + 2).prefix { $0 != 0x0A && $0 != 0x0D })
            starts = delimiter.count > 2 ? Self.starts(of: delimiter, in: body) : []
        }
        let bytes = Array(body)
        let close = starts.firstIndex { bytes[($0 + delimiter.count)...].starts(with: "--".utf8) }
        // The last part of a body that was cut off has no end.
        let ends = starts.dropFirst() + [bytes.count]
        parts = zip(starts.prefix(upTo: close ?? starts.endIndex), ends).compactMap { start, end in
            Self.part(bytes, start + delimiter.count..<end, at: body.startIndex)
        }
        let end = close.map { starts[$0] + delimiter.count + 2 } ?? bytes.count
        epilogue = body.startIndex + end..<body.endIndex
        self.delimiter = delimiter
    }

    /// RFC 2046, section 5.1.1, allows 70.
    private static let maximumBoundaryLength = 200

    public static func boundary(_ contentType: String?) -> String? {
        guard let contentType, contentType.lowercased().hasPrefix("multipart/"),
            let start = contentType.firstRange(ofCaseInsensitive: "boundary=")
        else { return nil }
        let rest = contentType[start.upperBound...]
        let value = rest.first == "\"" ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != ";" && $0 != " " }
        // The search for a very long boundary in a similar body would take too long.
        return value.isEmpty || value.utf8.count > maximumBoundaryLength ? nil : String(value)
    }

    /// The offsets of the delimiter. One search for all, since a search of `Data` in each rest takes quadratic time.
    private static func starts(of delimiter: Data, in body: Data) -> [Int] {
        let search = ByteSearch(Array(delimiter))
        return body.withUnsafeBytes { search.starts(in: $0.bindMemory(to: UInt8.self)) }
    }

    /// - Parameters:
    ///   - body: The bytes of the body.
    ///   - range: The offsets of the part.
    ///   - bodyStart: The index of the body's first byte.
    private static func part(_ body: [UInt8], _ range: Range<Int>, at bodyStart: Data.Index) -> Part? {
        guard let headEnd = headEnd(body, range) else { return nil }
        var end = range.upperBound
        if end > headEnd.upperBound, body[end - 1] == 0x0A {
            end -= end - headEnd.upperBound >= 2 && body[end - 2] == 0x0D ? 2 : 1
        }
        let content = headEnd.upperBound..<max(end, headEnd.upperBound)
        var part = Part(content: bodyStart + content.lowerBound..<bodyStart + content.upperBound)
        let head = String(decoding: body[range.lowerBound..<headEnd.lowerBound], as: UTF8.self)
        // Scalars: a form feed in a name ends no line, and a quotation mark with an accent after it is still one.
        for line in head.unicodeScalars.split(whereSeparator: { $0 == "\r" || $0 == "\n" }) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = String(line[line.index(after: colon)...]).withoutOuterSpaces
            switch String(line[..<colon]).lowercased() {
            case "content-disposition":
                part.name = parameter("name", of: value) ?? part.name
                part.filename = parameter("filename", of: value)
            case "content-type": part.contentType = value
            default: break
            }
        }
        return part
    }

    /// A parameter of a `Content-Disposition` field (RFC 7578, section 4.2).
    private static func parameter(_ name: String, of disposition: String) -> String? {
        let places = [" \(name)=", ";\(name)="].lazy.compactMap { disposition.firstRange(ofCaseInsensitive: $0) }
        guard let start = places.first else { return nil }
        let rest = disposition.unicodeScalars[start.upperBound...]
        return String(rest.first == "\"" ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != ";" })
    }

    /// The first blank line of a part, with the line end before it.
    private static func headEnd(_ body: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        for index in range where body[index] == 0x0A {
            let rest = body[index..<range.upperBound].dropFirst()
            if rest.first == 0x0A { return index..<index + 2 }
            if index > range.lowerBound, body[index - 1] == 0x0D, rest.starts(with: [0x0D, 0x0A]) {
                return index - 1..<index + 3
            }
        }
        return nil
    }
}

extension StringProtocol {
    /// The place of a text in lower case, in ASCII letters of any case.
    fileprivate func firstRange(ofCaseInsensitive text: String) -> Range<Index>? {
        // A lower-case form of other letters could have another length.
        let folded = utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
        guard let range = folded.firstRange(of: Array(text.utf8)) else { return nil }
        let start = utf8.index(startIndex, offsetBy: range.lowerBound)
        return start..<utf8.index(start, offsetBy: range.count)
    }
}
