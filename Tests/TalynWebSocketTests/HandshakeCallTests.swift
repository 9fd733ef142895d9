import Foundation
import HTTPTypes
import TalynObservability
import TalynStubs
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynWebSocket

#if Tracing
import InMemoryTracing
import Tracing
#endif

#if Metrics
import MetricsTestKit
#endif

/// Interceptors, limits, spans and metrics of handshakes, in virtual time.
struct HandshakeCallTests {
    private let stubs = StubSet()
    private let room = ChatRoom(baseURL: URL(string: "https://chat.example.com")!)

    private func provider(_ plugins: any Plugin...) -> Provider<ChatRoom> {
        Provider(transport: stubs, plugins: plugins)
    }

    /// A server that answers handshakes late.
    private func answerLate(after delay: Duration) {
        let answer = StubAnswer.conversation { try $0.send(json: ChatEvent(name: "welcome")) }
        stubs.on(.webSocket("/rooms/7"), answer.with(FaultScript(.latency(delay))))
    }

    @Test func limitsOfTheHandshakeAreThoseOfACall() async throws {
        answerLate(after: .seconds(30))
        let clock = VirtualClock()
        await withVirtualTime(clock) {
            let slow = await #expect(throws: TalynError.self) {
                try await provider().connect(room, options: RequestOptions { $0.timeout = .seconds(10) })
            }
            #expect(slow?.transportError?.kind == .timedOut)
            let late = await #expect(throws: TalynError.self) {
                try await provider().connect(room, options: RequestOptions { $0.deadline = .seconds(20) })
            }
            #expect(late?.transportError?.kind == .deadlineExceeded)
        }
        #expect(clock.now.offset == .seconds(30))
    }

    /// The limit of an attempt doesn't count for the open connection.
    @Test func timeoutEndsWithTheHandshake() async throws {
        stubs.on(.webSocket("/rooms/7")) { conversation in
            try await conversation.sleep(for: .seconds(3_600))
            try conversation.send(json: ChatEvent(name: "welcome"))
        }
        try await withVirtualTime {
            let options = RequestOptions { $0.timeout = .seconds(10) }
            let connection = try await provider().connect(room, options: options)
            let names = try await connection.reduce(into: [String]()) { $0.append($1.name) }
            #expect(names == ["welcome"])
        }
    }

    @Test func cancelledHandshakeLeavesNoConnection() async throws {
        let ends = Watched<[String]>([])
        let conversation = StubAnswer.conversation { conversation in
            let result = await Result { () async throws in try await conversation.receive() }
            ends.update { $0.append("\(result)") }
        }
        let answer = conversation.with(FaultScript(.latency(.seconds(30))))
        stubs.on(.webSocket("/rooms/7"), answer)
        let clock = VirtualClock()
        await withVirtualTime(clock) {
            await withTaskGroup(of: TalynError?.self) { group in
                group.addTask { [provider = provider()] in
                    let result = await Result { () async throws(TalynError) in try await provider.connect(room) }
                    if case .failure(let error) = result { return error }
                    return nil
                }
                await Task.yield()
                group.cancelAll()
                #expect(await group.next()??.isCancelled == true)
            }
        }
        #expect(clock.now.offset < .seconds(30))
    }

    /// It answers the call itself, or changes it.
    private struct Interceptor: CallInterceptor {
        let seen: Watched<[Int?]>

        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            var endpoint = endpoint
            endpoint.headerFields[.init("X-Tenant")!] = "acme"
            let result = await Result(of: next, for: endpoint)
            seen.update { $0.append(result.response?.statusCode) }
            return try result.get()
        }
    }

    @Test func interceptorSeesEachHandshake() async throws {
        stubs.on(
            .webSocket("/rooms/7") && .header(.init("X-Tenant")!, "acme"),
            .conversation { $0.drop() },
            .status(503),
            .conversation { _ in }
        )
        let seen = Watched<[Int?]>([])
        try await withVirtualTime {
            for try await _ in provider(Interceptor(seen: seen)).session(room) {}
        }
        #expect(seen.value == [101, 503, 101])
    }

    #if Tracing
    @Test func eachHandshakeIsASpan() async throws {
        stubs.on(.webSocket("/rooms/7"), .status(403), .conversation { try await $0.sleep(for: .seconds(60)) })
        let tracer = InMemoryTracer()
        try await withVirtualTime {
            let provider = provider(TracingPlugin(tracer: tracer))
            await #expect(throws: TalynError.self) { try await provider.connect(room) }
            let connection = try await provider.connect(room)
            // It ends with the handshake.
            #expect(tracer.finishedSpans.count == 2)
            for try await _ in connection {}
        }
        let spans = tracer.finishedSpans
        #expect(spans.count == 2)
        #expect(spans.map(\.operationName) == ["GET /rooms/{}", "GET /rooms/{}"])
        #expect(spans.first?.attributes["http.response.status_code"]?.toSpanAttribute() == .int64(403))
        #expect(spans.first?.attributes["error.type"]?.toSpanAttribute() == .string("403"))
        #expect(spans.last?.attributes["http.response.status_code"]?.toSpanAttribute() == .int64(101))
        #expect(spans.last?.attributes["error.type"] == nil)
        #expect(spans.last?.status == nil)
    }
    #endif

    #if Metrics
    @Test func handshakesAreTimedByStatus() async throws {
        stubs.on(.webSocket("/rooms/7"), .status(503), .conversation { try await $0.sleep(for: .seconds(60)) })
        let metrics = TestMetrics()
        try await withVirtualTime {
            let provider = provider(MetricsPlugin(factory: metrics))
            await #expect(throws: TalynError.self) { try await provider.connect(room) }
            let connection = try await provider.connect(room)
            for try await _ in connection {}
        }
        let server = [
            ("http.request.method", "GET"), ("server.address", "chat.example.com"), ("server.port", "443"),
        ]
        let open = try metrics.expectTimer(
            "http.client.request.duration",
            server + [("http.response.status_code", "101")]
        )
        #expect(open.values.count == 1)
        let refused = try metrics.expectTimer(
            "http.client.request.duration",
            server + [("http.response.status_code", "503"), ("error.type", "503")]
        )
        #expect(refused.values.count == 1)
    }
    #endif
}
