import Foundation
import TalynCore
import Testing
import _TalynSupport

@testable import TalynRecordings
@testable import TalynStubs

/// The masks of secrets in multipart bodies.
struct MultipartRedactionTests {
    private static let secret = "s3cr3tMark3r"
    private static let contentType = "multipart/form-data; boundary=b"

    private static func redacted(_ body: String, knowing secrets: Secrets = Secrets()) -> String {
        let redaction = BodyRedaction(redaction: .default, secrets: secrets)
        return String(decoding: redaction.body(Data(body.utf8), contentType: contentType), as: UTF8.self)
    }

    @Test func secretsOfTheRequestAreMaskedInTheFieldsOfParts() {
        var secrets = Secrets()
        secrets.add(Self.secret)
        let body = """
            \(Self.secret)\r\n--b\r\nContent-Disposition: form-data; name="a"; filename="\(Self.secret).txt"\r\n\r\nx\r
            --b\r\nX-Note: \(Self.secret)\r\n\r\ny\r\n--b--\r\n\(Self.secret)
            """
        #expect(Self.redacted(body, knowing: secrets) == body.replacingOccurrences(of: Self.secret, with: "…"))
    }

    @Test func theDelimiterStaysIfItIsASecretOfTheRequest() {
        var secrets = Secrets()
        secrets.add("boundary")
        let body = "--boundary\r\nX-Note: boundary\r\n\r\nx\r\n--boundary--\r\n"
        let redaction = BodyRedaction(redaction: .default, secrets: secrets)
        let masked = redaction.body(Data(body.utf8), contentType: "multipart/mixed; boundary=boundary")
        let expected = body.replacingOccurrences(of: ": boundary", with: ": …")
        #expect(String(decoding: masked, as: UTF8.self) == expected)
    }

    @Test func aMessageInABodyHasNoSecretInTheNamesOfItsFields() {
        var secrets = Secrets()
        secrets.add(Self.secret)
        let redaction = BodyRedaction(redaction: .default, secrets: secrets)
        let body = "GET / HTTP/1.1\r\nX-\(Self.secret): a\r\n\r\n"
        #expect(redaction.text(body, contentType: "message/http") == "GET / HTTP/1.1\r\nX-…: a\r\n\r\n")
    }

    /// Swift regards all of these as line ends, but HTTP only CR and LF.
    @Test(arguments: ["\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}"])
    func otherLineEndsAreAPartOfAFieldsValue(end: String) {
        let body = "--b\r\nContent-Disposition: form-data;\(end) name=\"password\"\r\n\r\n\(Self.secret)\r\n--b--\r\n"
        #expect(!Self.redacted(body).contains(Self.secret))
    }

    /// A mark after a quotation mark or an equals sign is a part of its `Character`.
    @Test(arguments: ["\"\u{301}token\"", "\u{301}token"]) func namesThatStartWithAMarkAreRead(written: String) {
        let body = "--b\r\nContent-Disposition: form-data; name=\(written)\r\n\r\n\(Self.secret)\r\n--b--\r\n"
        #expect(!Self.redacted(body).contains(Self.secret))
    }

    @Test(arguments: [
        "token=\(secret)\r\n", "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n\(secret)\r\n",
    ])
    func secretAfterTheClosingDelimiterIsMasked(epilogue: String) {
        let part = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n"
        #expect(!Self.redacted("\(part)--b--\r\n\r\n\(epilogue)").contains(Self.secret))
    }
}
