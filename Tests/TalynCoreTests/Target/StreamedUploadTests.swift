import Foundation
import TalynTransfers
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

struct StreamedUploadTests {
    private let url = URL(string: "https://example.com/up")!

    private func probe(
        _ body: RequestBody,
        query: RequestParameters = [:],
        headers: [String: String] = [:]
    ) -> Probe {
        Probe(url, "", .put, query: query, headers: headers, body: body)
    }

    @Test func requestHasTheQueryAndNoBodyOfItsOwn() throws {
        let body = RequestBody.stream(HTTPBody(Data("a".utf8)))
        let probe = probe(body, query: ["page": 2], headers: ["Content-Type": "text/plain"])
        let request = try Endpoint(probe).request()
        #expect(request.url?.query == "page=2")
        #expect(request.method == .put)
        #expect(request.body == nil)
        #expect(request.headerFields.combined == ["Content-Type": "text/plain"])
    }

    @Test func uploadIsReplayableIfItsBodyIs() throws {
        #expect(try !Endpoint(probe(.stream(HTTPBody(Chunks("a"))))).isReplayable)
        #expect(try Endpoint(probe(.stream(HTTPBody(Chunks("a"), isReplayable: true)))).isReplayable)
        #expect(try Endpoint(probe(.stream(HTTPBody(Data())))).isReplayable)
    }

    @Test func streamedUploadIsNotShared() async throws {
        let transport = HeldTransport()
        let provider = Provider<Probe>(transport: transport, plugins: [CoalescingPlugin()])
        let body = HTTPBody(length: 1, isReplayable: true) {
            var chunk: Data? = Data("a".utf8)
            return { chunk.take() }
        }
        let target = probe(.stream(body))
        async let first = provider.request(target)
        async let second = provider.request(target)
        await transport.sent(atLeast: 2)
        transport.open()
        #expect(try await [first.statusCode, second.statusCode] == [200, 200])
    }

    // MARK: Stubs

    private func stub(plugins: [any Plugin] = []) -> Provider<Probe> {
        Provider(transport: SampleTransport(), plugins: plugins)
    }

    @Test func stubReadsASequenceToItsEnd() async throws {
        for length in [nil, 3] as [Int64?] {
            let chunks = Chunks("a", "bc")
            let counts = Recorder<TransferCount>()
            let body = RequestBody.stream(HTTPBody(chunks, length: length))
            _ = try await stub().transfer(probe(body)).response(counting: counts)
            #expect(chunks.pulled.events == [0, 1])
            let sending = counts.events.filter { $0.direction == .sent }
            #expect(sending.map(\.completed) == [1, 3])
            #expect(sending.map(\.total) == [length, length])
        }
    }

    @Test func bodyThatFailsFailsAStubbedCall() async throws {
        let target = probe(.stream(HTTPBody(Chunks("a", fails: true))))
        let failure = await #expect(throws: TalynError.self) { try await stub().request(target) }
        #expect(failure?.underlyingError is Chunks.Broken)
        let short = probe(.stream(HTTPBody(Chunks("a"), length: 2)))
        let error = await #expect(throws: TalynError.self) { try await stub().request(short) }
        #expect(error?.underlyingError as? BodyError == .shorterThanDeclared(expected: 2, actual: 1))
        let used = probe(.stream(HTTPBody(Chunks("a"))))
        _ = try await stub().request(used)
        let second = await #expect(throws: TalynError.self) { try await stub().request(used) }
        #expect(second?.underlyingError as? BodyError == .streamAlreadyUsed)
    }

    @Test func stubOfAFileReportsItsLength() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("a", "content")
        let counts = Recorder<TransferCount>()
        _ = try await stub().transfer(probe(.stream(try HTTPBody(contentsOf: file)))).response(counting: counts)
        #expect(counts.events.first == TransferCount(direction: .sent, completed: 7, total: 7))
    }

    // MARK: Plugins

    @Test func bodyOfAPluginTakesThePlace() async throws {
        struct Replacing: RequestAdapter {
            func adapt(_ request: inout OutgoingRequest, context: CallContext) {
                request.body = HTTPBody(Data("other".utf8))
            }
        }
        let bodies = Recorder<Data?>()
        let transport = ClosureTransport { request in
            bodies.record(request.body?.data)
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let chunks = Chunks("a")
        _ = try await Provider(transport: transport, plugins: [Replacing()]).request(
            probe(.stream(HTTPBody(chunks)))
        )
        #expect(bodies.events == [Data("other".utf8)])
        #expect(chunks.pulled.events.isEmpty)
    }

    @Test func commandDescribesTheOmittedBody() throws {
        func command(_ body: HTTPBody) throws -> String {
            var request = OutgoingRequest(method: .put, url: url, body: body)
            request.upload = .stream(StreamedUpload(body))
            return request.cURLCommand(redaction: .none)
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
