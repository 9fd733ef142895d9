import HTTPTypes
package import _TalynFoundation
import _TalynSupport

/// Builds a multipart body from its parts (RFC 2046, section 5.1).
struct MultipartBody {
    /// The maximum size of a body that is built in memory.
    private static let inMemoryLimit: Int64 = 10_000_000
    /// The maximum size of a part in memory that is copied instead of becoming a segment of its own.
    private static let copyLimit = 65_536

    private var segments: [BodySegment] = []
    /// Bytes in memory after the last segment.
    private var tail = Data()

    /// - Throws: ``BodyError`` if there are no parts, a name is invalid, or a file can't be read.
    init(_ parts: [MultipartPart], boundary: MultipartBoundary) throws(BodyError) {
        guard !parts.isEmpty else { throw .emptyMultipart }
        for (index, part) in parts.enumerated() {
            append("\(index == 0 ? "" : "\r\n")--\(boundary.text)\r\n")
            append(try part.head(index))
            switch part.content {
            case .data(let data):
                append(data)
            case .file(let url):
                append(try BodySegment(file: url))
            case .stream(let upload):
                append(.body(upload.body))
            }
        }
        append("\r\n--\(boundary.text)--\r\n")
        flush()
    }

    /// The body.
    var body: HTTPBody {
        guard segments.totalLength ?? .max <= Self.inMemoryLimit, let data else { return HTTPBody(segments) }
        return HTTPBody(data)
    }

    /// The body in memory; nil if a part is a file or a stream.
    var data: Data? {
        var whole = Data()
        for segment in segments {
            guard case .data(let data) = segment else { return nil }
            whole.isEmpty ? whole = data : whole.append(data)
        }
        return whole
    }

    private mutating func append(_ text: String) {
        tail.append(contentsOf: text.utf8)
    }

    private mutating func append(_ data: Data) {
        if data.count <= Self.copyLimit {
            tail.append(data)
        } else {
            append(.data(data))
        }
    }

    private mutating func append(_ segment: BodySegment) {
        flush()
        segments.append(segment)
    }

    private mutating func flush() {
        if !tail.isEmpty { segments.append(.data(tail)) }
        tail = Data()
    }
}

extension MultipartPart {
    /// Encodes parts that are in memory as a multipart body.
    ///
    /// - Returns: Nil if a part is a file or a stream.
    /// - Throws: ``BodyError`` for an invalid boundary or part.
    package static func encode(_ parts: [MultipartPart], boundary: String) throws(BodyError) -> Data? {
        try MultipartBody(parts, boundary: MultipartBoundary(boundary)).data
    }
}

extension MultipartPart {
    /// The header of the part: `Content-Disposition`, and `Content-Type` except for a plain field (RFC 7578, section
    /// 4).
    ///
    /// - Parameter index: The index of the part, for errors.
    func head(_ index: Int) throws(BodyError) -> String {
        var head = "Content-Disposition: form-data; name=\"\(try Self.quotable(name, "name", index))\""
        let fileName = fileName ?? defaultFileName
        if let fileName {
            head += "; filename=\"\(try Self.quotable(fileName, "file name", index))\""
        }
        if let contentType = contentType ?? fileName.map({ MediaType.forFile(named: $0) }) {
            head += "\r\nContent-Type: \(try Self.checked(contentType, "media type", index))"
        }
        for field in headerFields where field.name != .contentDisposition && field.name != .contentType {
            head += "\r\n\(field.name.rawName): \(field.value)"
        }
        return head + "\r\n\r\n"
    }

    private var defaultFileName: String? {
        if case .file(let url) = content { url.lastPathComponent } else { nil }
    }

    /// Escapes a text for a quoted string. Browsers write a quotation mark as `%22`, and servers expect that.
    private static func quotable(
        _ text: String,
        _ property: String,
        _ part: Int
    ) throws(BodyError) -> String {
        try checked(text, property, part).replacing("\"", with: "%22")
    }

    private static func checked(
        _ text: String,
        _ property: String,
        _ part: Int
    ) throws(BodyError) -> String {
        // Compares bytes, since CR LF is one `Character`.
        if text.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) {
            throw .forbiddenCharacter(in: property, part: part)
        }
        return text
    }
}

/// The boundary between the parts of a multipart body (RFC 2046, section 5.1.1).
struct MultipartBoundary: Sendable {
    let text: String

    /// Creates a random boundary of 122 bits, which no content contains.
    init() {
        text = "talyn-\(UUID().uuidString)"
    }

    /// - Throws: ``BodyError/invalidBoundary(_:)`` for an invalid boundary.
    init(_ text: String) throws(BodyError) {
        guard (1...70).contains(text.utf8.count), ASCIISet.boundary.containsAll(text.utf8), text.utf8.last != 0x20
        else {
            throw .invalidBoundary(text)
        }
        self.text = text
    }

    /// The boundary in a media type such as `multipart/form-data; boundary=abc`; nil if the type is not a multipart
    /// type or has no boundary.
    init?(contentType: String) throws(BodyError) {
        let mediaType = MediaType(contentType)
        guard mediaType.type == "multipart", !mediaType.subtype.isEmpty, let text = mediaType.parameters["boundary"]
        else { return nil }
        try self.init(text)
    }
}

extension ASCIISet {
    /// The characters of a boundary: `bchars`.
    fileprivate static let boundary = ASCIISet(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'()+_,-./:=? "
    )
}
