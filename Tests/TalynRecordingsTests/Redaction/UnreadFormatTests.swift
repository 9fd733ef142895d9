import Foundation
import TalynCore
import TestSupport
import Testing

@testable import TalynRecordings
@testable import TalynStubs

private typealias Support = RecordingSupport

/// Bodies in formats that aren't read: HTML, XML, tables and GraphQL. They are masked as a whole if they may have a secret.
struct UnreadFormatTests {
    private static let marker = "s3cr3tMark3r"

    private static func masked(_ body: String, _ type: String?) -> String {
        BodyRedaction(redaction: .default, secrets: Secrets()).text(body, contentType: type)
    }

    /// Documents in which the marker is a secret by a name.
    private static let documents: [(type: String, text: String)] = [
        ("application/xml", "<login><password>\(marker)</password></login>"),
        ("application/xml", "<a><pin x='y'>12<b>34</b> <![CDATA[\(marker)]]></pin>12</a>"),
        ("application/xml", "<credentials><user>ada</user><word>\(marker)</word></credentials>"),
        ("application/xml", "<a>\n<!-- it's \" -->\n<b Token = '\(marker)' c=\"d\"/></a>"),
        ("text/xml; charset=utf-8", "<?xml version='1.0'?><s:login s:password='\(marker)'/>"),
        ("application/soap+xml", "<s:Header><wsse:Password Type=\"http://a.example/#x\">\(marker)</wsse:Password>"),
        ("application/xml", "<plist><dict><key>password</key><string>\(marker)</string></dict></plist>"),
        ("application/xml", "<note>password: \(marker)</note>"), ("application/xml", "<password>\(marker)"),
        ("application/octet-stream", "<?xml version='1.0'?><token>\(marker)</token>"),
        ("image/svg+xml", "<svg data-token='\(marker)'/>"),
        ("text/plain", " <token>\(marker)</token>"),
        ("text/html", "<input type=\"hidden\" name=\"csrf_token\" value=\"\(marker)\">"),
        ("text/html; charset=utf-8", "<INPUT VALUE=\(marker) NAME=authenticity_token>"),
        ("text/html", "<input value='\(marker)' type = password>"),
        ("text/html", "<p>it's</p><meta content='\(marker)' name='csrf-token'/>"),
        ("text/html", "<input name=\"magic link\" value=\"\(marker)\">"),
        ("text/html", "<body data-api-key=\"\(marker)\" class=\"a\">"),
        ("text/html", "<!-- <input name=\"token\" value=\"\(marker)\"> -->"),
        ("text/html", "<script>var token = '\(marker)'</script>"),
        ("text/html", "<table><tr><td>Password</td><td>\(marker)</td></tr></table>"),
        ("application/xhtml+xml", "<b id=\"session\" title=\"\(marker)\"/>"),
        ("text/csv", "name,Password,x\nada,\(marker),1\n"), ("text/csv", "name;api_key\r\nada;\(marker)\r\n"),
        ("text/csv", "\"a\nb\",\"token\"\n1,\"\(marker)\""), ("text/csv", "name,API key\nada, \(marker) \n"),
        ("text/csv", "token\n\"\(marker)"), ("text/csv", "[x],token\n1,\(marker)"),
        ("text/csv", "password,ada\n\(marker),bob"), ("text/csv", "a，token\n1,\(marker)"),
        ("text/tab-separated-values", "a\ttoken\n1\t\(marker)"),
        ("application/graphql", "mutation { login(password: \"\(marker)\") { id } }"),
        ("application/graphql", "mutation { login(password: \"\"\"\n\(marker)\n\"\"\") { id } }"),
        ("application/graphql", "query Q($token: String = \"\(marker)\", $a: Int = 1) { b(t: $token) }"),
        ("application/graphql", "mutation { a(credentials: {user: \"u\", list: [\"v\", \"\(marker)\"]}, b: \"c\") }"),
        ("application/graphql", "# a\n{ a(pin : \"\(marker)\") { b } }"),
        ("application/graphql", "mutation M($a: Int) { b(c: $a, token: \"\(marker)\") { d } }"),
        ("application/graphql", "mutation M($a: Int) { b(c: $a, token: \(marker)) { d } }"),
        ("application/json", #"{"query": "mutation { login(password: \"\#(marker)\") { id } }"}"#),
        ("application/json", #"{"query": "{ a(list: [{token: \"\#(marker)\"}]) }", "variables": {"a": 1}}"#),
        ("application/json", #"{"query": "query Q($token: String) { a }", "variables": {"token": "\#(marker)"}}"#),
    ]

    /// The secret is in the request or in the response. A response also repeats the secret of its request.
    @Test(arguments: documents.indices)
    func noSecretReachesAFile(number: Int) async throws {
        let (type, text) = Self.documents[number]
        let repeats: [(type: String, text: String)] = [
            ("text/html", "<p>is \(Self.marker)</p>"), ("application/json", #"{"a": "is \#(Self.marker)"}"#),
        ]
        for answer in repeats + [(type, text)] {
            for sent in [text, nil] where sent != nil || answer.text == text {
                let recorder = RecordingTransport(
                    wrapping: Support.answer(answer.text, 200, [.contentType: answer.type])
                )
                let request = try OutgoingRequest(
                    "POST",
                    "https://a.example/\(sent == nil ? "a" : Self.marker)",
                    body: sent,
                    fields: ["Content-Type": type]
                )
                _ = try await recorder.send(request)
                let saved = String(decoding: recorder.recording.data, as: UTF8.self)
                #expect(!saved.contains(Self.marker), "\(saved)")
                #expect(recorder.recording.leaks().isEmpty)
                #expect(recorder.recording.redacted().data == recorder.recording.data)
            }
        }
    }

    /// Secrets with characters that these formats escape, which the response repeats in its own way.
    @Test(arguments: [
        ("application/xml", "<password>p&amp;ss,&quot;w&lt;rd</password>"),
        ("application/xml", "<token><![CDATA[p&ss,\"w<rd]]></token>"), ("text/html", "<a token='p&amp;ss,\"w&lt;rd'>"),
        ("text/csv", "id,password\n1,\"p&ss,\"\"w<rd\""),
        ("application/graphql", #"{ a(password: "p&ss,\"w<rd") }"#),
    ])
    func secretWithSignsIsMaskedInTheResponse(type: String, text: String) async throws {
        let answer = #"["p&ss,\"w<rd"]"#
        let recorder = RecordingTransport(wrapping: Support.answer(answer, 200, [.contentType: "application/json"]))
        _ = try await recorder.send(
            OutgoingRequest("POST", "https://a.example/", body: text, fields: ["Content-Type": type])
        )
        let body = try #require(recorder.recording.entries.first?.body)
        #expect(String(decoding: body, as: UTF8.self) == #"["…"]"#)
    }

    /// More values than are masked in the whole entry.
    @Test func valuesNearTheNameOfASecretComeFirst() {
        let items = (100_000..<100_200).map { "<item>\($0)</item>" }.joined()
        var secrets = Secrets()
        secrets.add(valuesOf: "<order>\(items)<token>\(Self.marker)</token></order>", .default)
        #expect(secrets.mask(Self.marker) == "…")
    }

    /// A reader of the response needs them.
    @Test func namesOfTheFormatStayInTheResponse() async throws {
        let head = #"<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body class="x">"#
        let answer = head + "<LoginResult>done</LoginResult></s:Body></s:Envelope>"
        let sent = head + "<LoginResult/><password>\(Self.marker)</password></s:Body></s:Envelope>"
        let recorder = RecordingTransport(wrapping: Support.answer(answer, 200, [.contentType: "application/xml"]))
        let fields = ["Content-Type": "application/xml"]
        _ = try await recorder.send(OutgoingRequest("POST", "https://a.example/", body: sent, fields: fields))
        #expect(recorder.recording.entries.first?.requestBody == Data("…".utf8))
        #expect(recorder.recording.entries.first?.body == Data(answer.utf8))
    }

    @Test(arguments: [
        ("text/html", "<p class=\"a\">Key facts, a < b</p>"),
        ("application/xml", "<?xml version='1.0'?><a b='c'><![CDATA[1234]]></a>"), ("text/csv", "a,b\n1,2\n"),
        ("application/graphql", "{ a(b: 1, c: \"d\") { token } }"),
        (
            "application/graphql",
            "mutation M($password: String!, $tokens: [String!]) { a(password: $password) { token } }"
        ),
        ("application/graphql", "query($token: String, $n: Int = 1) { a(token: $token, first: 10) }"),
        ("application/json", #"{"query":"query Q($token: String!) { a(token: $token) { id } }"}"#),
    ])
    func textWithoutASecretStays(type: String, text: String) {
        #expect(Self.masked(text, type) == text)
    }

    @Test func knownSecretsAndURLsAreMaskedInPlace() {
        var secrets = Secrets()
        secrets.add(Self.marker)
        let redaction = BodyRedaction(redaction: .default, secrets: secrets)
        let text = "<a href=\"https://b.example/?code=abc\">\(Self.marker)</a>"
        #expect(redaction.text(text, contentType: "text/html") == "<a href=\"https://b.example/?code=…\">…</a>")
    }

    @Test func namesAreThoseOfTheRedaction() {
        func shown(_ text: String, _ redaction: Redaction) -> String {
            BodyRedaction(redaction: redaction, secrets: Secrets()).text(text, contentType: "text/csv")
        }
        #expect(shown("iban\n1", Redaction(masking: ["iban"])) == "…")
        #expect(shown("geheime Konto-Nr.\n1", Redaction(masking: ["geheime konto nr"])) == "…")
        #expect(shown("Пароль\n1", Redaction(masking: ["пароль"])) == "…")
        #expect(shown("token\n1", Redaction(showing: ["token"])) == "token\n1")
        #expect(shown("token\n1", .none) == "token\n1")
    }

    /// A test may have other credentials than the recording, also of another length.
    @Test(arguments: [
        ("application/xml", "<password>\(marker)</password>"), ("text/csv", "password\n\(marker)"),
        ("application/graphql", "{ a(password: \"\(marker)\") }"), ("text/html", "<input name=token value=\(marker)>"),
    ])
    func requestThatIsMaskedAsAWholeIsReplayed(type: String, text: String) async throws {
        let recorder = RecordingTransport(wrapping: Support.answer(text, 200, [.contentType: type]))
        func request(_ secret: String) throws -> OutgoingRequest {
            let body = text.replacingOccurrences(of: Self.marker, with: secret)
            return try OutgoingRequest("POST", "https://a.example/", body: body, fields: ["Content-Type": type])
        }
        _ = try await recorder.send(request(Self.marker))
        let replay = ReplayTransport(try Recording(recorder.recording.data))
        let response = try await replay.send(request("another-one")).read()
        #expect(response.body == Data("…".utf8))
        #expect(replay.unused.isEmpty)
        let again = RecordingTransport(wrapping: Support.answer(text, 200, [.contentType: type]))
        _ = try await again.send(request("another-one"))
        #expect(DriftReport(live: again.recording, recorded: recorder.recording).isEmpty)
    }
}
