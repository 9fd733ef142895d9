#if Tools
import Foundation

/// The content of a form in the body of a request.
struct FormData {
    private(set) var fields = FieldList()

    /// The content of the first file of each name, as text.
    private(set) var files: [String: JSONValue] = [:]

    /// Parses `body` if `contentType` is that of a form.
    init?(contentType: String, body: [UInt8]) {
        let header = HeaderParameters(contentType)
        switch header.value.lowercased() {
        case "application/x-www-form-urlencoded":
            fields = FieldList(urlEncoded: String(decoding: body, as: UTF8.self))
        case "multipart/form-data":
            guard let boundary = header.parameters["boundary"], !boundary.isEmpty else { return nil }
            for part in MultipartParser(boundary: boundary).parts(of: Data(body)) {
                add(part)
            }
        default:
            return nil
        }
    }

    private mutating func add(_ part: MultipartParser.Part) {
        let disposition = HeaderParameters(part.headers["content-disposition"] ?? "")
        guard let name = disposition.parameters["name"] else { return }
        if disposition.parameters["filename"] == nil {
            fields.append(name: name, value: String(decoding: part.content, as: UTF8.self))
        } else if files[name] == nil {
            let contentType = part.headers["content-type"] ?? "application/octet-stream"
            files[name] = .string(part.content.jsonSafeText(contentType: contentType))
        }
    }
}
#endif
