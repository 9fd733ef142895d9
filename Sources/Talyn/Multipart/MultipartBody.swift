package import Foundation

/// Puts the parts of a multipart body together (RFC 2046, section 5.1).
struct MultipartBody {
    /// Up to which size a body whose parts are all in memory is put together there.
    private static let inMemoryLimit: Int64 = 10_000_000
    /// How many bytes of a part are rather copied than handed out apart from what is around them.
    private static let copyLimit = 65_536

    private var segments: [BodySegment] = []
    /// What is in memory and goes behind the segments.
    private var tail = Data()

    /// - Throws: ``BodyError`` for no parts, a name that can't be sent, a file that can't be read, or a stream that has
    ///   been read already.
    init(_ parts: [MultipartFormData], boundary: MultipartBoundary) throws(BodyError) {
        guard !parts.isEmpty else { throw .emptyMultipart }
        for (index, part) in parts.enumerated() {
            append("\(index == 0 ? "" : "\r\n")--\(boundary.text)\r\n")
            append(try part.head(index))
            switch part.provider {
            case .data(let data):
                append(data)
            case .file(let url):
                append(try BodySegment(file: url))
            case .stream(let stream, let length):
                let stream = SingleUseStream(stream: stream)
                guard stream.isUnused else { throw .streamAlreadyUsed }
                append(.stream(stream, length: Int64(clamping: length)))
            }
        }
        append("\r\n--\(boundary.text)--\r\n")
        flush()
    }

    /// The whole body.
    var body: HTTPBody {
        guard segments.totalLength <= Self.inMemoryLimit, let data else { return HTTPBody(segments) }
        return HTTPBody(data)
    }

    /// The whole body, if all parts are in memory.
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

extension MultipartFormData {
    /// The multipart body of parts that are all in memory.
    ///
    /// - Returns: Nil if a part is a file or a stream.
    /// - Throws: ``BodyError`` for a boundary or a part that can't be sent.
    package static func encode(_ parts: [MultipartFormData], boundary: String) throws(BodyError) -> Data? {
        try MultipartBody(parts, boundary: MultipartBoundary(boundary)).data
    }
}

extension MultipartFormData {
    /// What stands before the content: `Content-Disposition` and, unless it is a plain field, `Content-Type`
    /// (RFC 7578, section 4).
    ///
    /// - Parameter index: Which part it is, for an error.
    func head(_ index: Int) throws(BodyError) -> String {
        var head = "Content-Disposition: form-data; name=\"\(try Self.quotable(name, .name, index))\""
        let fileName = fileName ?? defaultFileName
        if let fileName {
            head += "; filename=\"\(try Self.quotable(fileName, .fileName, index))\""
        }
        if let mimeType = mimeType ?? fileName.map({ MediaType.forFile(named: $0) }) {
            head += "\r\nContent-Type: \(try Self.checked(mimeType, .mimeType, index))"
        }
        return head + "\r\n\r\n"
    }

    private var defaultFileName: String? {
        if case .file(let url) = provider { url.lastPathComponent } else { nil }
    }

    /// The text as it may stand between quotes: browsers write a quote as `%22`, and servers have come to expect that.
    private static func quotable(
        _ text: String,
        _ property: BodyError.PartProperty,
        _ part: Int
    ) throws(BodyError) -> String {
        try checked(text, property, part).replacingOccurrences(of: "\"", with: "%22")
    }

    private static func checked(
        _ text: String,
        _ property: BodyError.PartProperty,
        _ part: Int
    ) throws(BodyError) -> String {
        // Byte by byte: to Swift, CR LF is a character of its own.
        if text.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) {
            throw .forbiddenCharacter(in: property, part: part)
        }
        return text
    }
}

/// What separates the parts of a multipart body (RFC 2046, section 5.1.1).
struct MultipartBoundary: Sendable {
    let text: String

    /// A random one: 122 bits of chance, so that no content has it.
    init() {
        text = "talyn-\(UUID().uuidString)"
    }

    /// - Throws: ``BodyError/invalidBoundary(_:)`` for a text that is none.
    init(_ text: String) throws(BodyError) {
        guard (1...70).contains(text.utf8.count), ASCIISet.boundary.containsAll(text.utf8), text.utf8.last != 0x20
        else {
            throw .invalidBoundary(text)
        }
        self.text = text
    }

    /// The one in a media type such as `multipart/form-data; boundary=abc`; nil if there is none or it is no multipart
    /// type.
    init?(contentType: String) throws(BodyError) {
        let mediaType = MediaType(contentType)
        guard mediaType.type == "multipart", !mediaType.subtype.isEmpty, let text = mediaType.parameters["boundary"]
        else { return nil }
        try self.init(text)
    }
}

extension ASCIISet {
    /// What a boundary is made of: `bchars`.
    fileprivate static let boundary = ASCIISet(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'()+_,-./:=? "
    )
}
