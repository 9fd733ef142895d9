import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct UploadTaskTests {
    private let url = URL(string: "https://example.com/up")!

    private func probe(_ task: HTTPTask, headers: [String: String]? = nil) -> Probe {
        var probe = Probe(url, "", .put, headers: headers)
        probe.task = task
        return probe
    }

    @Test func requestHasTheQueryAndNoBodyOfItsOwn() throws {
        let task = HTTPTask.upload(HTTPBody(Data("a".utf8)), urlParameters: ["page": 2])
        let request = try Endpoint(probe(task, headers: ["Content-Type": "text/plain"])).urlRequest()
        #expect(request.url?.query == "page=2")
        #expect(request.httpMethod == "PUT")
        #expect(request.httpBody == nil)
        #expect(request.allHTTPHeaderFields == ["Content-Type": "text/plain"])
    }

    @Test func streamedUploadsAreNeverTheSame() {
        let body = HTTPBody(Chunks("a"), isReplayable: true)
        let endpoint = Endpoint(probe(.upload(body)))
        #expect(endpoint == endpoint)
        #expect(endpoint != Endpoint(probe(.upload(body))))
    }

    @Test func uploadIsReplayableIfItsBodyIs() throws {
        #expect(!Endpoint(probe(.upload(HTTPBody(Chunks("a"))))).isReplayable)
        #expect(Endpoint(probe(.upload(HTTPBody(Chunks("a"), isReplayable: true)))).isReplayable)
        #expect(Endpoint(probe(.upload(HTTPBody(Data())))).isReplayable)
    }

    @Test func streamedUploadIsNotShared() async throws {
        let transport = HeldTransport()
        let provider = Provider<Probe>(transport: transport, trackInflights: true)
        let target = probe(.upload(HTTPBody(Data("a".utf8))))
        async let first = provider.request(target)
        async let second = provider.request(target)
        await transport.sent(atLeast: 2)
        transport.open()
        #expect(try await [first.statusCode, second.statusCode] == [200, 200])
    }

    // MARK: Stubs

    private func stub(plugins: [any Plugin] = []) -> Provider<Probe> {
        Provider(stubClosure: Provider.immediatelyStub, plugins: plugins)
    }

    @Test func stubReadsASequenceToItsEnd() async throws {
        for (length, total) in [(nil, -1), (3, 3)] as [(Int64?, Int64)] {
            let chunks = Chunks("a", "bc")
            let events = Recorder<ProgressResponse>()
            let task = HTTPTask.upload(HTTPBody(chunks, length: length))
            _ = try await stub().request(probe(task), reporting: { events.record($0) })
            #expect(chunks.pulled.events == [0, 1])
            let sending = events.events.dropLast().compactMap(\.progressObject)
            #expect(sending.map(\.completedUnitCount) == [1, 3])
            #expect(sending.map(\.totalUnitCount) == [total, total])
        }
    }

    @Test func bodyThatFailsFailsAStubbedCall() async throws {
        let target = probe(.upload(HTTPBody(Chunks("a", fails: true))))
        let failure = await #expect(throws: TalynError.self) { try await stub().request(target) }
        #expect(failure?.underlyingError is Chunks.Broken)
        let short = probe(.upload(HTTPBody(Chunks("a"), length: 2)))
        let error = await #expect(throws: TalynError.self) { try await stub().request(short) }
        #expect(error?.underlyingError as? BodyError == .shorterThanDeclared(expected: 2, actual: 1))
        let used = probe(.upload(HTTPBody(Chunks("a"))))
        _ = try await stub().request(used)
        let second = await #expect(throws: TalynError.self) { try await stub().request(used) }
        #expect(second?.underlyingError as? BodyError == .streamAlreadyUsed)
    }

    @Test func stubOfAFileAnswersAtOnce() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("a", "content")
        let sent = Recorder<Int64>()
        let done = Recorder<Int>()
        stub().request(
            probe(.upload(try HTTPBody(contentsOf: file))),
            callbackQueue: nil,
            progress: { $0.progressObject.map { sent.record($0.completedUnitCount) } },
            completion: { _ in done.record(1) }
        )
        #expect(sent.events.first == 7)
        #expect(done.events == [1])
    }

    // MARK: Plugins

    @Test func bodyOfAPluginTakesThePlace() async throws {
        struct Replacing: Plugin {
            func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
                var request = request
                request.httpBody = Data("other".utf8)
                return request
            }
        }
        let bodies = Recorder<Data?>()
        let transport = ClosureTransport { request in
            bodies.record(request.body?.data)
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let chunks = Chunks("a")
        _ = try await Provider(transport: transport, plugins: [Replacing()]).request(
            probe(.upload(HTTPBody(chunks)))
        )
        #expect(bodies.events == [Data("other".utf8)])
        #expect(chunks.pulled.events.isEmpty)
    }

    @Test func commandSaysWhatOfTheBodyItLeavesOut() throws {
        func command(_ body: HTTPBody) throws -> String {
            var request = URLRequest(url: url)
            request.httpMethod = "PUT"
            return PreparedRequest(request, upload: .stream(StreamedUpload(body)))
                .cURLCommand(redaction: .none)
        }
        #expect(try command(HTTPBody(Chunks("a"))).hasSuffix("# the body is left out: it is a stream"))
        #expect(
            try command(HTTPBody(Chunks("a"), length: 7)).hasSuffix("# the body is left out: it is a stream of 7 bytes")
        )
        #expect(try command(HTTPBody(Data("text".utf8))).contains("--data-binary 'text'"))
        let directory = try TemporaryDirectory()
        let file = try directory.file("a", "content")
        #expect(try command(HTTPBody(contentsOf: file)).contains("--data-binary '@\(file.path)'"))
    }
}
