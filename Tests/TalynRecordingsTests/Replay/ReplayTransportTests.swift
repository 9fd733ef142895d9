import Foundation
import TalynCore
import TalynStubs
import TalynURLSession
import TestSupport
import Testing
import _TalynSupport

@testable import TalynRecordings

private typealias Support = RecordingSupport
private typealias Shop = RecordingSupport.Shop

struct ReplayTransportTests {
    /// Records calls, each answered with its number.
    private static func recorded(_ calls: Shop...) async throws -> Recording {
        let number = Locked(0)
        let recorder = RecordingTransport(
            wrapping: ClosureTransport { _ in
                let number = number.withLock {
                    $0 += 1
                    return $0
                }
                return TransportResponse(statusCode: 200, body: HTTPBody(Data("\(number)".utf8)))
            }
        )
        let provider = Provider<Shop>(transport: recorder)
        for call in calls { _ = try await provider.request(call) }
        return try Recording(recorder.recording.data, file: URL(fileURLWithPath: "/tmp/shop.har"))
    }

    private static func provider(_ recording: Recording) -> Provider<Shop> {
        Provider(transport: ReplayTransport(recording))
    }

    @Test func answersTheSameCall() async throws {
        let provider = Self.provider(try await Self.recorded(.items(page: 1), .items(page: 2), .item(id: "x")))
        #expect(try await provider.request(.item(id: "x"), as: String.self) == "3")
        #expect(try await provider.request(.items(page: 2), as: String.self) == "2")
        #expect(try await provider.request(.items(page: 1), as: String.self) == "1")
    }

    @Test func anotherHostIsTheSameForATargetIfTheOriginIsIgnored() async throws {
        let transport = ReplayTransport(try await Self.recorded(.item(id: "x")), ignoresOrigin: true)
        var request = try OutgoingRequest("GET", "http://127.0.0.1:8080/v1/items/x")
        request.target = Shop.item(id: "x")
        #expect(try await transport.send(request).read().body == Data("1".utf8))
    }

    @Test func anotherCaseIsAnotherCall() async throws {
        let transport = ReplayTransport(try await Self.recorded(.item(id: "x")))
        var request = try OutgoingRequest("GET", "https://shop.example.com/v1/items/x")
        request.target = Shop.stream
        await #expect(throws: RecordingError.self) { try await transport.send(request) }
    }

    @Test func aRequestOfNoTargetFindsEntriesOfAny() async throws {
        let transport = ReplayTransport(try await Self.recorded(.items(page: 1)))
        let request = try OutgoingRequest("GET", "http://localhost:9/v1/items?page=1")
        #expect(try await transport.send(request).read().body == Data("1".utf8))
    }

    @Test func entriesThatAreAlikeAnswerInOrderAndOnce() async throws {
        let recording = try await Self.recorded(.item(id: "x"), .item(id: "x"))
        let transport = ReplayTransport(recording)
        let provider = Provider<Shop>(transport: transport)
        #expect(transport.unused.map(\.number) == [0, 1])
        #expect(try await provider.request(.item(id: "x"), as: String.self) == "1")
        #expect(transport.unused.map(\.number) == [1])
        #expect(try await provider.request(.item(id: "x"), as: String.self) == "2")
        #expect(transport.unused.isEmpty)
        let error = await #expect(throws: TalynError.self) { try await provider.request(.item(id: "x")) }
        #expect(error?.description.contains("It has been used already.") == true)
        let repeating = Provider<Shop>(transport: ReplayTransport(recording, repeatsLast: true))
        for answer in ["1", "2", "2", "2"] {
            #expect(try await repeating.request(.item(id: "x"), as: String.self) == answer)
        }
    }

    @Test func anEntryThatNoneIsLikeAnswersOnce() async throws {
        let recording = try await Self.recorded(.item(id: "x"))
        let provider = Self.provider(recording)
        #expect(try await provider.request(.item(id: "x"), as: String.self) == "1")
        await #expect(throws: TalynError.self) { try await provider.request(.item(id: "x")) }
    }

    /// By its target, and by its path alone.
    @Test func anEntryThatIsFoundInTwoWaysAnswersOnce() async throws {
        let transport = ReplayTransport(try await Self.recorded(.item(id: "x"), .item(id: "x")))
        var called = try OutgoingRequest("GET", "https://shop.example.com/v1/items/x")
        let served = called
        called.target = Shop.item(id: "x")
        #expect(try await transport.send(called).read().body == Data("1".utf8))
        #expect(try await transport.send(served).read().body == Data("2".utf8))
        await #expect(throws: RecordingError.self) { try await transport.send(called) }
    }

    @Test(.hammer) func manyEntriesThatAreAlikeAreFoundAtOnce() async throws {
        let entry = Support.entry("GET", "https://a.example/x")
        let har = "{\"log\": {\"entries\": [\(Array(repeating: entry, count: 1_500).joined(separator: ","))]}}"
        let transport = ReplayTransport(try Recording(Data(har.utf8)))
        for _ in 0..<1_500 { _ = try await transport.send(OutgoingRequest("GET", "https://a.example/x")) }
        #expect(transport.unused.isEmpty)
    }

    @Test func saysHowTheNearestEntryDiffers() async throws {
        let provider = Self.provider(
            try await Self.recorded(.items(page: 1), .order(Data(#"{"a": {"b": [1, 2]}}"#.utf8)))
        )
        let query = await #expect(throws: TalynError.self) { try await provider.request(.items(page: 3)) }
        let text = query?.description ?? ""
        for part in [
            "/tmp/shop.har", "RecordingSupport.Shop.items, GET https://shop.example.com/v1/items?page=3", "entry 0",
            "has 'page=1' and lacks 'page=3'", "Record it.",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        let body = await #expect(throws: TalynError.self) {
            try await provider.request(.order(Data(#"{"a": {"b": [1, 3]}}"#.utf8)))
        }
        #expect(body?.description.contains("at 'a.b[1]'") == true, "\(String(describing: body))")
    }

    @Test func anErrorHasNoSecrets() async throws {
        let provider = Self.provider(try await Self.recorded(.search(query: "a", token: "s3cr3tOne")))
        let error = await #expect(throws: TalynError.self) {
            try await provider.request(.search(query: "b", token: "s3cr3tTwo"))
        }
        let text = error?.description ?? ""
        #expect(text.contains("q=b") && !text.contains("s3cr3t"), "\(text)")
    }

    @Test func secretsMayBeOthersThanWhenItWasRecorded() async throws {
        let provider = Self.provider(
            try await Self.recorded(.search(query: "a", token: "one-token"), .login(password: "one-password"))
        )
        #expect(try await provider.request(.search(query: "a", token: "another"), as: String.self) == "1")
        #expect(try await provider.request(.login(password: "x"), as: String.self) == "2")
    }

    /// A secret in a path is masked there, so that it has to be masked in the request, too.
    @Test func secretsInAPathAreComparedByTheirMask() async throws {
        let recorder = RecordingTransport(wrapping: Support.answer("[]"))
        func request(_ key: String) throws -> OutgoingRequest {
            try OutgoingRequest("GET", "https://a.example/keys/\(key)/x", fields: ["X-Api-Key": key])
        }
        _ = try await recorder.send(request("first-key"))
        #expect(recorder.recording.entries.first?.url == "https://a.example/keys/%E2%80%A6/x")
        _ = try await ReplayTransport(recorder.recording).send(request("second-key"))
        // What a browser saved has its secrets.
        let entry = Support.entry("GET", "https://a.example/keys/first-key/x").replacingOccurrences(
            of: #"{"name": ":authority", "value": "shop.example.com"}"#,
            with: #"{"name": "X-Api-Key", "value": "first-key"}"#
        )
        _ = try await ReplayTransport(try Recording(Support.har(entry))).send(request("second-key"))
    }

    @Test(arguments: [
        (#"{"a": 1, "b": [true]}"#, #"{ "b":[true],"a":1.0}"#, true), (#"{"a": 1}"#, #"{"a": 2}"#, false),
        (#"{"a": 1}"#, #"{"a": "1"}"#, false), (#"[1, 2]"#, #"[2, 1]"#, false), (#"{"a": 10}"#, #"{"a": 1e1}"#, true),
        (#"{"a": 12345678901234567890}"#, #"{"a": 12345678901234567891}"#, false), ("plain", "plain", true),
        ("plain", "plain ", false), (#"{"token": "abc"}"#, #"{"token": "xyz"}"#, true),
    ])
    func bodiesAreComparedByValue(recorded: String, sent: String, isSame: Bool) async throws {
        let provider = Self.provider(try await Self.recorded(.order(Data(recorded.utf8))))
        let response = try? await provider.request(.order(Data(sent.utf8)))
        #expect((response != nil) == isSame)
    }

    @Test func multipartIsComparedWithoutItsBoundary() async throws {
        func request(_ boundary: String, _ content: String = "tea") throws -> OutgoingRequest {
            try OutgoingRequest(
                "POST",
                "https://a.example",
                body:
                    "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(content)\r\n--\(boundary)--\r\n",
                fields: ["Content-Type": "multipart/form-data; boundary=\(boundary)"]
            )
        }
        let recorder = RecordingTransport(wrapping: Support.answer("[]"))
        _ = try await recorder.send(request("one"))
        let recording = try Recording(recorder.recording.data)
        _ = try await ReplayTransport(recording).send(request("another"))
        await #expect(throws: RecordingError.self) {
            _ = try await ReplayTransport(recording).send(request("another", "milk"))
        }
    }

    @Test func aBrowsersEntryAnswersItsURL() async throws {
        let data = Support.har(Support.entry("GET", "https://shop.example.com:443/v1/items?page=1", text: "[1]"))
        let provider = Self.provider(try Recording(data))
        #expect(try await provider.request(.items(page: 1), as: String.self) == "[1]")
        let other = ReplayTransport(try Recording(data))
        var request = try OutgoingRequest("GET", "https://other.example.com/v1/items?page=1")
        request.target = Shop.items(page: 1)
        await #expect(throws: RecordingError.self) { try await other.send(request) }
    }

    @Test func aBrowsersEntryWithoutABodyAnswersAny() async throws {
        let data = Support.har(Support.entry("POST", "https://shop.example.com/v1/orders", text: "[1]"))
        let response = try await Self.provider(try Recording(data)).request(.order(Data("{}".utf8)))
        #expect(try response.decode(String.self) == "[1]")
    }

    @Test func redirectsThatWereRecordedAreFollowed() async throws {
        let redirect = Support.entry("GET", "https://shop.example.com/v1/items/x", status: 302, text: "")
            .replacingOccurrences(
                of: #"{"name": "content-type", "value": "application/json"}"#,
                with: #"{"name": "Location", "value": "/v2/x?token=abcdefg"}"#
            )
        let target = Support.entry("GET", "https://shop.example.com/v2/x?token=abcdefg", text: "[2]")
        let recording = try Recording(Support.har(redirect, target))
        for recording in [recording, try Recording(recording.redacted().data)] {
            let response = try await Self.provider(recording).request(.item(id: "x"))
            #expect(try response.decode(String.self) == "[2]")
            #expect(response.url?.path == "/v2/x")
        }
        let first = try OutgoingRequest("GET", "https://shop.example.com/v1/items/x")
        #expect(try await ReplayTransport(recording).send(first).statusCode == 302)
    }

    @Test func theURLOfARedirectedResponseIsTheSame() async throws {
        let url = URL(string: "https://shop.example.com/v2/x?page=2")
        let recorder = RecordingTransport(
            wrapping: ClosureTransport { _ in TransportResponse(statusCode: 200, url: url, body: HTTPBody(Data())) }
        )
        let live = try await Provider<Shop>(transport: recorder).request(.item(id: "x"))
        let replayed = try await Self.provider(recorder.recording).request(.item(id: "x"))
        #expect(live.url == url && replayed.url == url)
    }

    @Test func requestWithoutAnEntryGoesToTheNextTransport() async throws {
        let transport = ReplayTransport(
            try await Self.recorded(.item(id: "x")),
            otherwise: ClosureTransport { request in
                TransportResponse(statusCode: 200, body: HTTPBody(try await request.readBody(upTo: 64 << 20) ?? Data()))
            }
        )
        #expect(transport.isLive)
        let provider = Provider<Shop>(transport: transport)
        #expect(try await provider.request(.item(id: "x"), as: String.self) == "1")
        #expect(try await provider.request(.order(Data("{}".utf8)), as: String.self) == "{}")
        var request = try OutgoingRequest("POST", "https://a.example")
        request.body = HTTPBody(isReplayable: false) {
            var rest: Data? = Data("streamed".utf8)
            return {
                defer { rest = nil }
                return rest
            }
        }
        #expect(try await transport.send(request).read().body == Data("streamed".utf8))
    }

    @Test func inTheRecordedPaceItTakesAsLong() async throws {
        let clock = ManualClock()
        let recording = try Recording(Support.har(Support.entry("GET", "https://a.example/x")))
        let transport = ReplayTransport(recording, pace: .recorded, clock: clock)
        let task = Task { try await transport.send(OutgoingRequest("GET", "https://a.example/x")).read() }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .milliseconds(10))
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .microseconds(2500))
        #expect(try await task.value.body == Data("[]".utf8))
    }

    @Test func aMissingBodyIsNotAnEmptyOne() async throws {
        let entry = Support.entry("GET", "https://a.example/x").replacingOccurrences(
            of: #""text": "[]""#,
            with: #""_x": 1"#
        )
        let transport = ReplayTransport(try Recording(Support.har(entry)))
        let error = await #expect(throws: RecordingError.self) {
            try await transport.send(OutgoingRequest("GET", "https://a.example/x"))
        }
        guard case .incomplete? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// Playwright writes it for a body in a file of its own. -1 means that the size isn't known.
    @Test func aBodyOfUnknownSizeIsNotAnEmptyOne() async throws {
        let request = #"{"method": "GET", "url": "https://a.example/x"}"#
        let entry = #"{"request": \#(request), "response": {"status": 200, "content": {"size": -1}}}"#
        let transport = ReplayTransport(try Recording(Support.har(entry)))
        await #expect(throws: RecordingError.self) {
            try await transport.send(OutgoingRequest("GET", "https://a.example/x"))
        }
    }

    @Test(arguments: [
        ("/users/O'Brien", "/users/O%27Brien"), ("/a%c3%a9/~b", "/a%C3%A9/%7Eb"), ("/a@b", "/a%40b"),
        ("/a(1)", "/a%281%29"),
    ])
    func pathsAreComparedByTheirMeaning(recorded: String, sent: String) async throws {
        let recording = try Recording(Support.har(Support.entry("GET", "https://a.example\(recorded)")))
        _ = try await ReplayTransport(recording).send(OutgoingRequest("GET", "https://a.example\(sent)"))
    }

    @Test func escapedSlashIsNoSeparator() async throws {
        let recording = try Recording(Support.har(Support.entry("GET", "https://a.example/a%2Fb")))
        await #expect(throws: RecordingError.self) {
            try await ReplayTransport(recording).send(OutgoingRequest("GET", "https://a.example/a/b"))
        }
    }

    @Test func chromesFailuresAreReplayed() async throws {
        let refused = Support.entry(
            "GET",
            "https://a.example/x",
            status: 0,
            response: #", "_error": "net::ERR_CONNECTION_REFUSED""#
        )
        let aborted = Support.entry(
            "GET",
            "https://a.example/y",
            status: 0,
            response: #", "_error": "net::ERR_ABORTED""#
        )
        let transport = ReplayTransport(try Recording(Support.har(refused, aborted)))
        #expect(transport.unused.count == 1)
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(OutgoingRequest("GET", "https://a.example/x"))
        }
        #expect(error?.kind == .cannotConnect)
        await #expect(throws: RecordingError.self) {
            try await transport.send(OutgoingRequest("GET", "https://a.example/y"))
        }
    }

    @Test func eachEntryAnswersOneOfManyCallsAtOnce() async throws {
        let entries = (0..<100).map { Support.entry("GET", "https://a.example/x", text: "\($0)") }
        let transport = ReplayTransport(
            try Recording(Data("{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}".utf8))
        )
        let answers = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<100 {
                group.addTask { try await transport.send(OutgoingRequest("GET", "https://a.example/x")).read().body }
            }
            return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
        }
        #expect(answers.count == 100)
    }

    @Test(arguments: [
        ("a=x+y&b=~*", "b=%7e%2A&a=x%20y", true), ("a=1&a=2", "a=2&a=1", false), ("a=1%262", "a=1&2", false),
        ("a", "a=", false), ("caf%c3%a9=1", "caf%C3%A9=1", true),
    ])
    func formsAndQueriesAreComparedDecoded(recorded: String, sent: String, isSame: Bool) async throws {
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        let recorder = RecordingTransport(wrapping: Support.answer("{}"))
        _ = try await recorder.send(OutgoingRequest("POST", "https://a.example/f", body: recorded, fields: form))
        _ = try await recorder.send(OutgoingRequest("GET", "https://a.example/q?\(recorded)"))
        let replay = ReplayTransport(recorder.recording)
        let body = try? await replay.send(OutgoingRequest("POST", "https://a.example/f", body: sent, fields: form))
        let query = try? await replay.send(OutgoingRequest("GET", "https://a.example/q?\(sent)"))
        #expect((body != nil) == isSame)
        #expect((query != nil) == isSame)
    }
}

extension ReplayTransportTests {
    /// Over real connections.
    @Suite(.sockets) struct OverURLSession {
        @Test func aServersAnswersReplayExactly() async throws {
            let answers = [
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-A: 1\r\nContent-Length: 7\r\n\r\nh\u{E9}llo\n",
                "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 204 No Content\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\n\u{1}\u{2}\r\n0\r\n\r\n",
            ]
            try await FaultServer.withServer { request in
                let number = request.target.last.flatMap { Int(String($0)) } ?? 0
                return [.send(answers[number])]
            } body: { server in
                let recorder = RecordingTransport(wrapping: URLSessionTransport.shared)
                let requests = answers.indices.map {
                    OutgoingRequest(url: server.baseURL.appendingPathComponent("\($0)"), idleTimeout: .seconds(3_600))
                }
                var live: [TransportResponse] = []
                var bodies: [Data] = []
                for request in requests {
                    let response = try await recorder.send(request)
                    live.append(response)
                    bodies.append(try await response.read().body)
                }
                let replay = ReplayTransport(try Recording(recorder.recording.data))
                for (index, request) in requests.enumerated() {
                    let response = try await replay.send(request)
                    #expect(response.statusCode == live[index].statusCode)
                    #expect(response.headerFields == live[index].headerFields)
                    #expect(response.url == live[index].url)
                    #expect(try await response.read().body == bodies[index])
                }
            }
        }
    }
}
