#if Tracing
import Foundation
import HTTPTypes
import InMemoryTracing
import Talyn
import TalynCache
import TalynObservability
import TestSupport
import Testing
import Tracing

struct TracingPluginTests {
    private let tracer = InMemoryTracer()

    private func provider(
        _ transport: any Transport,
        addsCallSpans: Bool = false,
        _ plugins: any Plugin...
    ) -> Provider<Users> {
        let tracing = TracingPlugin(tracer: tracer, addsCallSpans: addsCallSpans)
        return Provider(transport: transport, plugins: [tracing] + plugins)
    }

    @Test func exchangeIsAClientSpanWithTheNamesOfOpenTelemetry() async throws {
        let response = try await provider(Origin(200)).request(.user("ada"))
        #expect(response.data.count == 4)
        let span = try #require(tracer.finishedSpans.first)
        #expect(tracer.finishedSpans.count == 1)
        #expect(span.operationName == "GET /users/{name}")
        #expect(span.kind == .client)
        #expect(span.status == nil)
        #expect(span.attributes["http.request.method"]?.toSpanAttribute() == .string("GET"))
        #expect(span.attributes["server.address"]?.toSpanAttribute() == .string("api.example.com"))
        #expect(span.attributes["server.port"]?.toSpanAttribute() == .int64(443))
        #expect(span.attributes["url.full"]?.toSpanAttribute() == .string("https://api.example.com/users/{name}"))
        #expect(span.attributes["url.template"]?.toSpanAttribute() == .string("/users/{name}"))
        #expect(span.attributes["http.response.status_code"]?.toSpanAttribute() == .int64(200))
        #expect(span.attributes["http.response.body.size"]?.toSpanAttribute() == .int64(4))
        #expect(span.attributes["http.request.resend_count"] == nil)
        #expect(span.attributes["error.type"] == nil)
    }

    @Test func spanIsAChildOfTheCallersAndGoesToTheServer() async throws {
        let origin = Origin(200)
        let parent = try await tracer.withSpan("caller") { span in
            _ = try await provider(origin).request(.user("ada"))
            return span.spanID
        }
        let span = try #require(tracer.finishedSpans.first { $0.kind == .client })
        #expect(span.parentSpanID == parent)
        let request = try #require(origin.requests.first)
        #expect(request.headerFields[InMemoryTracer.spanIDKey] == span.spanID)
        #expect(request.headerFields[InMemoryTracer.traceIDKey] == span.traceID)
    }

    @Test func eachAttemptHasASpanWithItsStatus() async throws {
        _ = try await provider(Origin(503, 200), immediateRetry).request(.user("ada"))
        let spans = tracer.finishedSpans
        #expect(spans.count == 2)
        #expect(spans.first?.status?.code == .error)
        #expect(spans.first?.attributes["error.type"]?.toSpanAttribute() == .string("503"))
        #expect(spans.last?.attributes["http.request.resend_count"]?.toSpanAttribute() == .int64(1))
        #expect(spans.last?.status == nil)
    }

    @Test func redirectHasASpanWithoutTheTemplate() async throws {
        let origin = Origin { _, number in
            number == 1
                ? TransportResponse(statusCode: 302, headerFields: [.location: "/private/1"], body: HTTPBody(Data()))
                : TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        _ = try await provider(origin).request(.user("ada"))
        #expect(tracer.finishedSpans.map(\.operationName) == ["GET /users/{name}", "GET"])
    }

    @Test func responseFromACacheHasNoSpan() async throws {
        let origin = Origin { _, _ in
            TransportResponse(statusCode: 200, headerFields: [.cacheControl: "max-age=60"], body: HTTPBody(Data()))
        }
        let provider = provider(origin, CachePlugin(HTTPCache()))
        for _ in 0..<3 { _ = try await provider.request(.user("ada")) }
        #expect(tracer.finishedSpans.count == 1)
    }

    @Test(arguments: [
        (TransportError.Kind.cannotConnect, "cannotConnect"), (.timedOut, "timedOut"),
    ])
    func failureHasAnErrorType(kind: TransportError.Kind, type: String) async throws {
        let provider = provider(Origin { _, _ in throw TransportError(kind) })
        await #expect(throws: TalynError.self) { try await provider.request(.user("ada")) }
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.attributes["error.type"]?.toSpanAttribute() == .string(type))
        #expect(span.status?.code == .error)
    }

    @Test func cancellationIsNoError() async throws {
        let provider = provider(Origin { _, _ in throw CancellationError() })
        await #expect(throws: TalynError.self) { try await provider.request(.user("ada")) }
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.status == nil)
        #expect(span.attributes["error.type"] == nil)
    }

    @Test func cancelledCallIsNoError() async throws {
        let hasStarted = Watched(false)
        let provider = Provider<Users>(
            transport: Waiting(hasStarted),
            plugins: [TracingPlugin(tracer: tracer, addsCallSpans: true)]
        )
        let task = Task { try await provider.request(.user("ada")) }
        await hasStarted.wait { $0 }
        task.cancel()
        await #expect(throws: TalynError.self) { try await task.value }
        #expect(tracer.finishedSpans.count == 2)
        #expect(tracer.finishedSpans.allSatisfy { $0.status == nil && $0.attributes["error.type"] == nil })
    }

    /// A transport that waits until the task is cancelled.
    private struct Waiting: Transport {
        let hasStarted: Watched<Bool>

        init(_ hasStarted: Watched<Bool>) {
            self.hasStarted = hasStarted
        }

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            hasStarted.update { $0 = true }
            await Watched(false).wait { $0 }
            throw CancellationError()
        }
    }

    // MARK: Parents

    @Test func exchangesOfACallAreChildrenOfTheCallersSpan() async throws {
        // A failure, a rejected credential, a redirect, and a response.
        let origin = Origin { _, number in
            switch number {
            case 1: TransportResponse(statusCode: 503, body: HTTPBody(Data()))
            case 2: TransportResponse(statusCode: 401, body: HTTPBody(Data()))
            case 3:
                TransportResponse(statusCode: 302, headerFields: [.location: "/other"], body: HTTPBody(Data()))
            default: TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
        }
        let provider = provider(origin, AuthenticationPlugin(Renewing(), credential: "old"), immediateRetry)
        let parent = try await tracer.withSpan("caller") { span in
            _ = try await provider.request(.user("ada"))
            return span.spanID
        }
        let spans = tracer.finishedSpans.filter { $0.kind == .client }
        #expect(spans.count == 4)
        #expect(spans.allSatisfy { $0.parentSpanID == parent })
        let numbers = spans.map { $0.attributes["http.request.resend_count"]?.toSpanAttribute() }
        #expect(numbers == [nil, .int64(1), .int64(2), .int64(3)])
    }

    @Test func callForANewCredentialIsAChildOfTheCallersSpan() async throws {
        struct Asking: Authenticator {
            let tokens: Provider<Users>

            func apply(_ credential: String, to request: inout OutgoingRequest) {}

            func refresh(_ credential: String) async throws -> String {
                try await tokens.request(.other, as: String.self)
            }
        }
        let tokens = provider(Origin(200))
        let provider = provider(Origin(401, 200), AuthenticationPlugin(Asking(tokens: tokens), credential: "old"))
        let parent = try await tracer.withSpan("caller") { span in
            _ = try await provider.request(.user("ada"))
            return span.spanID
        }
        let spans = tracer.finishedSpans.filter { $0.kind == .client }
        #expect(spans.map(\.operationName).sorted() == ["GET /other", "GET /users/{name}", "GET /users/{name}"])
        #expect(spans.allSatisfy { $0.parentSpanID == parent })
    }

    @Test func callsOfATaskGroupAreChildrenOfTheCallersSpan() async throws {
        let provider = provider(Origin(200))
        let parent = try await tracer.withSpan("caller") { span in
            try await withThrowingTaskGroup { group in
                for number in 0..<20 { group.addTask { _ = try await provider.request(.user("\(number)")) } }
                try await group.waitForAll()
            }
            return span.spanID
        }
        let spans = tracer.finishedSpans.filter { $0.kind == .client }
        #expect(spans.count == 20)
        #expect(spans.allSatisfy { $0.parentSpanID == parent })
    }

    @Test func downloadHasASpan() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let parent = try await tracer.withSpan("caller") { span in
            _ = try await provider(Origin(200)).download(.user("ada"), to: file).response()
            return span.spanID
        }
        let span = try #require(tracer.finishedSpans.first { $0.kind == .client })
        #expect(span.parentSpanID == parent)
        #expect(span.attributes["http.response.body.size"]?.toSpanAttribute() == .int64(4))
    }

    @Test func pathWithoutAKnownTemplateIsNotInTheName() async throws {
        let page = Local(baseURL: URL(string: "https://api.example.com")!, path: RequestPath(percentEncoded: "/a/1"))
        let provider = Provider<Local>(transport: Origin(200), plugins: [TracingPlugin(tracer: tracer)])
        _ = try await provider.request(page)
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.operationName == "GET")
        #expect(span.attributes["url.template"] == nil)
    }

    #if AsyncHTTPClient && os(Linux)
    @Test func spanHasTheServersAddressAndTheProtocol() async throws {
        try await FaultServer.withServer(script: { _ in [.ok] }) { server in
            let provider = Provider<Local>(
                transport: AsyncHTTPClientTransport(),
                plugins: [TracingPlugin(tracer: tracer)]
            )
            _ = try await provider.request(Local(baseURL: server.baseURL))
            let span = try #require(tracer.finishedSpans.first)
            #expect(span.attributes["network.peer.address"]?.toSpanAttribute() == .string("127.0.0.1"))
            #expect(span.attributes["network.peer.port"]?.toSpanAttribute() == .int64(Int64(server.port)))
            #expect(span.attributes["network.protocol.version"]?.toSpanAttribute() == .string("1.1"))
        }
    }
    #endif

    @Test func urlHasNoSecrets() async throws {
        struct Signed: TargetType {
            var baseURL: URL { URL(string: "https://ada:planted-secret@example.com")! }
            var path: RequestPath { "/file" }
            var query: RequestParameters { ["X-Amz-Signature": "planted-secret", "sig": "planted-secret", "page": 1] }
        }
        let provider = Provider<Signed>(transport: Origin(200), plugins: [TracingPlugin(tracer: tracer)])
        _ = try await provider.request(Signed())
        let url = try #require(tracer.finishedSpans.first?.attributes["url.full"]?.toSpanAttribute())
        #expect("\(url)".contains("https://example.com/file?"))
        #expect("\(url)".contains("sig=REDACTED") && "\(url)".contains("page=1") && !"\(url)".contains("planted"))
    }

    // MARK: Bodies

    /// A body of unknown length.
    private static func chunks(_ chunks: String...) -> HTTPBody {
        HTTPBody(isReplayable: false) {
            var rest = chunks[...]
            return { rest.popFirst().map { Data($0.utf8) } }
        }
    }

    @Test(arguments: [nil, "6"]) func tooLargeResponseIsAnError(length: String?) async throws {
        let fields: HTTPFields = length.map { [.contentLength: $0] } ?? [:]
        let origin = Origin { _, _ in
            TransportResponse(statusCode: 200, headerFields: fields, body: Self.chunks("abc", "def"))
        }
        let options = RequestOptions { $0.maximumResponseSize = 4 }
        await #expect(throws: TalynError.self) { try await provider(origin).request(.other, options: options) }
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.attributes["error.type"]?.toSpanAttribute() == .string("responseTooLarge"))
        #expect(span.status?.code == .error)
    }

    @Test func streamBeyondItsDeadlineIsAnError() async throws {
        let clock = ManualClock()
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        let provider = Provider<Users>(
            transport: Origin { _, _ in TransportResponse(statusCode: 200, body: HTTPBody(chunks, length: nil)) },
            plugins: [TracingPlugin(tracer: tracer)],
            clock: clock
        )
        let options = RequestOptions { $0.deadline = .seconds(10) }
        var iterator = provider.stream(.other, options: options).makeAsyncIterator()
        continuation.yield(Data("a".utf8))
        _ = try await iterator.next()
        clock.advance(by: .seconds(11))
        await #expect(throws: TalynError.self) { try await iterator.next() }
        continuation.finish()
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.attributes["error.type"]?.toSpanAttribute() == .string("deadlineExceeded"))
    }

    @Test func sizeOfAnUnreadBodyIsNotKnown() async throws {
        let origin = Origin { _, _ in TransportResponse(statusCode: 200, body: Self.chunks("abc")) }
        _ = try await provider(origin).stream(.other).open()
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.attributes["http.response.body.size"] == nil)
        #expect(span.status == nil)
    }

    @Test func sizeOfACompressedBodyIsTheOneThatWasSent() async throws {
        let fields: HTTPFields = [.contentEncoding: "gzip", .contentLength: "3"]
        let origin = Origin { _, _ in
            TransportResponse(statusCode: 200, headerFields: fields, body: Self.chunks("abcdef"))
        }
        _ = try await provider(origin).request(.other)
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.attributes["http.response.body.size"]?.toSpanAttribute() == .int64(3))
    }

    /// RFC 9110, section 8.6: the length is that of the content that GET would give.
    @Test func responseWithoutABodyHasNoSize() async throws {
        let fields: HTTPFields = [.contentEncoding: "gzip", .contentLength: "1234"]
        let origin = Origin { _, _ in
            TransportResponse(statusCode: 304, headerFields: fields, body: HTTPBody(Data()))
        }
        _ = await provider(origin).result(.other)
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.attributes["http.response.body.size"]?.toSpanAttribute() == .int64(0))
    }

    // MARK: Streams

    @Test func spanOfAStreamEndsWithItsBody() async throws {
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        let body = HTTPBody(chunks, length: nil)
        let stream = provider(Origin { _, _ in TransportResponse(statusCode: 200, body: body) }).stream(.other)
        continuation.yield(Data("a".utf8))
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == Data("a".utf8))
        #expect(tracer.finishedSpans.isEmpty)
        continuation.finish()
        #expect(try await iterator.next() == nil)
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.attributes["http.response.body.size"]?.toSpanAttribute() == .int64(1))
    }

    @Test(arguments: [true, false])
    func spanOfAStreamHasTheTokensThatItCounts(counts: Bool) async throws {
        let event = #"data: {"usage":{"input_tokens":9,"output_tokens":4}}"# + "\n\ndata: [DONE]\n\n"
        let transport = ClosureTransport { _ in
            let chunks = InTurn([Data(event.utf8), nil])
            let fields: HTTPFields = [.contentType: "text/event-stream"]
            return TransportResponse(statusCode: 200, headerFields: fields, body: HTTPBody { chunks.next() })
        }
        let options = RequestOptions {
            $0.countsTokens = counts
            $0.endOfEvents = .data("[DONE]")
        }
        for try await _ in provider(transport).events(.user("ada"), options: options) {}
        let span = try #require(tracer.finishedSpans.first)
        let input = span.attributes["gen_ai.usage.input_tokens"]?.toSpanAttribute()
        let output = span.attributes["gen_ai.usage.output_tokens"]?.toSpanAttribute()
        #expect(input == (counts ? .int64(9) : nil))
        #expect(output == (counts ? .int64(4) : nil))
        #expect(span.status == nil)
    }

    @Test func unknownMethodsShareAName() async throws {
        struct Purge: TargetType {
            var baseURL: URL { URL(string: "http://localhost:8080")! }
            var path: RequestPath { "/cache" }
            var method: HTTPRequest.Method { HTTPRequest.Method("PURGE")! }
        }
        let provider = Provider<Purge>(transport: Origin(200), plugins: [TracingPlugin(tracer: tracer)])
        _ = try await provider.request(Purge())
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.operationName == "HTTP /cache")
        #expect(span.attributes["http.request.method"]?.toSpanAttribute() == .string("_OTHER"))
        #expect(span.attributes["http.request.method_original"]?.toSpanAttribute() == .string("PURGE"))
        #expect(span.attributes["server.port"]?.toSpanAttribute() == .int64(8080))
    }

    @Test func spanOfACallHasItsAttemptsAsEvents() async throws {
        _ = try await provider(Origin(503, 200), addsCallSpans: true, immediateRetry).request(.user("ada"))
        let call = try #require(tracer.finishedSpans.first { $0.kind == .internal })
        #expect(call.operationName == "Users.user")
        #expect(call.events.filter { $0.name == "attempt" }.count == 2)
        let exchanges = tracer.finishedSpans.filter { $0.kind == .client }
        #expect(exchanges.allSatisfy { $0.parentSpanID == call.spanID })
    }

    @Test func secretsStayOutOfSpans() async throws {
        _ = try await provider(Origin(503, 200), addsCallSpans: true, immediateRetry).request(.secret)
        #expect(!"\(tracer.finishedSpans)".contains("planted-secret"))
        #expect(tracer.finishedSpans.count == 3)
    }
}
#endif
