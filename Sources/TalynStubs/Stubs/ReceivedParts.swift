public import _TalynFoundation
import _TalynSupport

/// The parts of a multipart body (RFC 7578), in their order.
public struct ReceivedParts: Sendable, RandomAccessCollection {
    private let parts: [ReceivedPart]

    init(_ body: Data, contentType: String?) {
        let read = MultipartParts(body, contentType: contentType)?.parts ?? []
        parts = read.map { part in
            ReceivedPart(
                name: part.name.withoutEscapes,
                fileName: part.filename?.withoutEscapes,
                contentType: part.contentType,
                body: Data(body[part.content])
            )
        }
    }

    public var startIndex: Int { parts.startIndex }

    public var endIndex: Int { parts.endIndex }

    public subscript(position: Int) -> ReceivedPart { parts[position] }

    /// The first part with a name.
    public subscript(name: String) -> ReceivedPart? { parts.first { $0.name == name } }
}

/// A part of a multipart body (RFC 7578).
public struct ReceivedPart: Sendable, Hashable {
    /// The name of the form field; empty for a part without one.
    public let name: String

    /// The name of the file; nil for a part without one.
    public let fileName: String?

    /// The media type; nil for a part without one.
    public let contentType: String?

    /// The content.
    public let body: Data

    /// The content as text; nil if it isn't UTF-8.
    public var text: String? { String(data: body, encoding: .utf8) }

    /// The JSON of the content, decoded to a type.
    ///
    /// - Throws: The error of the decoder.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        using decoder: JSONDecoder = CodingOptions().jsonDecoder
    ) throws -> Value {
        try decoder.decode(type, from: body)
    }
}

extension String {
    /// The text of a quoted string as clients escape it (HTML, section 4.10.21.8).
    fileprivate var withoutEscapes: String {
        guard contains("%") else { return self }
        return replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }
}
