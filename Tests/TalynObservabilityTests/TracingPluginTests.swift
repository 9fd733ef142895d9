#if Tracing
import Foundation
import HTTPTypes
import InMemoryTracing
import Talyn
import TalynCache
import TalynObservability
import Testing
import Tracing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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
        #expect(span.attributes["url.full"]?.toSpanAttribute() == .string("https://api.example.com/users/ada"))
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
        #expect(request.value(forHTTPHeaderField: InMemoryTracer.spanIDKey) == span.spanID)
        #expect(request.value(forHTTPHeaderField: InMemoryTracer.traceIDKey) == span.traceID)
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
        let provider = provider(CachingTransport(HTTPCache(), over: origin))
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
        #expect(call.operationName == "Users")
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
