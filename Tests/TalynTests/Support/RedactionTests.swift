import Foundation
import Talyn
import Testing

struct RedactionTests {
    // MARK: Names

    @Test(arguments: [
        "Authorization", "proxy-authorization", "Cookie", "Set-Cookie", "X-API-Key", "x-goog-api-key", "X-Auth-Token",
        "X-Vault-Token", "X-Amz-Security-Token", "Ocp-Apim-Subscription-Key", "password", "PASSWORD", "newPassword",
        "access_token", "refreshToken", "client_secret", "client-secret", "id_token", "user[password]", "password[]",
        "user.password", "PHPSESSID", "pin", "otp",
    ])
    func namesOfSecretsAreKnown(name: String) {
        #expect(Redaction.default.masks(name))
        #expect(!Redaction.none.masks(name))
    }

    @Test(arguments: [
        "Accept", "Content-Type", "User-Agent", "ETag", "page", "max_tokens", "keyboard", "Idempotency-Key", "author",
        "shipping", "", "WWW-Authenticate",
    ])
    func otherNamesAreNot(name: String) {
        #expect(!Redaction.default.masks(name))
    }

    @Test func namesCanBeAddedAndTakenAway() {
        var redaction = Redaction(masking: ["X-Customer", "iban"], showing: ["next_page_token"])
        #expect(redaction.masks("x-customer"))
        #expect(redaction.masks("IBAN"))
        #expect(!redaction.masks("nextPageToken"))
        #expect(redaction.masks("token"))
        redaction.maskedNames.insert("next-page-token")
        #expect(redaction.masks("nextPageToken"))
    }

    // MARK: URLs

    @Test(arguments: [
        ("https://ada:secret@example.com/a", "https://example.com/a"),
        ("//ada:secret@example.com/a", "//example.com/a"),
        ("https://ada:se/cr#et@example.com/a", "https://example.com/a"),
        ("https://[::1]:80/a@b", "https://[::1]:80/a@b"),
        ("/a//b@c", "/a//b@c"),
        ("https://example.com/a?page=2&api_key=secret&q=x", "https://example.com/a?page=2&api_key=…&q=x"),
        ("/a?page=2;token=secret;x&q=1", "/a?page=2;token=…&q=1"),
        ("/a?token=secret;x=1", "/a?token=…"),
        ("/a?pass%77ord=secret&key=secret", "/a?pass%77ord=…&key=…"),
        ("/a?user%5Bpassword%5D=secret", "/a?user%5Bpassword%5D=…"),
        ("https://example.com/#access_token=secret&state=1", "https://example.com/#access_token=…&state=1"),
        ("https://example.com/?a=1#token=secret", "https://example.com/?a=1#token=…"),
        ("no url at all", "no url at all"),
        // Each of these signs is one character with the accent behind it.
        (
            "//\u{301}ada:secret@\u{301}h/?\u{301}a=1&\u{301}token=\u{301}secret",
            "//\u{301}h/?\u{301}a=1&\u{301}token=…"
        ),
    ])
    func secretsInAURLAreMasked(url: String, shown: String) {
        #expect(Redaction.default.url(url) == shown)
        #expect(Redaction.none.url(url) == url)
    }

    // MARK: Header fields

    @Test(arguments: [
        ("Authorization", "Bearer secret", "Bearer …"),
        ("Authorization", "Hawk secret", "…"),
        ("authorization", "secret", "…"),
        ("Cookie", "a=secret; b=secret", "…"),
        ("Accept", "text/html", "text/html"),
        ("Location", "https://u:secret@h/?token=secret&page=2", "https://h/?token=…&page=2"),
        ("Refresh", "5; url=https://h/?token=secret", "5; url=https://h/?token=…"),
        (
            "Link", #"<https://h/?page=2>; rel="next", <https://h/?token=secret>; rel="x""#,
            #"<https://h/?page=2>; rel="next", <https://h/?token=…>; rel="x""#
        ),
    ])
    func secretsInAHeaderFieldAreMasked(name: String, value: String, shown: String) throws {
        #expect(Redaction.default.value(value, ofHeaderField: name) == shown)
        #expect(Redaction.default.headerFields([name: value]) == [name: shown])
        let fieldName = try #require(HTTPField.Name(name))
        #expect(Redaction.default.headerFields([fieldName: value] as HTTPFields) == [fieldName: shown])
        #expect(Redaction.none.headerFields([fieldName: value] as HTTPFields) == [fieldName: value])
    }

    // MARK: Bodies

    @Test(arguments: [
        (#"{"user":"ada","password":"secret"}"#, #"{"user":"ada","password":"…"}"#),
        (
            #"{ "z" : 1.10, "a":[{"Access_Token" :"secret"}], "z": 2 }"#,
            #"{ "z" : 1.10, "a":[{"Access_Token" :"…"}], "z": 2 }"#
        ),
        (#"{"pin":-1.2e+3,"secret":null,"token":true}"#, #"{"pin":"…","secret":null,"token":true}"#),
        (
            #"{"credentials":{"a":["secret",{"b":"secret"}]},"c":"d"}"#,
            #"{"credentials":{"a":["…",{"b":"…"}]},"c":"d"}"#
        ),
        (#"{"pass\u0077ord":"sec\"ret\\","x":"a\"b"}"#, #"{"pass\u0077ord":"…","x":"a\"b"}"#),
        (#"{"text":"\"password\":\"shown\"","ünï":"ä"}"#, #"{"text":"\"password\":\"shown\"","ünï":"ä"}"#),
        (#"["password","x"]"#, #"["password","x"]"#),
        (#"[{"token":"secret"},{"token":"secret"}]"#, #"[{"token":"…"},{"token":"…"}]"#),
    ])
    func secretsInJSONAreMasked(json: String, shown: String) {
        for type in [
            "application/json", "Application/JSON; charset=utf-8", "application/problem+json", nil, "text/plain",
        ] {
            #expect(Redaction.default.text(ofBody: Data(json.utf8), contentType: type) == shown)
        }
        #expect(Redaction.none.text(ofBody: Data(json.utf8), contentType: "application/json") == json)
    }

    @Test func secretsInAFormAreMasked() {
        let form = "user=ada&password=secret&user%5Btoken%5D=secret&page=2"
        let shown = "user=ada&password=…&user%5Btoken%5D=…&page=2"
        for type in ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-8", nil] {
            #expect(Redaction.default.text(ofBody: Data(form.utf8), contentType: type) == shown)
        }
        #expect(Redaction.strict.text(ofBody: Data(form.utf8), contentType: nil) == shown)
    }

    @Test(arguments: [
        (#"{"password":"secret""#, "application/json"),
        (#"{"password":"secret""#, nil),
        (#"{"password":"secret"}"#, "application/x-www-form-urlencoded"),
        ("password=secret", "application/json"),
        ("password=secret%", "application/x-www-form-urlencoded"),
        ("secret", "application/x-www-form-urlencoded"),
        ("<password>secret</password>", "application/xml"),
        ("<password>secret</password>", nil),
        ("secret", "application/octet-stream"),
        ("secret", "multipart/form-data; boundary=x"),
    ])
    func onlyTheLengthIsToldOfWhatCannotBeRead(body: String, contentType: String?) {
        let data = Data(body.utf8)
        #expect(Redaction.default.body(data, contentType: contentType) == nil)
        #expect(Redaction.default.text(ofBody: data, contentType: contentType) == "(\(data.count) bytes)")
        #expect(Redaction.none.body(data, contentType: contentType) == data)
    }

    @Test func onlyTheLengthIsToldOfJSONInAnotherEncoding() throws {
        let data = try #require(#"{"password":"secret"}"#.data(using: .utf16LittleEndian))
        #expect(Redaction.default.body(data, contentType: "application/json; charset=utf-16") == nil)
        #expect(Redaction.default.body(Data([0xFF, 0x00]), contentType: "text/plain") == nil)
    }

    @Test func plainTextIsShown() {
        let text = Data("Keep it simple, at https://example.com?a=b".utf8)
        #expect(Redaction.default.body(text, contentType: "text/plain") == text)
        #expect(Redaction.default.body(text, contentType: nil) == text)
        #expect(Redaction.default.body(Data(), contentType: "application/json") == Data())
    }

    @Test func deeplyNestedJSONIsNoTrap() {
        let deep = Data(String(repeating: "[", count: 100_000).utf8)
        #expect(Redaction.default.body(deep, contentType: "application/json") == nil)
        let closed = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        _ = Redaction.default.body(Data(closed.utf8), contentType: "application/json")
    }
}
