import Foundation
import HTTPTypes
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// Which calls are identical, and so share a request.
struct CoalescingKeyTests {
    struct Pair: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let first: Probe
        let second: Probe
        let shared: Bool

        var isIdempotent: Bool { first.method != .post }

        init(_ description: String, shared: Bool = false, _ first: Probe, _ second: Probe) {
            testDescription = description
            self.first = first
            self.second = second
            self.shared = shared
        }
    }

    private static let url = URL(string: "http://127.0.0.1")!

    private static let pairs = [
        Pair("the same", shared: true, Probe(url, "/a"), Probe(url, "/a")),
        Pair("a path in two ways", shared: true, Probe(url, "a"), Probe(url, "/a")),
        Pair("path", Probe(url, "/a"), Probe(url, "/b")),
        Pair("query", Probe(url, "/a", query: ["b": 1]), Probe(url, "/a", query: ["b": 2])),
        Pair("method", Probe(url, "/a", .get), Probe(url, "/a", .delete)),
        Pair("header value", Probe(url, "/a", headers: ["X-One": "1"]), Probe(url, "/a", headers: ["X-One": "2"])),
        Pair("header name", Probe(url, "/a", headers: ["X-One": "1"]), Probe(url, "/a", headers: ["X-Two": "1"])),
        Pair("a header more", Probe(url, "/a"), Probe(url, "/a", headers: ["X-One": "1"])),
        Pair(
            "case of a header name",
            shared: true,
            Probe(url, "/a", headers: ["X-One": "1"]),
            Probe(url, "/a", headers: ["x-one": "1"])
        ),
        Pair("body", Probe(url, "/a", .put, body: Data("1".utf8)), Probe(url, "/a", .put, body: Data("2".utf8))),
        Pair("body and none", Probe(url, "/a", .put, body: Data("1".utf8)), Probe(url, "/a", .put)),
        Pair(
            "the same body",
            shared: true,
            Probe(url, "/a", .put, body: Data("1".utf8)),
            Probe(url, "/a", .put, body: Data("1".utf8))
        ),
        Pair("two equal orders", Probe(url, "/a", .post), Probe(url, "/a", .post)),
        Pair("JSON", json(["a": 1]), json(["a": 2])),
        Pair("the same JSON", shared: true, json(["a": 1, "b": 2, "c": 3]), json(["c": 3, "b": 2, "a": 1])),
        Pair("parameters", form(["a": 1]), form(["a": 2])),
        Pair("the same parameters", shared: true, form(["a": 1, "b": "2"]), form(["b": "2", "a": 1])),
    ]

    private static func json(_ value: [String: Int]) -> Probe {
        Probe(url, "/a", .put, body: .json(value))
    }

    private static func form(_ parameters: RequestParameters) -> Probe {
        Probe(url, "/a", .put, body: .form(parameters))
    }

    @Test(arguments: pairs)
    func callsShareIfTheirRequestsAreTheSame(_ pair: Pair) async throws {
        let clock = ManualClock()
        let recorder = Recorder<String>()
        let coalescing = CoalescingPlugin()
        let provider = Provider<Probe>(
            transport: ClosureTransport { _ in
                recorder.record("sent")
                try await clock.sleep(for: .seconds(1))
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            },
            plugins: [coalescing]
        )
        let calls = [pair.first, pair.second].map { StartedCall($0, provider) }
        while coalescing.waiterCount < (pair.isIdempotent ? 2 : 0) { await Task.yield() }
        await clock.sleepers(atLeast: pair.shared ? 1 : 2)
        clock.advance(by: .seconds(1))
        for call in calls { #expect(try await call.result().text == "200") }
        #expect(recorder.events.count == (pair.shared ? 1 : 2))
        #expect(coalescing.isIdle)
    }

    @Test func callsThatAreJudgedDifferentlyDoNotShare() async throws {
        let clock = ManualClock()
        let provider = Provider<Zen>(
            transport: ClosureTransport { _ in
                try await clock.sleep(for: .seconds(1))
                return TransportResponse(statusCode: 404, body: HTTPBody(Data()))
            },
            plugins: [CoalescingPlugin()]
        )
        let lenient = StartedCall(Zen.zen, provider)
        let strict = StartedCall(Zen.strict, provider)
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(1))
        #expect(try await lenient.result().text == "404")
        #expect(try await strict.result().text == "refused 404")
    }

    private enum Profile: TargetType, AccessTokenAuthorizable {
        case own, everybodys

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/profile" }
        var authorizationType: AuthorizationType? { self == .own ? .bearer : nil }
    }

    @Test func callsThatAreAuthorizedDifferentlyDoNotShare() async throws {
        let clock = ManualClock()
        let sent = Recorder<String>()
        let coalescing = CoalescingPlugin()
        let provider = Provider<Profile>(
            transport: ClosureTransport { request in
                sent.record(request.headerFields[.authorization] ?? "none")
                try await clock.sleep(for: .seconds(1))
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            },
            plugins: [coalescing, AccessTokenPlugin { _ in "token" }]
        )
        let calls = [Profile.own, .everybodys, .own].map { StartedCall($0, provider) }
        while coalescing.waiterCount < 3 { await Task.yield() }
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(1))
        for call in calls { #expect(try await call.result().text == "200") }
        #expect(sent.events.sorted() == ["Bearer token", "none"])
    }

    private static let numbers: [HTTPField.Name] = [
        .named("X-Request-Id"), .named("traceparent"), .named("tracestate"), .named("DPoP"),
    ]

    @Test(arguments: numbers)
    func callsShareIfTheyDifferInAnIgnoredField(_ name: HTTPField.Name) async throws {
        let transport = HeldTransport()
        let coalescing = CoalescingPlugin(ignoring: [.named("X-Request-Id")])
        let provider = Provider<Zen>(transport: transport, plugins: [coalescing])
        let calls = ["1", "2"].map { number in
            StartedCall(Zen.zen, provider, options: RequestOptions { $0.headerFields[name] = number })
        }
        while coalescing.waiterCount < 2 { await Task.yield() }
        transport.open()
        for call in calls { #expect(try await call.result().text == "200") }
        #expect(transport.sent == ["zen"])
    }

    /// The session may add the token or the cookie of a user.
    @Test(arguments: [false, true])
    func callsOverASessionThatAddsToRequestsShareForANamedUserOnly(isNamed: Bool) async throws {
        let transport = HeldTransport()
        let coalescing = isNamed ? CoalescingPlugin { _ in "ada" } : CoalescingPlugin()
        let provider = Provider<Zen>(transport: SessionTransport(base: transport), plugins: [coalescing])
        let calls = (0..<2).map { _ in StartedCall(Zen.zen, provider) }
        if isNamed { while coalescing.waiterCount < 2 { await Task.yield() } }
        await transport.sent(atLeast: isNamed ? 1 : 2)
        transport.open()
        for call in calls { #expect(try await call.result().text == "200") }
        #expect(transport.sent.count == (isNamed ? 1 : 2))
    }

    private struct SessionTransport: Transport {
        let base: HeldTransport

        var sendsFollowUps: Bool { true }

        func send(_ request: OutgoingRequest) async throws -> TransportResponse { try await base.send(request) }
    }

    @Test func providersDoNotShare() async throws {
        let clock = ManualClock()
        let providers = (1...2).map { _ in
            Provider<Zen>(transport: SampleTransport(delay: .seconds(1)), plugins: [CoalescingPlugin()], clock: clock)
        }
        let calls = providers.map { StartedCall(Zen.zen, $0) }
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(1))
        for call in calls { #expect(try await call.result().text == "200") }
    }

    /// Two tests can call the same provider at the same time, each with stubs of its own.
    @Test(arguments: [true, false])
    func callsOfOneTestShareAndThoseOfTwoDoNot(isSubstitute: Bool) async throws {
        let coalescing = CoalescingPlugin()
        let provider = Provider<Zen>(
            transport: ClosureTransport { _ in throw TransportError(.other) },
            plugins: [coalescing]
        )
        let tests = (0..<2).map { _ in Stubs() }
        let calls = tests.flatMap { stubs in
            let transport: any Transport & AnyObject = isSubstitute ? stubs : Server(transport: stubs.transport)
            let scope = TaskScope(substitute: transport, time: TimeSource(ContinuousClock()))
            return TaskScope.$current.withValue(scope) { (0..<2).map { _ in StartedCall(Zen.zen, provider) } }
        }
        while coalescing.waiterCount < 4 { await Task.yield() }
        for stubs in tests { stubs.transport.open() }
        for call in calls { #expect(try await call.result().text == "200") }
        #expect(tests.map(\.transport.sent) == [["zen"], ["zen"]])
    }

    private final class Stubs: SubstituteTransport {
        let transport = HeldTransport()

        var isLive: Bool { false }

        func send(_ request: OutgoingRequest) async throws -> TransportResponse { try await transport.send(request) }
    }

    /// A transport of a test that is no substitute.
    private final class Server: Transport {
        let transport: HeldTransport

        init(transport: HeldTransport) {
            self.transport = transport
        }

        func send(_ request: OutgoingRequest) async throws -> TransportResponse { try await transport.send(request) }
    }

    @Test func callsWithOtherOptionsDoNotShare() async throws {
        let transport = HeldTransport()
        let provider = Provider<Zen>(transport: transport, plugins: [CoalescingPlugin()])
        let url = URL(string: "https://api.example.com/other")
        async let plain = provider.request(.zen)
        async let strict = provider.request(.zen, options: RequestOptions { $0.maximumResponseSize = 1_000 })
        async let elsewhere = provider.request(.zen, options: RequestOptions { $0.url = url })
        async let marked = provider.request(.zen, options: RequestOptions { $0.headerFields[.accept] = "text/plain" })
        await transport.sent(atLeast: 4)
        transport.open()
        #expect(try await [plain, strict, elsewhere, marked].map(\.statusCode) == [200, 200, 200, 200])
    }
}
