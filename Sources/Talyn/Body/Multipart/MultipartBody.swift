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
