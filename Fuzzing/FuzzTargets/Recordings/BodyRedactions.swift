#if FUZZING
import Foundation
import _TalynSupport

@testable import TalynCore
@testable import TalynRecordings
@testable import TalynStubs

extension FuzzTarget {
    /// A part with a secret name is masked, and the other parts stay.
    ///
    /// The input is the boundary, then a line for each part: name, file name and content.
    static let redactMultipart = FuzzTarget("redact-multipart") { input in
        let boundary = input.line()
        let place = input.number(below: 20)
        var parts: [MultipartPart] = []
        while !input.isEmpty, parts.count < 20 {
            let name = input.line()
            let fileName = input.line()
            let content = input.line().replacingOccurrences(of: "\\n", with: "\r\n")
            parts.append(MultipartPart(Data(content.utf8), name: name, fileName: fileName.isEmpty ? nil : fileName))
        }
        let secret = MultipartPart(Data(PlantedSecret.text.utf8), name: "password")
        let contentType = "multipart/form-data; boundary=\"\(boundary)\""
        guard let plain = try? MultipartPart.encode(parts, boundary: boundary),
            !String(decoding: plain, as: UTF8.self).contains(PlantedSecret.text), !boundary.contains("\"")
        else { return }
        parts.insert(secret, at: place % (parts.count + 1))
        guard let body = try? MultipartPart.encode(parts, boundary: boundary) else { return }
        let redaction = BodyRedaction(redaction: .default, secrets: Secrets())
        let redacted = redaction.body(body, contentType: contentType)
        require(redacted.count <= 6 * body.count + 64, "A redacted body is little longer.")
        let delimiter = "--\(boundary)"
        let isUnique = String(decoding: body, as: UTF8.self).components(separatedBy: delimiter).count == parts.count + 2
        guard isUnique else { return }
        PlantedSecret.checkAbsence(
            in: String(decoding: redacted, as: UTF8.self),
            of: String(decoding: body, as: UTF8.self)
        )
        let read = MultipartParts(redacted, contentType: contentType)?.parts.count
        requireEqual(read, parts.count, "A redacted body has the same parts.")
    }

    /// A known secret is masked in a body of each media type.
    ///
    /// The first line of the input is the media type.
    static let redactBody = FuzzTarget("redact-body") { input in
        let place = input.number(below: 65_536)
        let contentType = input.line()
        let redaction = BodyRedaction(redaction: .default, secrets: Secrets())
        let body = input.data
        let masked = redaction.body(body, contentType: contentType)
        require(masked.count <= 6 * body.count + 64, "A redacted body is little longer.")
        guard let original = String(validatingUTF8Bytes: body),
            let text = PlantedSecret.insert(PlantedSecret.text, into: original, at: place)
        else { return }
        var secrets = Secrets()
        secrets.add(PlantedSecret.text)
        // The delimiter of a multipart body stays.
        let isInDelimiter = text.split(whereSeparator: \.isNewline).contains {
            $0.hasPrefix("--") && $0.contains(PlantedSecret.text)
        }
        guard !isInDelimiter else { return }
        let knowing = BodyRedaction(redaction: .default, secrets: secrets)
        let redacted = knowing.body(Data(text.utf8), contentType: contentType)
        PlantedSecret.checkAbsence(in: String(decoding: redacted, as: UTF8.self), of: "\(contentType)\n\(text)")
    }

    /// The values of cookies are masked, and their names stay.
    static let redactCookies = FuzzTarget("redact-cookies") { input in
        let text = input.text
        guard !text.contains(PlantedSecret.text) else { return }
        let masks = EntryRedaction(.default, Secrets())
        for value in ["sid=\(PlantedSecret.text); \(text)", "\(text), sid=\(PlantedSecret.text)"] {
            let redacted = masks.headerField("Set-Cookie", value)
            PlantedSecret.checkAbsence(in: redacted, of: value)
            require(redacted.utf8.count <= 6 * value.utf8.count, "A redacted field is little longer.")
        }
        let sent = "sid=\(PlantedSecret.text); \(text)"
        PlantedSecret.checkAbsence(in: masks.headerField("Cookie", sent), of: sent)
        for cookie in SetCookie.cookies(in: text) {
            require(!cookie.name.contains("="), "A name has no equals sign.")
        }
    }
}
#endif
