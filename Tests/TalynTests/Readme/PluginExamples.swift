import Foundation
import Talyn
import TalynPlugins
import TestSupport
import Testing

@testable import TalynCore

// The examples on the pages "Write a plugin" and "Wrap a transport", in their order.

struct TenantPlugin: RequestAdapter {
    let tenant: String
    let key: @Sendable () async throws -> String

    func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
        request.headerFields["X-Tenant"] = tenant
        try request.setCredential(try await key(), for: .named("X-Tenant-Secret"))
    }
}

struct SecondServerPlugin: CallInterceptor {
    let host: String

    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        do {
            return try await next(endpoint)
        } catch let error as TalynError
            where error.isConnectionFailure && endpoint.isIdempotent && context.canBeSentAgain(endpoint)
        {
            guard var url = URLComponents(string: endpoint.url) else { throw error }
            url.host = host
            context.noteRetry("the first server can't be reached", by: self)
            var endpoint = endpoint
            endpoint.url = url.string ?? endpoint.url
            return try await next(endpoint)
        }
    }
}

struct BodySignature: ExchangeInterceptor {
    let sign: @Sendable (Data) -> String

    func intercept(
        _ request: OutgoingRequest,
        next: @escaping NextExchange
    ) async throws -> TransportResponse {
        var request = request
        var text = Data("\(request.method) \(request.head.authority ?? "") \(request.head.path ?? "/")\n".utf8)
        text += request.body?.data ?? Data()
        try request.setCredential(sign(text), for: .named("X-Signature"))
        return try await next(request)
    }
}

struct SlowCallsObserver: CallObserver {
    func didEnd(_ result: Result<Response, TalynError>, context: CallContext) {
        let metrics = context.metrics
        if metrics.duration > .seconds(2) { print(context.endpoint.pathTemplate, metrics.duration) }
    }
}

struct ExchangeLog: ExchangeInterceptor {
    let log: @Sendable (String) -> Void

    func intercept(_ request: OutgoingRequest, next: @escaping NextExchange) async throws -> TransportResponse {
        let call = request.context
        let redaction = Redaction.default.masking(request.secretNames)
        let url = call?.endpoint.concealingPath(in: request.urlText) ?? request.urlText
        do {
            let response = try await next(request)
            log("\(call?.target.targetName ?? "request") \(redaction.url(url)) \(response.statusCode)")
            return response
        } catch {
            log("\(call?.target.targetName ?? "request") \(redaction.url(url)) \(redaction.text(of: error))")
            throw error
        }
    }
}

struct ConnectionLog: ConnectionObserving {
    final class Observer: ConnectionObserver {
        func connection(
            _ connection: ObservedConnection,
            changedFrom old: ConnectionState?,
            to new: ConnectionState,
            after age: Duration
        ) {
            print(connection.address, new, age)
        }
    }

    let connectionObserver: any ConnectionObserver = Observer()
}

enum StartedBy: CallContextKey {
    typealias Value = String
}

struct ScreenPlugin: CallInterceptor, RequestAdapter {
    @TaskLocal static var screen = "none"

    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        context[StartedBy.self] = Self.screen
        return try await next(endpoint)
    }

    func adapt(_ request: inout OutgoingRequest, context: CallContext) {
        request.headerFields["X-Screen"] = context[StartedBy.self]
    }
}

struct QuotaError: DescribedError {
    var problem: String { "The quota of the month is used up." }
    var recovery: String? { "Wait until the first of the next month." }
    var errorReason: TalynError.Reason { .rejected }
}

struct CountingTransport: WrappingTransport {
    let base: any Transport
    let count: @Sendable (Int) -> Void

    func wrapping(_ base: any Transport) -> any Transport {
        CountingTransport(base: base, count: count)
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let response = try await base.send(request)
        count(response.statusCode)
        return response
    }
}

struct StatusCounter: TransportPlugin {
    let count: @Sendable (Int) -> Void

    func transport(around base: any Transport) -> any WrappingTransport {
        CountingTransport(base: base, count: count)
    }
}

enum PluginExamples {
    static func added(to github: Provider<GitHub>) -> Provider<GitHub> {
        let patient = github.adding(plugins: [RetryPlugin()])
        return patient
    }

    static func tested() async throws {
        let tenant = TenantPlugin(tenant: "acme") { "secret" }
        let provider = Provider<GitHub>(transport: SampleTransport(), plugins: [tenant])
        let response = try await provider.request(.zen)
        print(response.request?.headerFields["X-Tenant"] ?? "")
    }

    static func wrapped() -> Provider<GitHub> {
        let github = Provider<GitHub>(
            transport: CountingTransport(base: Provider<GitHub>().transport) { print("status \($0)") }
        )
        return github
    }
}

/// A receiver that keeps no body: it counts its lines.
struct LineCounter: BodyReceiver {
    func receive(_ incoming: IncomingResponse, isAccepted: Bool) async throws -> Response? {
        guard isAccepted else { return nil }
        var count = 0
        for try await chunk in incoming.head.body { count += chunk.count { $0 == UInt8(ascii: "\n") } }
        return incoming.response.with(data: Data("\(count)".utf8))
    }
}

/// The plugins of the pages do what the pages say.
struct PluginExampleTests {
    @Test func receiverMakesTheResponse() async throws {
        let github = Provider<GitHub>(
            transport: ClosureTransport { _ in
                TransportResponse(statusCode: 200, body: HTTPBody(Data("one\ntwo\n".utf8)))
            }
        )
        var setup = CallSetup()
        setup.receiver = LineCounter()
        let response = try await github.request(.zen, setup: setup)
        #expect(try response.decode(Int.self) == 2)
    }

    @Test func credentialOfAPluginStaysWithItsOriginAndIsMasked() async throws {
        let tenant = TenantPlugin(tenant: "acme") { "s3cret" }
        let provider = Provider<GitHub>(transport: SampleTransport(), plugins: [tenant])
        let response = try await provider.request(.zen)
        let request = try #require(response.request)
        #expect(request.headerFields["X-Tenant-Secret"] == "s3cret")
        #expect(!request.cURLCommand().contains("s3cret"))
        let options = RequestOptions { $0.url = URL(string: "https://other.example/") }
        let elsewhere = try #require(try await provider.request(.zen, options: options).request)
        #expect(elsewhere.headerFields["X-Tenant-Secret"] == nil)
        #expect(elsewhere.headerFields["X-Tenant"] == "acme")
    }

    @Test func otherServerAnswersIfTheFirstOneCannotBeReached() async throws {
        let transport = ClosureTransport { request in
            guard request.origin?.host == "other.example" else { throw TransportError(.cannotConnect) }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let plugin = SecondServerPlugin(host: "other.example")
        let provider = Provider<GitHub>(transport: transport, plugins: [plugin])
        let response = try await provider.request(.repositories(of: "ada", page: 2))
        #expect(response.request?.urlText == "https://other.example/users/ada/repos?page=2")
        #expect(response.metrics?.attempts.last?.reason == "the first server can't be reached")
    }

    @Test func everyExchangeIsSigned() async throws {
        let signed = Recorder<String>()
        let transport = ClosureTransport { request in
            let isFirst = request.headerFields["X-Signature"] == "1"
            return TransportResponse(
                statusCode: isFirst ? 302 : 200,
                headerFields: isFirst ? [.location: "/elsewhere"] : [:],
                body: HTTPBody(Data())
            )
        }
        let plugin = BodySignature { text in
            signed.record(String(decoding: text, as: UTF8.self))
            return "\(signed.events.count)"
        }
        _ = try await Provider<GitHub>(transport: transport, plugins: [plugin]).request(.zen)
        #expect(signed.events == ["GET api.github.com /zen\n", "GET api.github.com /elsewhere\n"])
    }

    @Test func valueOfACallReachesItsRequests() async throws {
        let provider = Provider<GitHub>(transport: SampleTransport(), plugins: [ScreenPlugin()])
        let response = try await ScreenPlugin.$screen.withValue("home") { try await provider.request(.zen) }
        #expect(response.request?.headerFields["X-Screen"] == "home")
    }

    @Test func stubInsideAWrappingTransportIsKnown() async throws {
        let seen = Recorder<Int>()
        let transport = CountingTransport(base: SampleTransport()) { seen.record($0) }
        let response = try await Provider<GitHub>(transport: transport).request(.zen)
        #expect(seen.events == [200])
        #expect(response.metrics?.isStubbed == true)
    }

    @Test func logOfExchangesHasNoValueOfThePath() async throws {
        let lines = Recorder<String>()
        let plugin = ExchangeLog { lines.record($0) }
        let provider = Provider<GitHub>(transport: SampleTransport(), plugins: [plugin])
        _ = try await provider.request(.repositories(of: "ada", page: 2))
        let failing = ClosureTransport { _ in throw QuotaError() }
        _ = try? await Provider<GitHub>(transport: failing, plugins: [plugin]).request(.zen)
        #expect(
            lines.events == [
                "GitHub.repositories https://api.github.com/users/{}/repos?page=2 200",
                "GitHub.zen https://api.github.com/zen The quota of the month is used up. Wait until the first of the next month.",
            ]
        )
    }

    @Test func errorOfAPluginHasItsReason() async throws {
        let transport = ClosureTransport { _ in throw QuotaError() }
        let error = await #expect(throws: TalynError.self) {
            try await Provider<GitHub>(transport: transport).request(.zen)
        }
        #expect(error?.reason == .rejected)
        #expect(error?.errorDescription?.contains("The quota of the month is used up.") == true)
        #expect(error?.recoverySuggestion == "Wait until the first of the next month.")
    }
}
