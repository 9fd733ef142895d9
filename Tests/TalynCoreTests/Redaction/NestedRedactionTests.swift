import Foundation
import Testing

@testable import TalynCore

/// Secrets in values in values, and in URLs that aren't valid.
struct NestedRedactionTests {
    private static let secret = "s3cr3tMark3r"

    /// JSON in a parameter of a URL in JSON, and so on.
    private static func nested(_ json: String, depth: Int) -> String {
        (0..<depth).reduce(json) { json, _ in
            let escaped = json.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return #"{"a":"b?c=\#(escaped)"}"#
        }
    }

    private static func redacted(_ json: String) -> String {
        Redaction.default.text(ofBody: Data(json.utf8), contentType: "application/json")
    }

    @Test(arguments: 0...6) func nestedSecretIsMasked(depth: Int) {
        let json = Self.nested(#"{"password":"\#(Self.secret)"}"#, depth: depth)
        let text = Self.redacted(json)
        #expect(!text.contains(Self.secret), "\(text)")
        #expect(text.contains("…"))
    }

    @Test(arguments: 0...3) func nestedTextWithoutASecretStays(depth: Int) {
        let json = Self.nested(#"{"name":"ada"}"#, depth: depth)
        #expect(Self.redacted(json) == json)
    }

    /// Each level can be read as a URL and as a form. Without a maximum depth, this would take years.
    @Test func depthIsLimited() {
        let json = Self.nested(#"{"name":"ada"}"#, depth: 60)
        #expect(Self.redacted(json).contains("…"))
    }

    @Test(arguments: [Redaction.default, .strict])
    func queryOfAURLWithAnInvalidPortIsMasked(redaction: Redaction) {
        let urls = [
            "https://example.com:port/login?email=ada@example.com&token=\(Self.secret)",
            "https://example.com:port/#a@b&token=\(Self.secret)",
            "example.com:port/login?email=ada@example.com&token=\(Self.secret)#c",
        ]
        for url in urls {
            let shown = redaction.url(url)
            #expect(!shown.contains(Self.secret), "\(shown)")
        }
    }

    @Test(arguments: [
        #"{"body":"{\"password\":\"s3cr3tMark3r\",\"n\":\"\\ud83d\"}"}"#,
        #"{"body":"{\"password\":\"s3cr3tMark3r\",\"n\":1e999}"}"#,
        #"{"body":"{\"password\":\"s3cr3tMark3r\",\"n\":\"cut"}"#,
        #"{"body":"{password:\"s3cr3tMark3r\"}"}"#,
    ])
    func nestedJSONThatCannotBeParsedIsMasked(json: String) {
        let text = Self.redacted(json)
        #expect(!text.contains(Self.secret), "\(text)")
    }

    @Test(arguments: [
        "id_token_hint", "SAMLResponse", "otp_code", "verification_code", "mfa_code", "auth_code", "ticket",
        "tokenValue",
        "magic_link",
    ])
    func nameIsSecret(name: String) {
        #expect(Redaction.default.masks(name))
        #expect(!Redaction.default.url("https://a.b/c?\(name)=\(Self.secret)").contains(Self.secret))
    }

    @Test func parameterOfAPathIsMasked() {
        let url = "https://a.b/c;v=1;jsessionid=\(Self.secret)/d?e=1"
        #expect(Redaction.default.url(url) == "https://a.b/c;v=1;jsessionid=…/d?e=1")
    }
}
