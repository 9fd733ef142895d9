import Foundation
import TestSupport
import Testing

@testable import TalynCore

struct RedactionTests {
    // MARK: Names

    @Test(arguments: [
        "Authorization", "proxy-authorization", "Cookie", "Set-Cookie", "X-API-Key", "x-goog-api-key", "X-Auth-Token",
        "X-Vault-Token", "X-Amz-Security-Token", "Ocp-Apim-Subscription-Key", "password", "PASSWORD", "newPassword",
        "access_token", "refreshToken", "client_secret", "client-secret", "id_token", "user[password]", "password[]",
        "user.password", "PHPSESSID", "pin", "otp", "password1", "newPassword2", "X-Hub-Signature-256", "X-Auth-Key",
        "X-Parse-Master-Key", "DD-APPLICATION-KEY", "api_keys", "passwords", "cookies", "newPwd", "cardCvc", "smsOtp",
        "creditCardNumber", "user[0][pwd]", "X-Session", "userSession", "X-Bearer", "X-PW", "user_pw", "pw2",
        "card[number]", "api.key",
    ])
    func namesOfSecretsAreKnown(name: String) {
        #expect(Redaction.default.masks(name))
        #expect(!Redaction.none.masks(name))
    }

    @Test(arguments: [
        "Accept", "Content-Type", "User-Agent", "ETag", "page", "max_tokens", "keyboard", "Idempotency-Key", "author",
        "shipping", "", "WWW-Authenticate", "sha256", "oauth2", "address1", "line2", "2", "sessions", "pwned", "[]",
        "Sec-WebSocket-Key", "order[number]", "page.key",
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
        #expect(Redaction(masking: ["account.iban"]).masks("account[iban]"))
        #expect(!Redaction(masking: ["account.iban"]).masks("iban"))
        #expect(!Redaction(showing: ["page.token"]).masks("page.token"))
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
        ("/#/signed-in?code=secret&a=1", "/#/signed-in?code=…&a=1"),
        ("https://example.com/?a=1#token=secret", "https://example.com/?a=1#token=…"),
        ("/?next=https%3A%2F%2Fh%2F%3Ftoken%3Dsecret&page=2", "/?next=…&page=2"),
        ("/?next=https%253A%252F%252Fh%252F%253Ftoken%253Dsecret", "/?next=…"),
        ("/?next=https://h/?token=secret", "/?next=…"),
        ("/?next=https://ada:secret@h/", "/?next=…"),
        ("/?payload=%7B%22password%22:%22secret%22%7D", "/?payload=…"),
        ("/?query=mutation%7Ba(password:%22secret%22)%7Bid%7D%7D", "/?query=…"),
        ("/?query=%7Ba(b:1)%7Btoken%7D%7D", "/?query=%7Ba(b:1)%7Btoken%7D%7D"),
        (
            "/?next=https%3A%2F%2Fh%2F%3Fpage%3D2&to=ada@h&f=[a,b]&x=%7B%22a%22:1%7D",
            "/?next=https%3A%2F%2Fh%2F%3Fpage%3D2&to=ada@h&f=[a,b]&x=%7B%22a%22:1%7D"
        ),
        ("no url at all", "no url at all"),
        // Each of these signs is one character with the accent after it.
        (
            "//\u{301}ada:secret@\u{301}h/?\u{301}a=1&\u{301}token=\u{301}secret",
            "//\u{301}h/?\u{301}a=1&\u{301}token=…"
        ),
    ])
    func secretsInAURLAreMasked(url: String, shown: String) {
        #expect(Redaction.default.url(url) == shown)
        #expect(Redaction.none.url(url) == url)
    }

    @Test(arguments: [
        ("ada:secret@example.com/", "example.com/"),
        ("ada:secret@example.com", "example.com"),
        ("ada:se/cr#et@example.com/a", "example.com/a"),
        ("ada:secret@example.com//a@b", "example.com//a@b"),
        ("https://ada:secret@example.com/a", "https://example.com/a"),
        ("example.com:80/a@b", "example.com:80/a@b"),
        ("/a@b", "/a@b"),
        ("https://example.com/a@b", "https://example.com/a@b"),
        ("/a?secret", "/a?…"),
        ("/a?secret#secret", "/a?…"),
        ("/a?secret&secret", "/a?…"),
        ("/a?b=secret&c", "/a?b=…&c"),
        ("/a?", "/a?"),
        ("/a?b=secret&", "/a?b=…&"),
        ("/a#top", "/a#top"),
    ])
    func strictShowsNothingThatMayBeASecret(url: String, shown: String) {
        #expect(Redaction.strict.url(url) == shown)
    }

    @Test func bareQueryIsShownOtherwise() {
        #expect(Redaction.default.url("/a?b&c#d") == "/a?b&c#d")
        #expect(Redaction.default.url("ada@example.com") == "ada@example.com")
    }

    // MARK: Header fields

    @Test(arguments: [
        ("Authorization", "Bearer secret", "Bearer …"),
        ("Authorization", "Hawk secret", "…"),
        ("authorization", "secret", "…"),
        ("Cookie", "a=secret; b=secret", "…"),
        ("Accept", "text/html", "text/html"),
        ("Location", "https://u:secret@h/?token=secret&page=2", "https://h/?token=…&page=2"),
        ("Location", "https://h/?token=sec,ret&page=1,2", "https://h/?token=…&page=1,2"),
        ("Location", "https://ada:sec,ret@h/", "https://h/"),
        (
            "X-Mirrors", "https://a/?x=1,https://u:secret@b/, https://c/?token=secret,",
            "https://a/?x=1,https://b/, https://c/?token=…,"
        ),
        ("Cache-Control", "max-age=60", "max-age=60"),
        ("Accept", "a/b,c/d;q=0.1, */*", "a/b,c/d;q=0.1, */*"),
        ("X-Context", #"{"user":"ada","token":"secret"}"#, #"{"user":"ada","token":"…"}"#),
        ("Refresh", "5; url=https://h/?token=secret", "5; url=https://h/?token=…"),
        (
            "Link", #"<https://h/?page=2>; rel="next", <https://h/?token=secret>; rel="x""#,
            #"<https://h/?page=2>; rel="next", <https://h/?token=…>; rel="x""#
        ),
    ])
    func secretsInAHeaderFieldAreMasked(name: String, value: String, shown: String) throws {
        #expect(Redaction.default.value(value, ofHeaderField: name) == shown)
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
        (
            #"{"next":"https:\/\/h\/?page=2\u0026token=secret","self":"https:\/\/h\/?page=2"}"#,
            #"{"next":"https://h/?page=2&token=…","self":"https:\/\/h\/?page=2"}"#
        ),
        (
            #"["https://s3/a?X-Amz-Signature=secret","https://ada:secret@h/","see #1 = a@b, [x]"]"#,
            #"["https://s3/a?X-Amz-Signature=…","https://h/","see #1 = a@b, [x]"]"#
        ),
        (
            #"{"body":"{\"password\":\"secret\",\"a\":[1]}","b":"{\"a\": 1}","c":"[draft"}"#,
            #"{"body":"{\"password\":\"…\",\"a\":[1]}","b":"{\"a\": 1}","c":"[draft"}"#
        ),
        (
            #"{"form":"user=ada&password=secret","b":"a=1&b=2","c":"YQ=="}"#,
            #"{"form":"user=ada&password=…","b":"a=1&b=2","c":"YQ=="}"#
        ),
        (
            #"{"query":"mutation { a(password: \"secret\") { id } }","next":"{ a(b: \"c\") }"}"#,
            #"{"query":"…","next":"{ a(b: \"c\") }"}"#
        ),
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
        ("\u{FEFF}{\"password\":\"secret\"", nil),
        ("\u{FEFF}<password>secret</password>", nil),
        (#"{"password":"secret"}"#, "application/x-www-form-urlencoded"),
        ("password=secret", "application/json"),
        ("password=secret%", "application/x-www-form-urlencoded"),
        ("secret", "application/x-www-form-urlencoded"),
        ("<password>secret</password>", "application/xml"),
        ("<password>secret</password>", nil),
        (" \n<password>secret</password>", "text/plain; charset=utf-8"),
        ("<input name=password value=secret>", "text/html"),
        (")]}'\n{\"password\":\"secret\"", "application/json"),
        (")]}'\nsecret", "text/plain"),
        ("secret", "application/octet-stream"),
        ("secret", "multipart/form-data; boundary=x"),
    ])
    func onlyTheLengthIsToldOfWhatCannotBeRead(body: String, contentType: String?) {
        let data = Data(body.utf8)
        #expect(Redaction.default.body(data, contentType: contentType) == nil)
        #expect(Redaction.default.text(ofBody: data, contentType: contentType) == "(\(data.count) bytes)")
        #expect(Redaction.none.body(data, contentType: contentType) == data)
    }

    @Test(arguments: [
        ("user: ada\npassword: secret", "text/plain"),
        ("The API key: secret", "text/plain"),
        ("password: secret&page=2&token=secret", nil),
        ("Authorization: secret, token=secret", nil),
        ("\"pass\\u0077ord\": secret", "text/plain"),
        ("ｐａｓｓｗｏｒｄ: secret", "text/plain"), ("password：secret", "text/plain"),
        ("**Password**: secret", "text/markdown"), ("`api key`: secret", "text/markdown"),
        ("db:\n  password: secret", "application/yaml"), ("tokens:\n- secret", "text/yaml"),
        ("api_key = \"secret\"", "application/toml"),
        ("mutation { a(password: \"secret\") { id } }", "application/graphql"),
        ("name,Password\nada,secret\n", "text/csv; charset=utf-8"), ("name;api_key\r\nada;secret", "application/csv"),
        ("\"a\nb\",\"token\"\n1,secret", "text/csv"), ("\"API, key\"\nsecret", "text/csv"),
        ("a\ttoken\n1\tsecret", "text/tab-separated-values"), ("token", "text/csv"),
        ("a,b\ntoken,secret", "text/csv"), ("magic link,a\nsecret,1", "text/csv"),
        ("query Q($token: String = \"secret\") { a(b: $token) }", "application/graphql"),
        ("query Q($a: Int) { b(c: $a, token: secret) }", "application/graphql"),
    ])
    func onlyTheLengthIsToldOfTextThatNamesASecret(body: String, contentType: String?) {
        let data = Data(body.utf8)
        #expect(Redaction.default.body(data, contentType: contentType) == nil)
        #expect(Redaction.default.text(ofBody: data, contentType: contentType) == "(\(data.count) bytes)")
        #expect(Redaction.none.body(data, contentType: contentType) == data)
    }

    @Test(arguments: [
        ("status: 200, user name: ada, the key: a", "text/plain"), ("a&b: 1&c", nil),
        ("# Title\n\nkey: `value`", "text/markdown"), ("user:\n  name: ada\n  keys: 2", "application/yaml"),
        ("name = \"ada\"", "application/toml"), ("{ a(b: 1) { token } }", "application/graphql"),
        ("query Q($token: String!, $n: Int = 1) { a(token: $token) { token } }", "application/graphql"),
        ("name,keys\nada,2", "text/csv"), ("a[token=b] { c: d }", "text/css"),
    ])
    func textThatNamesNoSecretIsShown(body: String, contentType: String?) {
        #expect(Redaction.default.text(ofBody: Data(body.utf8), contentType: contentType) == body)
    }

    @Test func jsonInAnotherEncodingIsShownByItsLength() throws {
        let data = try #require(#"{"password":"secret"}"#.data(using: .utf16LittleEndian))
        #expect(Redaction.default.body(data, contentType: "application/json; charset=utf-16") == nil)
        let form = try #require("password=secret".data(using: .utf16BigEndian))
        for type in ["text/plain; charset=utf-16", "application/x-www-form-urlencoded", nil] {
            #expect(Redaction.default.body(form, contentType: type) == nil)
            #expect(Redaction.default.body(Data(form.dropFirst()), contentType: type) == nil)
        }
        #expect(Redaction.default.body(Data([0xFF, 0x00]), contentType: "text/plain") == nil)
    }

    @Test(arguments: [
        ("password=my secret", "password=…"),
        ("user=ada&password=geheim ä&page=2\n", "user=ada&password=…&page=2\n"),
        ("user=ada\r\npassword=secret\r\npage=2", "user=ada\r\npassword=…\npage=2"),
        ("\u{FEFF}password=secret", "\u{FEFF}password=…"),
        ("a = b; it's & 1", "a = b; it's & 1"),
    ])
    func secretsInAFormWrittenByHandAreMasked(text: String, shown: String) {
        for type in ["text/plain", nil] {
            #expect(Redaction.default.text(ofBody: Data(text.utf8), contentType: type) == shown)
        }
    }

    @Test func byteOrderMarkHidesNoJSON() {
        let text = "\u{FEFF}{\"password\":\"secret\",\"a\":1}"
        for type in ["application/json", "text/plain", nil] {
            let shown = Redaction.default.text(ofBody: Data(text.utf8), contentType: type)
            #expect(!shown.contains("secret"), "\(shown)")
        }
    }

    @Test(arguments: [")]}'\n", ")]}',\n", ")]}'\r\n", ")]}'", "\u{FEFF} )]}'\n"])
    func jsonAfterAPrefixIsMasked(prefix: String) {
        let text = prefix + #"{"password":"secret","a":1}"#
        for type in ["application/json", "text/plain", nil] {
            let shown = Redaction.default.text(ofBody: Data(text.utf8), contentType: type)
            #expect(shown == prefix + #"{"password":"…","a":1}"#)
        }
    }

    @Test(.hammer) func deeplyNestedURLsDoNotTrap() {
        let url = "https://h/" + String(repeating: "?a=", count: 30_000) + "&token=secret"
        #expect(!Redaction.default.url(url).contains("secret"))
        let json = Data(#"["\#(url)"]"#.utf8)
        #expect(!Redaction.default.text(ofBody: json, contentType: nil).contains("secret"))
    }

    @Test func plainTextIsShown() {
        let text = Data("Keep it simple, at https://example.com?a=b".utf8)
        #expect(Redaction.default.body(text, contentType: "text/plain") == text)
        #expect(Redaction.default.body(text, contentType: nil) == text)
        #expect(Redaction.default.body(Data(), contentType: "application/json") == Data())
    }

    @Test func deeplyNestedJSONDoesNotTrap() {
        let deep = Data(String(repeating: "[", count: 100_000).utf8)
        #expect(Redaction.default.body(deep, contentType: "application/json") == nil)
        let closed = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        _ = Redaction.default.body(Data(closed.utf8), contentType: "application/json")
    }

    @Test func valueOfAParameterIsMaskedByItsNameAndByItsContent() {
        #expect(Redaction.default.value("8f3a", ofParameter: "code") == "…")
        #expect(
            Redaction.default.value("https://a.example/?token=8f3a", ofParameter: "next")
                == "https://a.example/?token=…"
        )
        #expect(Redaction.default.value("2", ofParameter: "page") == "2")
        #expect(Redaction.strict.value("2", ofParameter: "page") == "…")
        #expect(Redaction.none.value("http://ada:x@a.example", ofParameter: "token") == "http://ada:x@a.example")
    }
}
