#if Tools
import Foundation
import _TalynSupport

/// The content of a form in the body of a request.
struct FormData {
    private(set) var fields = FieldList()

    /// The content of the first file of each name, as text.
    private(set) var files: [String: JSONNode] = [:]

    /// Parses `body` if `contentType` is that of a form.
    init?(contentType: String, body: [UInt8]) {
        switch MediaType(contentType).essence {
        case "application/x-www-form-urlencoded":
            fields = FieldList(urlEncoded: String(decoding: body, as: UTF8.self))
        case "multipart/form-data":
            let body = Data(body)
            guard let read = MultipartParts(body, contentType: contentType) else { return nil }
            for part in read.parts where !part.name.isEmpty { add(part, body[part.content]) }
        default:
            return nil
        }
    }

    private mutating func add(_ part: MultipartParts.Part, _ content: Data) {
        if part.filename == nil {
            fields.append(name: part.name, value: String(decoding: content, as: UTF8.self))
        } else if files[part.name] == nil {
            files[part.name] = .string(
                content.jsonSafeText(contentType: part.contentType ?? "application/octet-stream")
            )
        }
    }
}
#endif
