import Foundation
import TalynCore
import TestSupport
import Testing

@testable import TalynRecordings

private typealias Support = RecordingSupport

struct RecordingRedactionTests {
    private static let marker = "s3cr3tMark3r"
    private static let userInformation = "ada:\(marker)"
    private static let base64 = Data(userInformation.utf8).base64EncodedString()

    private func check(_ recording: Recording, _ name: String = "") {
        let text = String(decoding: recording.data, as: UTF8.self)
        for form in [Self.marker, Self.base64, Data(Self.marker.utf8).base64EncodedString()] where text.contains(form) {
            let line = text.split(separator: "\n").first { $0.contains(form) } ?? ""
            Issue.record("\(name) leaks: \(line)")
        }
        #expect(recording.leaks().isEmpty)
    }

    /// What passes a recorder with a secret in this place.
    private static let requests: [(String, method: String, url: String, fields: [String: String], body: String?)] = [
        ("header", "GET", "https://a.example/", ["Authorization": "Bearer \(marker)"], nil),
        ("own header", "GET", "https://a.example/", ["X-Api-Key": marker], nil),
        ("basic", "GET", "https://a.example/", ["Authorization": "Basic \(base64)"], nil),
        ("cookie", "GET", "https://a.example/", ["Cookie": "theme=dark; sid=\(marker)"], nil),
        ("query", "GET", "https://a.example/?q=1&access_token=\(marker)", [:], nil),
        ("fragment", "GET", "https://a.example/#access_token=\(marker)", [:], nil),
        ("user information", "GET", "https://ada:\(marker)@a.example/", [:], nil),
        ("path by value", "GET", "https://a.example/\(marker)/x", ["X-Api-Key": marker], nil),
        ("referer", "GET", "https://a.example/", ["Referer": "https://b.example/?token=\(marker)"], nil),
        (
            "form", "POST", "https://a.example/", ["Content-Type": "application/x-www-form-urlencoded"],
            "user=ada&password=\(marker)"
        ),
        (
            "JSON", "POST", "https://a.example/", ["Content-Type": "application/json"],
            #"{"user": {"password": "\#(marker)"}, "echo": "it is \#(marker)"}"#
        ),
        (
            "cut off JSON", "POST", "https://a.example/", ["Content-Type": "application/json"],
            #"{"user": {"password": "\#(marker)", "a": [1,"#
        ),
        (
            "JSON lines", "POST", "https://a.example/", ["Content-Type": "application/x-ndjson"],
            "{\"a\": 1}\n{\"token\": \"\(marker)\"}\n"
        ),
        (
            "multipart", "POST", "https://a.example/", ["Content-Type": "multipart/form-data; boundary=xyz"],
            "--xyz\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(marker)\r\n--xyz--\r\n"
        ),
        (
            "XML by value", "POST", "https://a.example/", ["Content-Type": "application/xml", "X-Token": marker],
            "<a><b c=\"\(marker)\"/></a>"
        ),
        (
            "text by value", "POST", "https://a.example/", ["Content-Type": "text/plain", "X-Token": marker],
            "is \(marker)."
        ),
        (
            "lines of text", "POST", "https://a.example/", ["Content-Type": "text/plain"],
            "password=\(marker)\r\nuser=ada\r\nIt is \(marker).\r\n"
        ),
    ]

    private static let answers: [(String, fields: HTTPFields, body: String)] = [
        ("none", [:], ""),
        ("Set-Cookie", [.setCookie: "sid=\(marker); Path=/; HttpOnly"], ""),
        (
            "joined Set-Cookie",
            [
                .setCookie: "a=x; Path=/; HttpOnly, sid=\(marker); Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=\(marker); "
                    + "Path=/x,c=\(marker); x=\(marker)"
            ], ""
        ),
        ("Location", [.location: "https://b.example/cb?code=\(marker)&state=1"], ""),
        (
            "JSON", [.contentType: "application/json"],
            #"{"access_token": "\#(marker)", "list": [{"refreshToken": "\#(marker)"}]}"#
        ),
        ("events", [.contentType: "text/event-stream"], "data: {\"token\": \"\(marker)\"}\n\n"),
        ("link", [.contentType: "text/html"], "<a href=\"https://b.example/?token=\(marker)\">b</a>"),
        ("JSON as anything", [.contentType: "application/octet-stream"], #"{"token": "\#(marker)"}"#),
        ("form", [.contentType: "application/x-www-form-urlencoded"], "oauth_token=\(marker)&x=1"),
    ]

    @Test func noSecretReachesAFile() async throws {
        for request in Self.requests {
            for answer in Self.answers {
                let recorder = RecordingTransport(
                    wrapping: ClosureTransport { _ in
                        TransportResponse(
                            statusCode: answer.fields[.location] == nil ? 200 : 302,
                            headerFields: answer.fields,
                            url: URL(string: "https://b.example/?token=\(Self.marker)"),
                            body: HTTPBody(Data(answer.body.utf8))
                        )
                    }
                )
                let sent = try OutgoingRequest(request.method, request.url, body: request.body, fields: request.fields)
                _ = try await recorder.send(sent)
                #expect(recorder.recording.entries.count == 1)
                check(recorder.recording, "\(request.0), \(answer.0)")
            }
        }
    }

    /// A response that says the request's secret again, in other forms.
    @Test func secretOfARequestIsMaskedInAllFormsInTheResponse() async throws {
        let secret = "p&ss w<rd/é+1"
        let escaped = try #require(secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let forms = [
            secret, escaped, escaped.lowercased(), secret.formEncoded, "p&amp;ss w&lt;rd/é+1", "p&ss w<rd\\/é+1",
            Data("ada:\(secret)".utf8).base64EncodedString(), Data(secret.utf8).base64EncodedString(),
        ]
        for form in forms {
            for type in ["text/html", "application/xml", "text/plain", "application/json"] {
                let body = type == "application/json" ? "[\"x \(form)\"]" : "<p>x \(form) y</p>"
                let recorder = RecordingTransport(
                    wrapping: Support.answer(body, 200, [.contentType: type, .server: "a \(escaped)"])
                )
                let field = "Basic " + Data("ada:\(secret)".utf8).base64EncodedString()
                _ = try await recorder.send(
                    OutgoingRequest("GET", "https://a.example", fields: ["Authorization": field])
                )
                let saved = try #require(recorder.recording.entries.first)
                let shown = String(decoding: saved.body ?? Data(), as: UTF8.self)
                #expect(shown == body.replacingOccurrences(of: form, with: "…"), "\(form) in \(type)")
                #expect(saved.headerFields[.server] == "a …")
            }
        }
    }

    @Test func aBrowsersFileIsRedactedEverywhere() throws {
        let marker = Self.marker
        let entry = """
            {"_initiator": {"url": "https://b.example/?token=\(marker)", "password": {"a": ["\(marker)"]}}, "comment": "\(marker)",
            "request": {"method": "POST", "url": "https://ada:\(marker)@a.example/?sid=\(marker)#token=\(marker)", "httpVersion": "",
            "headers": [{"name": "Cookie", "value": "a=\(marker)"}, {"name": "authorization", "value": "Bearer \(marker)"}],
            "cookies": [{"name": "a", "value": "\(marker)"}], "queryString": [{"name": "sid", "value": "\(marker)"}],
            "postData": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "password", "value": "\(marker)"}],
            "text": "password=\(marker)"}, "headersSize": -1, "bodySize": 1},
            "response": {"status": 302, "statusText": "\(marker)", "httpVersion": "", "headers": [
            {"name": "Location", "value": "/?token=\(marker)"}, {"name": "Set-Cookie", "value": "a=\(marker); Path=/"}],
            "cookies": [{"name": "a", "value": "\(marker)", "path": "/"}], "redirectURL": "/?token=\(marker)",
            "content": {"size": 1, "mimeType": "text/html",
            "text": "\(Data("<b>\(marker)</b>".utf8).base64EncodedString())", "encoding": "base64"}, "headersSize": -1,
            "bodySize": -1}, "cache": {"comment": "\(marker)"},
            "_webSocketMessages": [{"type": "send", "data": "{\\"token\\": \\"\(marker)\\"}"}]}
            """
        let data = Data(
            """
            {"log": {"version": "1.2", "pages": [{"title": "https://a.example/?token=\(marker)"}], "entries": [\(entry)]},
            "_secret": "\(marker)"}
            """.utf8
        )
        let recording = try Recording(data)
        let leaks = recording.leaks()
        for member in [
            "request.url", "request.headers[0].value", "request.headers[1].value", "request.cookies[0].value",
            "request.queryString[0].value", "request.postData.params[0].value", "request.postData.text",
            "response.headers[0].value", "response.headers[1].value", "response.cookies[0].value",
            "response.redirectURL",
            "response.content.text", "_initiator.url", "_initiator.password.a[0]", "comment", "cache.comment",
            "_webSocketMessages[0].data",
        ] {
            #expect(leaks.contains { $0.member == member && $0.entry == 0 }, "\(member)")
        }
        #expect(leaks.contains { $0.entry == nil && $0.member == "_secret" })
        #expect(!leaks.map(\.description).joined().contains(marker))
        let redacted = recording.redacted()
        check(redacted)
        #expect(redacted.redacted().data == redacted.data)
        #expect(redacted.entries.first?.headerFields[.setCookie] == "a=…; Path=/")
    }

    /// Browsers can pass a token only as a subprotocol.
    @Test(arguments: [
        "openai-insecure-api-key.\(marker)\(marker)", "base64url.bearer.authorization.k8s.io.\(marker)\(marker)",
        "\(marker)\(marker)", "bearer.\(marker).\(marker)\(marker)",
    ])
    func subprotocolThatTheServerDidNotChooseIsMasked(_ token: String) throws {
        let entry = """
            {"request": {"method": "GET", "url": "wss://a.example/",
            "headers": [{"name": "sec-websocket-protocol", "value": "graphql-transport-ws, \(token), mqtt"}]},
            "response": {"status": 101, "headers": [
            {"name": "Sec-WebSocket-Protocol", "value": "graphql-transport-ws"}]},
            "_webSocketMessages": [{"type": "receive", "opcode": 1, "data": "it is \(token.split(separator: ".").last ?? "")"}]}
            """
        let recording = try Recording(Support.har(entry))
        #expect(recording.leaks().contains { $0.member == "request.headers[0].value" })
        let redacted = recording.redacted()
        check(redacted)
        #expect(redacted.entries.first?.requestHeaderFields.first?.value == "graphql-transport-ws, …, mqtt")
    }

    /// Other tools record them, in Base64.
    @Test(arguments: [8, 9, 10])
    func controlFrameIsMasked(_ opcode: Int) throws {
        let content = Data(#"{"token": "\#(Self.marker)"}"#.utf8).base64EncodedString()
        let entry = """
            {"request": {"method": "GET", "url": "wss://a.example/"}, "response": {"status": 101}, "_webSocketMessages": [
            {"type": "send", "opcode": \(opcode), "data": "\(content)"},
            {"type": "send", "opcode": \(opcode), "data": "token=\(Self.marker)"}]}
            """
        let recording = try Recording(Support.har(entry))
        #expect(recording.leaks().count == 2)
        let redacted = recording.redacted()
        check(redacted)
        #expect(!String(decoding: redacted.data, as: UTF8.self).contains(content))
    }

    @Test func binaryBodyIsKept() async throws {
        let image = Data([0x89, 0x50, 0x4E, 0x47, 0xFF, 0x00]) + Data(Self.marker.utf8)
        let recorder = RecordingTransport(
            wrapping: ClosureTransport { _ in
                TransportResponse(statusCode: 200, headerFields: [.contentType: "image/png"], body: HTTPBody(image))
            }
        )
        _ = try await recorder.send(OutgoingRequest("GET", "https://a.example"))
        #expect(recorder.recording.entries.first?.body == image)
        #expect(String(decoding: recorder.recording.data, as: UTF8.self).contains("\"base64\""))
    }

    @Test func binaryBodyIsKeptDespiteATextMediaType() async throws {
        let bytes =
            Data([0xFF, 0x00, 0x01]) + Data("//a@b/ x?token=\(Self.marker) password=abc".utf8) + Data([0xFE, 0x02])
        let recorder = RecordingTransport(
            wrapping: ClosureTransport { _ in
                TransportResponse(statusCode: 200, headerFields: [.contentType: "text/plain"], body: HTTPBody(bytes))
            }
        )
        _ = try await recorder.send(OutgoingRequest("GET", "https://a.example"))
        #expect(recorder.recording.entries.first?.body == bytes)
    }

    @Test func aCompressedRequestIsNotKept() async throws {
        let recorder = RecordingTransport(wrapping: Support.answer("{}"))
        _ = try await recorder.send(
            OutgoingRequest("POST", "https://a.example", body: "packed", fields: ["Content-Encoding": "gzip"])
        )
        #expect(recorder.recording.entries.first?.requestBody == nil)
        let again = try OutgoingRequest(
            "POST",
            "https://a.example",
            body: "p4cked",
            fields: ["Content-Encoding": "gzip"]
        )
        let replayed = try await ReplayTransport(recorder.recording).send(again).read()
        #expect(replayed.body == Data("{}".utf8))
    }

    @Test func cookiesThatWereJoinedAreMaskedEach() {
        let field = "a=x, y; Path=/; HttpOnly, sid=1=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=3;x=y;secure"
        let cookies = SetCookie.cookies(in: field)
        #expect(cookies.map(\.name) == ["a", "sid", "b"])
        #expect(cookies.map(\.value) == ["x, y", "1=2", "3"])
        #expect(
            cookies.map(\.masked) == [
                "a=…; Path=/; HttpOnly", "sid=…; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=…; x=…; secure",
            ]
        )
    }

    @Test(arguments: [String.Encoding.isoLatin1, .utf16])
    func textInAnotherEncodingIsMasked(encoding: String.Encoding) async throws {
        let text = #"{"é": 1, "token": "\#(Self.marker)"}"#
        let recorder = RecordingTransport(
            wrapping: ClosureTransport { _ in
                TransportResponse(
                    statusCode: 200,
                    headerFields: [.contentType: "application/json"],
                    body: HTTPBody(try #require(text.data(using: encoding)))
                )
            }
        )
        _ = try await recorder.send(OutgoingRequest("GET", "https://a.example"))
        let body = try #require(recorder.recording.entries.first?.body)
        #expect(String(data: body, encoding: encoding) == text.replacingOccurrences(of: Self.marker, with: "..."))
        #expect(recorder.recording.redacted().data == recorder.recording.data)
    }

    /// Too short to be looked for by its value.
    @Test func aShortSecretInAPartIsMasked() async throws {
        let body =
            "--xyz\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\n1234\r\n"
            + "--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1234\r\n--xyz--\r\n"
        let recorder = RecordingTransport(wrapping: Support.answer("{}"))
        let fields = ["Content-Type": "multipart/form-data; boundary=xyz"]
        _ = try await recorder.send(OutgoingRequest("POST", "https://a.example", body: body, fields: fields))
        let recorded = recorder.recording.entries.first?.requestBody.map { String(decoding: $0, as: UTF8.self) }
        #expect(recorded == body.replacingOccurrences(of: "\"pin\"\r\n\r\n1234", with: "\"pin\"\r\n\r\n…"))
    }

    @Test func booleanIsNotASecret() async throws {
        let name = try #require(HTTPField.Name("Access-Control-Allow-Credentials"))
        let recorder = RecordingTransport(wrapping: Support.answer("{}", 200, [name: "true"]))
        _ = try await recorder.send(OutgoingRequest("GET", "https://a.example"))
        #expect(recorder.recording.entries.first?.headerFields[name] == "true")
    }

    @Test func redactionNoneMasksNothing() async throws {
        let recorder = RecordingTransport(wrapping: Support.answer(#"{"token": "abcdefg"}"#), redaction: .none)
        _ = try await recorder.send(OutgoingRequest("GET", "https://a.example/?token=abcdefg"))
        #expect(recorder.recording.entries.first?.url == "https://a.example/?token=abcdefg")
        #expect(recorder.recording.leaks(by: .none).isEmpty)
        #expect(recorder.recording.leaks().count == 3)
    }
}
