import Foundation
import TalynCore
import TestSupport
import Testing
import _TalynSupport

@testable import TalynRecordings
@testable import TalynStubs

private typealias Support = RecordingSupport

/// Secrets under telling names in formats other than forms and JSON.
struct RecordingFormatTests {
    private static let marker = "s3cr3tMark3r"

    private static func masked(_ body: String, _ type: String?) -> String {
        BodyRedaction(redaction: .default, secrets: Secrets()).text(body, contentType: type)
    }

    // MARK: The response repeats it

    private static let requests: [(type: String, body: String)] = [
        ("application/xml", "<login><password>\(marker)</password></login>"),
        ("text/xml", "<?xml version='1.0'?><login password='\(marker)'/>"),
        ("application/soap+xml", "<a><token><![CDATA[\(marker)]]></token></a>"),
        ("application/x-ndjson", "{\"a\": 1}\n{\"password\": \"\(marker)\"}\n"),
        (
            "multipart/form-data; boundary=xyz",
            "--xyz\r\nContent-Disposition: form-data; name=\"data\"\r\nContent-Type: application/json\r\n\r\n"
                + "{\"password\": \"\(marker)\"}\r\n--xyz--\r\n"
        ),
        (
            "multipart/mixed; boundary=xyz",
            "--xyz\r\nContent-Type: application/http\r\n\r\nGET /a HTTP/1.1\r\nX-Api-Key: \(marker)\r\n\r\n\r\n--xyz--\r\n"
        ),
        ("application/json", "{\"user\": {\"password\": \"\(marker)\", \"a\": [1,"),
        ("application/json", #"{"url": "https://b.example/?access_token=\#(marker)"}"#),
        ("application/json", #"{"inner": "{\"password\": \"\#(marker)\"}"}"#),
        ("application/json", #"{"query": "mutation { login(password: \"\#(marker)\") { id } }"}"#),
        ("application/graphql", "mutation { login(password: \"\(marker)\") { id } }"),
        ("text/csv", "name,password\nada,\(marker)\n"), ("text/plain", "user: ada\npassword: \(marker)\n"),
        ("application/yaml", "login:\n  password: '\(marker)'\n"),
        ("text/html", "<input name=\"csrf_token\" value=\"\(marker)\">"),
        ("text/event-stream", "data: token=\(marker)\n\n"),
        ("application/octet-stream", "password=\(marker)"), ("application/javascript", "f({\"token\": \"\(marker)\"})"),
    ]

    @Test(arguments: requests.indices)
    func secretOfARequestIsMaskedInItsResponse(number: Int) async throws {
        let (type, body) = Self.requests[number]
        let recorder = RecordingTransport(
            wrapping: Support.answer(
                "<p>is \(Self.marker)</p>",
                200,
                [.contentType: "text/html", .server: Self.marker]
            )
        )
        _ = try await recorder.send(
            OutgoingRequest("POST", "https://a.example/\(Self.marker)", body: body, fields: ["Content-Type": type])
        )
        let text = String(decoding: recorder.recording.data, as: UTF8.self)
        #expect(!text.contains(Self.marker), "\(text)")
        #expect(recorder.recording.entries.first?.body == Data("<p>is …</p>".utf8))
        #expect(recorder.recording.leaks().isEmpty)
        let again = body.replacingOccurrences(of: Self.marker, with: "another-one")
        _ = try await ReplayTransport(recorder.recording).send(
            OutgoingRequest("POST", "https://a.example/another-one", body: again, fields: ["Content-Type": type])
        )
    }

    @Test func secretOfXMLIsMaskedAfterARedirect() async throws {
        let recorder = RecordingTransport(
            wrapping: ClosureTransport { request in
                let isFirst = request.url?.path == "/login"
                return TransportResponse(
                    statusCode: isFirst ? 302 : 200,
                    headerFields: isFirst ? [.location: "/done?hint=\(Self.marker)"] : [:],
                    body: HTTPBody(Data(Self.marker.utf8))
                )
            }
        )
        let fields = ["Content-Type": "application/xml"]
        let body = "<password>\(Self.marker)</password>"
        _ = try await recorder.send(OutgoingRequest("POST", "https://a.example/login", body: body, fields: fields))
        _ = try await recorder.send(OutgoingRequest("GET", "https://a.example/done?hint=\(Self.marker)"))
        #expect(!String(decoding: recorder.recording.data, as: UTF8.self).contains(Self.marker))
    }

    // MARK: Telling names

    @Test(arguments: [
        ("text/plain", "password: abc def\r\nuser: ada", "password: …\r\nuser: ada"),
        ("text/plain", "The API key: abc, the key: def", "The API key: …"),
        ("text/x-log", "token=abc next=1", "token=… next=1"),
        ("text/x-log", "user=ada password='a b' x=1", "user=ada password='…' x=1"),
        ("text/plain", "ｐａｓｓｗｏｒｄ: abc", "ｐａｓｓｗｏｒｄ: …"), ("text/plain", "password：abc", "password：…"),
        ("text/plain", "Passwort ist geheim", "Passwort ist geheim"),
        ("text/plain", "token://host/a", "token://host/a"), ("text/plain", "password: true", "password: true"),
        ("text/markdown", "**Password:** abc", "**Password:** …"),
        ("application/yaml", "db:\n  password: \"a\\\"b\" # c\n  host: x", "db:\n  password: \"…\" # c\n  host: x"),
        ("application/yaml", "{user: ada, password: abc, x: 1}", "{user: ada, password: …, x: 1}"),
        ("application/yaml", "secret: |\n  abc\n  def\nx: 1", "secret: |\n  …\n  …\nx: 1"),
        (
            "application/yaml", "credentials:\n  user: ada\n  pass: 'x'\nx: 1",
            "credentials:\n  user: …\n  pass: '…'\nx: 1"
        ),
        ("text/yaml", "tokens:\n- abc\n- def\nx:\n- 1", "tokens:\n- …\n- …\nx:\n- 1"),
        ("text/x-log", "12:30 session_id=abc; path=/", "12:30 session_id=…; path=/"),
        ("application/toml", "api_key = \"abc\"", "api_key = \"…\""),
        ("text/event-stream", "event: a\ndata: token=abc&x=1\n\n", "event: a\ndata: token=…&x=1\n\n"),
        (
            "text/event-stream", "data: {\"a\": 1,\ndata: \"token\": \"abc\"}",
            "data: {\"a\": 1,\ndata: \"token\": \"…\"}"
        ),
        ("text/css", "a[token=b] { c: d }", "a[token=b] { c: d }"),
        ("text/javascript", "if (password=a.b) c()", "if (password=a.b) c()"),
    ])
    func linesOfTextAreMaskedByTheirNames(type: String, text: String, expected: String) {
        let masked = Self.masked(text, type)
        #expect(masked == expected)
        #expect(Self.masked(masked, type) == masked)
    }

    @Test func graphQLInAQueryIsMasked() async throws {
        let recorder = RecordingTransport(wrapping: Support.answer("{}"))
        var url = URLComponents(string: "https://a.example/graphql")
        url?.queryItems = [URLQueryItem(name: "query", value: "mutation{login(password:\"\(Self.marker)\"){id}}")]
        _ = try await recorder.send(OutgoingRequest("GET", url?.string ?? ""))
        #expect(!String(decoding: recorder.recording.data, as: UTF8.self).contains(Self.marker))
    }

    // MARK: Any input

    private static let types: [String?] = [
        nil, "text/plain", "text/csv", "text/html", "application/xml", "application/yaml", "application/graphql",
        "application/json", "text/event-stream", "multipart/form-data; boundary=--", "application/http",
        "application/x-www-form-urlencoded", "text/javascript", "image/png",
    ]

    private static let pieces = [
        "password", "token", ":", "=", "\"", "'", "\n", "\r\n", " ", "  ", "{", "}", "[", "]", "(", ")", "<", ">", "/",
        "\\",
        ",", ";", "\t", "|", "- ", "#", "--", "<!--", "-->", "<![CDATA[", "]]>", "\"\"\"", "$", "&", "%", "…", "\u{0}",
        "é",
        "：", "ｐ", "mutation", "value=", "name=", "content-type: ", "1", "-1.5e", "<input ", "?xml", "*", "`",
        "\u{1F511}",
    ]

    /// The same goes for what is masked already, which stays as it is.
    @Test(.hammer, .serialized, arguments: 1...8 as ClosedRange<UInt64>)
    func randomBodiesNeverTrap(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<80 {
            let count = Int.random(in: 0...40, using: &chance)
            let text = (0..<count).map { _ in Self.pieces.randomElement(using: &chance) ?? "" }.joined()
            var data = Data(text.utf8)
            if !data.isEmpty, Bool.random(using: &chance) {
                data[Int.random(in: 0..<data.count, using: &chance)] = UInt8.random(in: 0...255, using: &chance)
            }
            for type in Self.types {
                let finder = BodyRedaction.Finder()
                let masked = BodyRedaction(redaction: .default, secrets: Secrets(), finder: finder)
                    .body(data, contentType: type)
                _ = BodyRedaction(redaction: .default, secrets: finder.secrets).body(masked, contentType: type)
                _ = Redaction.default.body(data, contentType: type)
            }
        }
    }

    /// A quadratic reading of one of these takes minutes.
    @Test(
        .hammer,
        .serialized,
        arguments: [
            "password", "password:", "password=\"", "a:", "=", "\"", "<", "<a ", "<a b=", "<!-", "<![CDATA[", "{", "(",
            "a(token:",
            "\"\"\"", "#", ",", "token,", "token\n", " ", "\n ", "- ", "{password: ", "key ", "%", "?a=", "a=a=",
            "&token",
            "--",
            "\\", "é：",
        ]
    )
    func longBodiesTakeNoMoreThanLinearTime(piece: String) {
        let text = String(repeating: piece, count: 10_000 / piece.utf8.count)
        for type in Self.types { _ = Self.masked(text, type) }
        for start in ["token,\n", "<a token=", "mutation { a(password: "] {
            var secrets = Secrets()
            secrets.add(valuesOf: start + text, .default)
        }
    }
}
