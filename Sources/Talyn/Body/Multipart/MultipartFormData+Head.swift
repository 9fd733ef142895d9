import Foundation

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
