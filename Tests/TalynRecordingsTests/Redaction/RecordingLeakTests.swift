import Foundation
import TalynCore
import TestSupport
import Testing

@testable import TalynRecordings

private typealias Support = RecordingSupport
private typealias Shop = RecordingSupport.Shop

/// Secrets in places where one doesn't look for them at first.
struct RecordingLeakTests {
    private static let marker = "s3cr3tMark3r"

    private static func text(_ recording: Recording) -> String { String(decoding: recording.data, as: UTF8.self) }

    private static func masked(_ body: String, _ type: String?) -> String {
        BodyRedaction(redaction: .default, secrets: Secrets()).text(body, contentType: type)
    }

    @Test(arguments: [#"{"user":"ada","password":"1234"}"#, #" {"user":"ada","password":"s3cr3tMark3r"}"#])
    func jsonThatIsCalledAFormIsMasked(body: String) async throws {
        let recorder = RecordingTransport(wrapping: Support.answer("{}"))
        let fields = ["Content-Type": "application/x-www-form-urlencoded"]
        _ = try await recorder.send(OutgoingRequest("POST", "https://a.example", body: body, fields: fields))
        let text = Self.text(recorder.recording)
        #expect(!text.contains("1234") && !text.contains(Self.marker), "\(text)")
        #expect(recorder.recording.leaks().isEmpty)
    }

    @Test func jsonAmongTheParametersOfABrowsersFileIsMasked() throws {
        let json = #"{\"password\":\"1234\"}"#
        let form = "application/x-www-form-urlencoded"
        for (text, name) in [(#", "text": "\#(json)""#, json), ("", json), ("", "password=1234")] {
            let request = #"""
                , "postData": {"mimeType": "\#(form)", "params": [{"name": "\#(name)", "value": ""}]\#(text)}
                """#
            let recording = try Recording(Support.har(Support.entry("POST", request: request)))
            #expect(!recording.leaks().isEmpty)
            #expect(!Self.text(recording.redacted()).contains("1234"))
            #expect(recording.redacted().leaks().isEmpty)
        }
    }

    @Test func aNameInAQueryMayBeASecret() async throws {
        let recorder = RecordingTransport(wrapping: Support.answer("{}"))
        let url = "https://a.example/?\(Self.marker)"
        _ = try await recorder.send(OutgoingRequest("GET", url, fields: ["X-Api-Key": Self.marker]))
        #expect(!Self.text(recorder.recording).contains(Self.marker))
    }

    @Test func jsonInAQueryIsMasked() async throws {
        let recorder = RecordingTransport(wrapping: Support.answer("{}"))
        func request(_ pin: Int) throws -> OutgoingRequest {
            try OutgoingRequest("GET", "https://a.example/?%7B%22pin%22%3A\(pin)%7D#x")
        }
        _ = try await recorder.send(request(1234))
        #expect(recorder.recording.entries.first?.url == "https://a.example/?%E2%80%A6")
        #expect(!Self.text(recorder.recording).contains("1234") && recorder.recording.leaks().isEmpty)
        _ = try await ReplayTransport(recorder.recording).send(request(5678))
    }

    @Test func aFormInWhichSomethingIsNotEscapedIsMasked() {
        let form = "application/x-www-form-urlencoded"
        #expect(Self.masked("pin=1234&note=hello world", form) == "pin=…&note=hello world")
        #expect(Self.masked("<a>&pin=1234\na=é&password=x", form) == "<a>&pin=…\na=é&password=…")
        #expect(Self.masked("access_token=x&scope=repo user", nil) == "access_token=…&scope=repo user")
    }

    // MARK: Redirects

    private static let redirect: @Sendable (OutgoingRequest) -> TransportResponse = { request in
        let location = "https://b.example/done?hint=\(marker)&next=1"
        return request.url?.path == "/v1/login"
            ? TransportResponse(statusCode: 303, headerFields: [.location: location], body: HTTPBody(Data()))
            : TransportResponse(statusCode: 200, body: HTTPBody(Data("<p>\(marker)</p>".utf8)))
    }

    @Test func secretIsMaskedInTheRequestAfterARedirect() async throws {
        let recorder = RecordingTransport(wrapping: ClosureTransport { Self.redirect($0) })
        let live = try await Provider<Shop>(transport: recorder).request(.login(password: Self.marker))
        #expect(try live.decode(String.self) == "<p>\(Self.marker)</p>")
        let recording = try Recording(recorder.recording.data)
        #expect(recording.entries.map(\.url).last == "https://b.example/done?hint=%E2%80%A6&next=1")
        #expect(!Self.text(recording).contains(Self.marker))
        let replay = ReplayTransport(recording)
        let replayed = try await Provider<Shop>(transport: replay).request(.login(password: "another"))
        #expect(try replayed.decode(String.self) == "<p>…</p>")
        #expect(replay.unused.isEmpty)
    }

    /// As a client of a recording proxy does it; and what is recorded so far is known to others.
    @Test func secretIsMaskedWhenTheClientFollowsTheRedirect() async throws {
        let recorder = RecordingTransport(wrapping: ClosureTransport { Self.redirect($0) })
        let login = "https://a.example/v1/login"
        let fields = ["Authorization": "Bearer \(Self.marker)"]
        _ = try await recorder.send(OutgoingRequest("POST", login, fields: fields))
        let next = "https://b.example/done?hint=\(Self.marker)&next=1"
        _ = try await recorder.send(OutgoingRequest("GET", next))
        #expect(!Self.text(recorder.recording).contains(Self.marker))
        // Once it is followed it is done with.
        _ = try await recorder.send(OutgoingRequest("GET", next))
        #expect(recorder.recording.entries.last?.url == next)
    }

    @Test func aBrowsersRedirectsAreMaskedOneByOne() throws {
        let location = #"{"name": "Location", "value": "/done?hint=\#(Self.marker)"}"#
        let key = #"{"name": "X-Api-Key", "value": "\#(Self.marker)"}"#
        let first = Support.entry("GET", "https://a.example/login", status: 302, text: "")
            .replacingOccurrences(of: #"{"name": "content-type", "value": "application/json"}"#, with: location)
            .replacingOccurrences(of: #"{"name": ":authority", "value": "shop.example.com"}"#, with: key)
        let second = Support.entry("GET", "https://a.example/done?hint=\(Self.marker)", text: "is \(Self.marker)")
        let recording = try Recording(Support.har(first, second))
        #expect(recording.leaks().contains { $0.entry == 1 && $0.member == "request.url" })
        #expect(!Self.text(recording.redacted()).contains(Self.marker))
    }

    @Test func redirectsThatNobodyFollowsAreForgotten() {
        var carried = CarriedSecrets()
        var secrets = Secrets()
        secrets.add(Self.marker)
        for number in 0...CarriedSecrets.maximumCount {
            carried.add(secrets, from: "https://a.example", to: "/\(number)#x")
        }
        #expect(carried.take("https://a.example/0").isEmpty)
        #expect(!carried.take("http://other.example/1").isEmpty)
        #expect(carried.take("https://a.example/1").isEmpty)
    }

    // MARK: Cookies

    @Test func cookieOfAResponseIsMaskedInTheWholeResponse() async throws {
        let fields: HTTPFields = [
            .setCookie: "JSESSIONID=\(Self.marker); Path=/, lang=english",
            .location: "/home;jsessionid=\(Self.marker)?a=1",
        ]
        let recorder = RecordingTransport(
            wrapping: ClosureTransport { request in
                request.url?.path == "/v1/login"
                    ? TransportResponse(statusCode: 303, headerFields: fields, body: HTTPBody(Data(Self.marker.utf8)))
                    : TransportResponse(
                        statusCode: 200,
                        body: HTTPBody(Data("<a href='/x/\(Self.marker)'>english</a>".utf8))
                    )
            }
        )
        _ = try await Provider<Shop>(transport: recorder).request(.login(password: "x"))
        let recording = recorder.recording
        #expect(!Self.text(recording).contains(Self.marker), "\(Self.text(recording))")
        #expect(recording.entries.last?.url == "https://shop.example.com/home;jsessionid=%E2%80%A6?a=1")
        let replayed = try await Provider<Shop>(transport: ReplayTransport(recording)).request(.login(password: "y"))
        #expect(try replayed.decode(String.self) == "<a href='/x/…'>english</a>")
    }

    /// A secret only by the answer, which a replay doesn't know yet.
    @Test func aRequestWhoseParameterBecomesACookieIsReplayed() async throws {
        let recorder = RecordingTransport(
            wrapping: Support.answer("{}", 200, [.setCookie: "free=\(Self.marker); Path=/"])
        )
        let url = "https://a.example/cookies/set?free=\(Self.marker)"
        _ = try await recorder.send(OutgoingRequest("GET", url))
        _ = try await ReplayTransport(recorder.recording).send(OutgoingRequest("GET", url))
    }

    @Test func aFieldOfCommasIsReadAtOnce() {
        let commas = String(repeating: ",", count: 100_000)
        #expect(SetCookie.cookies(in: "a=1" + commas + " b=2").map(\.name) == ["a", "b"])
    }

    // MARK: Bodies

    @Test(arguments: [
        "--xyz\nContent-Disposition: form-data; name=\"pin\"\n\n1234\n--xyz--\n",
        "--xyz\r\nContent-Disposition: form-data; Name=\"pin\"\r\n\r\n1234\r\n--xyz--\r\n",
        "--other\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\n1234\r\n--other--\r\n",
        "pin=1234", #"{"pin": 1234}"#,
        "--xyz\r\nContent-Type: application/http\r\n\r\nGET /?pin=1234 HTTP/1.1\r\nX-Token: 1234\r\n"
            + "Content-Type: application/json\r\n\r\n{\"pin\": 1234}\r\n--xyz--",
    ])
    func multipartIsMaskedHoweverItIsWritten(body: String) {
        let masked = Self.masked(body, "multipart/form-data; boundary=xyz")
        let expected = body.replacingOccurrences(of: ": 1234}", with: ": \"…\"}").replacingOccurrences(
            of: "1234",
            with: "…"
        )
        #expect(masked == expected)
    }

    @Test func messagesInMessagesEndSometime() {
        let head = "GET / HTTP/1.1\nContent-Type: message/http\n\n"
        let body = String(repeating: head, count: 5000)
        #expect(Self.masked(body, "message/http").utf8.count >= body.utf8.count)
    }

    @Test(arguments: [
        (")]}'\n{\"pin\":1234}", "text/html", ")]}'\n{\"pin\":\"…\"}"),
        ("/**/ cb({\"pin\": 1234, \"a\": 1});", "application/javascript", "/**/ cb({\"pin\": \"…\", \"a\": 1});"),
        ("if (x) { f(\"pin\"); g(\"1234\") }", "text/javascript", "if (x) { f(\"pin\"); g(\"1234\") }"),
    ])
    func jsonThatAScriptGetsIsMasked(text: String, type: String, expected: String) {
        #expect(Self.masked(text, type) == expected)
    }

    @Test func aSecretOfDigitsLeavesJSONWhole() async throws {
        let answer = #"{"id":12345678,"n":[912345678,1.5],"s":"no 12345678"}"#
        let recorder = RecordingTransport(wrapping: Support.answer(answer))
        let provider = Provider<Shop>(transport: recorder)
        _ = try await provider.request(.order(Data(#"{"password":12345678}"#.utf8)))
        let body = try #require(recorder.recording.entries.first?.body)
        #expect(String(decoding: body, as: UTF8.self) == #"{"id":"…","n":[912345678,1.5],"s":"no …"}"#)
        var secrets = Secrets()
        secrets.add("12345678")
        let lines = BodyRedaction(redaction: .default, secrets: secrets)
        #expect(
            lines.text("{\"a\":12345678}\n{\"b\":\"12345678\"}", contentType: "application/x-ndjson")
                == "{\"a\":\"…\"}\n{\"b\":\"…\"}"
        )
        #expect(lines.text("{\"a\":12345678", contentType: "application/json") == "{\"a\":…")
    }

    // MARK: Declined redirects

    @Test(arguments: [true, false])
    func declinedRedirectIsReplayedAsTheResponse(isStreamed: Bool) async throws {
        let options = RequestOptions {
            $0.redirects = .decide { request, _ in request.url?.path == "/2" ? request : nil }
        }
        let recorder = RecordingTransport(
            wrapping: ClosureTransport { request in
                let number = request.url?.path == "/2" ? 3 : 2
                let body = HTTPBody(isReplayable: false) {
                    var rest: Data? = Data("moved".utf8)
                    return {
                        defer { rest = nil }
                        return rest
                    }
                }
                return TransportResponse(
                    statusCode: 302,
                    headerFields: [.location: "/\(number)"],
                    body: isStreamed ? body : HTTPBody(Data("moved".utf8))
                )
            }
        )
        let live = try await Provider<Shop>(transport: recorder, requestOptions: options).request(.item(id: "x"))
        #expect(live.statusCode == 302 && recorder.recording.entries.count == 2)
        for recording in [recorder.recording, try Recording(recorder.recording.data)] {
            let provider = Provider<Shop>(transport: ReplayTransport(recording), requestOptions: options)
            let replayed = try await provider.request(.item(id: "x"))
            #expect(replayed.statusCode == 302 && replayed.headerFields[.location] == "/3")
            #expect(try replayed.decode(String.self) == "moved")
        }
    }

    @Test func headerFieldThatTheCallDeclaresSecretIsMasked() async throws {
        let recorder = RecordingTransport(wrapping: Support.answer("{}"))
        let options = RequestOptions {
            $0.headerFields = HTTPFields([HTTPField(name: HTTPField.Name("X-Org")!, value: Self.marker)])
            $0.secretHeaderFields = ["x-org"]
        }
        let provider = Provider<Shop>(transport: recorder, requestOptions: options)
        _ = try await provider.request(.item(id: "x"))
        #expect(!Self.text(recorder.recording).contains(Self.marker))
        _ = try await Provider<Shop>(transport: ReplayTransport(recorder.recording), requestOptions: options)
            .request(.item(id: "x"))
    }

    /// The names of credentials that a call declares are known in the replay, too: another key finds the entry, and no error shows it.
    @Test func declaredCredentialIsComparedByItsMask() async throws {
        func request(_ key: String, _ city: String) throws -> OutgoingRequest {
            var request = try OutgoingRequest("GET", "https://a.example/\(key)/weather?q=\(city)&appid=\(key)")
            request.credentialNames = ["appid"]
            return request
        }
        let recorder = RecordingTransport(wrapping: Support.answer("{}"))
        _ = try await recorder.send(request(Self.marker, "Berlin"))
        #expect(!Self.text(recorder.recording).contains(Self.marker))
        let replay = ReplayTransport(recorder.recording, repeatsLast: true)
        for key in [Self.marker, "0therM4rk3r"] { _ = try await replay.send(request(key, "Berlin")) }
        let error = await #expect(throws: RecordingError.self) { try await replay.send(request(Self.marker, "Paris")) }
        let text = error.map { "\($0) \($0.recoverySuggestion ?? "")" } ?? ""
        #expect(text.contains("Berlin") && !text.contains(Self.marker), "\(text)")
    }

    @Test func replayedResponseHasTheURLOfItsRequest() async throws {
        let recorder = RecordingTransport(
            wrapping: ClosureTransport { request in
                TransportResponse(statusCode: 200, url: request.url, body: HTTPBody(Data()))
            }
        )
        _ = try await Provider<Shop>(transport: recorder).request(.item(id: "x"))
        let replay = ReplayTransport(recorder.recording, ignoresOrigin: true)
        let other = try #require(URL(string: "https://other.example/v1"))
        let response = try await Provider<Shop>(baseURL: other, transport: replay).request(.item(id: "x"))
        #expect(response.url?.host() == "other.example")
    }

    @Test(arguments: [#"{password:"s3cr3tMark3r"}"#, #"{"x":[1,"password":"s3cr3tMark3r"}"#])
    func brokenJSONIsMasked(body: String) {
        let text = Self.masked(body, "application/json")
        #expect(!text.contains(Self.marker), "\(text)")
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .isoLatin1])
    func otherEncodingsAreMasked(encoding: String.Encoding) throws {
        let json = #"{"name":"é","password":"s3cr3tMark3r"}"#
        let body = try #require(json.data(using: encoding))
        for type in ["application/json", nil] {
            let masked = BodyRedaction(redaction: .default, secrets: Secrets()).body(body, contentType: type)
            let text = String(data: masked, encoding: encoding) ?? ""
            #expect(!text.contains(Self.marker) && text.contains("name"), "\(text)")
        }
    }
}
