import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

struct CallMetricsTests {
    private let clock = ManualClock()

    /// A provider whose transport takes the times named: to the head, and to the end of the body.
    private func provider(
        plugins: [any Plugin] = [],
        status: Int = 200
    ) -> Provider<Zen> {
        let transport = ClosureTransport { [clock] _ in
            clock.advance(by: .milliseconds(30))
            return TransportResponse(
                statusCode: status,
                body: HTTPBody(isReplayable: false) {
                    var chunks = [Data("Hello, ".utf8), Data("world".utf8)]
                    return {
                        guard !chunks.isEmpty else { return nil }
                        clock.advance(by: .milliseconds(5))
                        return chunks.removeFirst()
                    }
                }
            )
        }
        return Provider<Zen>(transport: transport, plugins: plugins, clock: clock)
    }

    // MARK: What it tells

    @Test func attemptTellsItsTimesAndBytes() async throws {
        let response = try await provider(plugins: [Waiting(clock: clock)]).request(.create("Ada"))
        let metrics = try #require(response.metrics)
        let attempt = try #require(metrics.attempts.first)
        #expect(metrics.attempts.count == 1)
        #expect(metrics.duration == .milliseconds(48))
        #expect(attempt.startedAt == .zero)
        #expect(attempt.preparing == .milliseconds(8))
        #expect(attempt.transport.waiting == .milliseconds(30))
        #expect(attempt.receiving == .milliseconds(10))
        #expect(attempt.duration == .milliseconds(48))
        #expect(attempt.statusCode == 200)
        #expect(attempt.failure == nil)
        #expect(attempt.reason == nil)
        #expect(attempt.sentBytes == 3)
        #expect(attempt.receivedBytes == 12)
        #expect(!metrics.isStubbed)
        #expect(!metrics.isShared)
        #expect(abs(metrics.startedAt.timeIntervalSinceNow) < 60)
        #expect(response.metrics?.startedAt == metrics.startedAt)
    }

    @Test func durationEndsWithTheCall() async throws {
        let response = try await provider().request(.zen)
        clock.advance(by: .seconds(60))
        #expect(response.metrics?.duration == .milliseconds(40))
    }

    @Test func metricsOfTheTransportAreKept() async throws {
        let transport = ClosureTransport { _ in
            var response = TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            response.metrics = TransportMetrics()
            response.metrics?.connecting = .milliseconds(7)
            response.metrics?.waiting = .milliseconds(9)
            return response
        }
        let response = try await Provider<Zen>(transport: transport).request(.zen)
        #expect(response.metrics?.attempts.first?.transport.connecting == .milliseconds(7))
        #expect(response.metrics?.attempts.first?.transport.waiting == .milliseconds(9))
    }

    @Test func metricsShowEachAttempt() async throws {
        let provider = provider(plugins: [Repeating(times: 3)], status: 503)
        let response = try await provider.request(.zen)
        let metrics = try #require(response.metrics)
        #expect(metrics.attempts.map(\.statusCode) == [503, 503, 503])
        #expect(metrics.attempts.map(\.reason) == [nil, "because 1", "because 2"])
        #expect(metrics.attempts.map(\.startedAt) == [0, 40, 80].map { .milliseconds($0) })
        #expect(metrics.notes.map(\.text) == ["because 1", "because 2"])
        #expect(metrics.notes.map(\.plugin) == ["Repeating", "Repeating"])
    }

    @Test func metricsShowChangesByPluginsWithoutSecrets() async throws {
        let tokens = AccessTokenPlugin { _ in "hush" }
        let tag = RecordingPlugin(name: "1", recorder: Recorder())
        let provider = Provider<Guarded>(transport: SampleTransport(), plugins: [tokens, tag, Renaming()])
        let metrics = try #require(try await provider.request(Guarded()).metrics)
        let changes = try #require(metrics.attempts.first?.changes)
        #expect(changes.map(\.text) == ["Authorization: Bearer …", "X-Plugin: 1"])
        #expect(changes.map(\.plugin) == ["AccessTokenPlugin", "RecordingPlugin"])
        #expect(metrics.notes.map(\.text) == ["X-Name: 2", "X-Secret: …"])
        #expect(!metrics.description.contains("hush"))
    }

    @Test func metricsOfAFailedPluginHaveNoSecretsOfEarlierOnes() async throws {
        struct Key: RequestAdapter {
            func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
                try request.setCredential("hush", for: HTTPField.Name("X-Customer")!)
            }
        }
        struct Failing: RequestAdapter {
            func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
                throw CocoaError(.fileNoSuchFile)
            }
        }
        let provider = Provider<Guarded>(transport: SampleTransport(), plugins: [Key(), Failing()])
        let error = await #expect(throws: TalynError.self) { try await provider.request(Guarded()) as Response }
        let metrics = try #require(error?.metrics)
        #expect(metrics.attempts.first?.changes.map(\.text) == ["X-Customer: …"])
        #expect(!metrics.description.contains("hush"))
    }

    @Test func stubSaysThatItIsOne() async throws {
        let response = try await Provider<Zen>(transport: SampleTransport()).request(.zen)
        #expect(response.metrics?.isStubbed == true)
        #expect(response.metrics?.attempts.count == 1)
        #expect(response.metrics?.description.contains("stubbed") == true)
    }

    @Test func callThatSharedARequestSaysSo() async throws {
        let gate = Watched(false)
        let transport = ClosureTransport { _ in
            await gate.wait { $0 }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let coalescing = CoalescingPlugin()
        let provider = Provider<Zen>(transport: transport, plugins: [coalescing])
        let calls = (0..<2).map { _ in StartedCall(Zen.zen, provider) }
        while coalescing.waiterCount < 2 { await Task.yield() }
        gate.update { $0 = true }
        var all: [CallMetrics] = []
        for call in calls { all.append(try #require(try await call.result().get().metrics)) }
        #expect(all.map(\.attempts.count) == [1, 1])
        #expect(all.filter(\.isShared).count == 1)
        #expect(all.first(where: \.isShared)?.description.contains("shared") == true)
    }

    @Test func answerOfAPluginHasNoAttempt() async throws {
        let other = try await Provider<Zen>(transport: SampleTransport()).request(.user("ada"))
        let response = try await provider(plugins: [Answering(response: other)]).request(.zen)
        #expect(response.metrics?.attempts.isEmpty == true)
        #expect(response.metrics?.isShared == false)
        #expect(response.metrics?.isStubbed == false)
        #expect(response.metrics?.description.contains("no attempt") == true)
        #expect(other.metrics?.attempts.count == 1)
    }

    @Test func responseOfNoCallHasNoMetrics() {
        #expect(Response(statusCode: 200, data: Data(), headerFields: [:]).metrics == nil)
    }

    // MARK: Failures

    @Test func metricsShowAFailureOfTheTransport() async throws {
        let transport = ClosureTransport { _ in
            throw TransportError(.connectionLost, origin: Origin("https://example.com"))
        }
        let error = await failure { try await Provider<Zen>(transport: transport).request(.zen) }
        let attempt = try #require(error?.metrics?.attempts.first)
        #expect(attempt.statusCode == nil)
        #expect(attempt.failure?.contains("ended before the response was complete") == true)
        #expect(attempt.receiving == nil)
        #expect(error?.transportError?.kind == .connectionLost)
    }

    @Test func metricsOfATruncatedBodyHaveStatusAndBytes() async throws {
        let transport = ClosureTransport { _ in
            TransportResponse(
                statusCode: 200,
                body: HTTPBody(isReplayable: false) {
                    var isFirst = true
                    return {
                        guard isFirst else { throw TransportError(.connectionLost) }
                        isFirst = false
                        return Data("half".utf8)
                    }
                }
            )
        }
        let error = await failure { try await Provider<Zen>(transport: transport).request(.zen) }
        let attempt = try #require(error?.metrics?.attempts.first)
        #expect(attempt.statusCode == 200)
        #expect(attempt.failure?.contains("ended before the response was complete") == true)
        #expect(attempt.receiving != nil)
        #expect(attempt.receivedBytes == 4)
    }

    @Test func metricsShowARefusedStatus() async throws {
        let error = await failure { try await provider(status: 404).request(.strict) }
        #expect(error?.metrics?.attempts.map(\.statusCode) == [404])
        let filtered = await failure {
            try await provider(status: 404).request(.zen).filter(statusCodes: 200...299)
        }
        #expect(filtered?.metrics?.attempts.map(\.statusCode) == [404])
    }

    @Test func metricsShowNeitherDeclaredSecretsNorContentOfErrors() async throws {
        let options = RequestOptions { $0.secretHeaderFields = ["X-Name"] }
        let stubbed = Provider<Zen>(
            transport: SampleTransport(),
            plugins: [Repeating(times: 2), Renaming(), Leaking()],
            requestOptions: options
        )
        let error = await failure { try await stubbed.request(.zen) }
        let metrics = try #require(error == nil ? nil : try await recovered(stubbed))
        #expect(metrics.notes.map(\.text).contains("X-Name: …"))
        #expect(metrics.attempts.first?.failure == "Leak")
        #expect(!metrics.description.contains("hush"))
    }

    @Test func metricsShowNoDeclaredParametersAndNoPath() async throws {
        struct Forgetting: CallInterceptor, RequestAdapter {
            func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
                var endpoint = endpoint
                endpoint.options = RequestOptions()
                endpoint.url += "&member=hush"
                return try await next(endpoint)
            }

            func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
                request.url = request.url?.appending(queryItems: [URLQueryItem(name: "member", value: "hush")])
                request.headerFields[HTTPField.Name("X-Customer")!] = "hush"
            }
        }
        let provider = Provider<Zen>(
            transport: SampleTransport(),
            plugins: [Forgetting()],
            requestOptions: RequestOptions { $0.secretHeaderFields = ["member", "X-Customer"] }
        )
        let options = RequestOptions { $0.url = URL(string: "?member=hush") }
        let metrics = try #require(try await provider.request(.user("ada"), options: options).metrics)
        #expect(metrics.description.contains("/users/{}?member=…&member=…&member=…"))
        #expect(metrics.description.contains("X-Customer: …"))
        #expect(!metrics.description.contains("hush"))
        #expect(!metrics.description.contains("/ada"))
    }

    /// The metrics of a call whose plugins failed at first.
    private func recovered(_ provider: Provider<Zen>) async throws -> CallMetrics? {
        let answering = Provider<Zen>(
            transport: SampleTransport(),
            plugins: [Recovering()] + provider.configuration.plugins.all,
            requestOptions: provider.configuration.requestOptions
        )
        return try await answering.request(.zen).metrics
    }

    @Test func metricsOfARefusedCallHaveItsMethodAndURL() async throws {
        let error = await failure { try await provider(plugins: [Stopping()]).request(.create("Ada")) }
        #expect(error?.metrics?.description.hasPrefix("POST https://api.example.com/users, no attempt") == true)
    }

    @Test func metricsShowACancelledCall() async throws {
        let provider = Provider<Zen>(transport: SampleTransport(delay: .seconds(60)), clock: clock)
        let task = Task { await failure { try await provider.request(.zen) } }
        await clock.sleepers(atLeast: 1)
        task.cancel()
        let error = await task.value
        #expect(error?.isCancelled == true)
        #expect(error?.metrics?.attempts.count == 1)
    }

    @Test func failureBeforeTheRequestIsSentIsAnAttemptWithoutOne() async throws {
        let error = await failure { try await provider(plugins: [Refusing()]).request(.zen) }
        let attempt = try #require(error?.metrics?.attempts.first)
        #expect(attempt.request?.url?.path == "/zen")
        #expect(attempt.failure?.contains("rate limit") == true)
        #expect(attempt.transport.waiting == nil)
    }

    // MARK: Description

    @Test func descriptionTellsAllInTheOrderOfTime() async throws {
        let provider = provider(plugins: [Repeating(times: 2)], status: 503)
        let description = try #require(
            try await provider.request(.user("ada"), options: RequestOptions { $0.url = URL(string: "?token=hush") })
                .metrics?.description
        )
        #expect(
            description == """
                GET https://api.example.com/users/{}?token=…, 2 attempts, 80.0 ms
                0.0 ms attempt 1: status 503; 40.0 ms (preparing 0.0 ms, waiting 30.0 ms, receiving 10.0 ms); \
                0 bytes sent, 12 received
                40.0 ms Repeating: because 1
                40.0 ms attempt 2: status 503; 40.0 ms (preparing 0.0 ms, waiting 30.0 ms, receiving 10.0 ms); \
                0 bytes sent, 12 received
                """
        )
    }

    private func failure(_ body: () async throws -> Response) async -> TalynError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? TalynError
        }
    }
}

/// Goes on as often as it is told, and says why.
private struct Repeating: CallInterceptor {
    let times: Int

    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        for count in 1..<times {
            _ = try? await next(endpoint)
            context.noteRetry("because \(count)", by: self)
        }
        return try await next(endpoint)
    }
}

/// Takes its time to prepare.
private struct Waiting: RequestAdapter {
    let clock: ManualClock

    func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
        clock.advance(by: .milliseconds(8))
    }
}

/// Changes the endpoint.
private struct Renaming: CallInterceptor {
    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        var endpoint = endpoint
        endpoint.headerFields = HTTPFields(["X-Name": "2", "X-Secret": "hush"])
        return try await next(endpoint)
    }
}

/// Answers itself.
private struct Answering: CallInterceptor {
    let response: Response

    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        response
    }
}

/// Lets nothing be sent.
private struct Refusing: RequestAdapter {
    func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
        throw RejectionError(.rateLimited)
    }
}

private struct Guarded: TargetType, AccessTokenAuthorizable {
    var baseURL: URL { URL(string: "https://api.example.com")! }
    var path: RequestPath { "/guarded" }
    var authorizationType: AuthorizationType? { .bearer }
}

/// Fails every attempt with what must not be told.
private struct Leaking: RequestAdapter {
    struct Leak: Error {
        let token = "hush"
    }

    func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
        throw Leak()
    }
}

/// Answers when the rest has failed.
private struct Recovering: CallInterceptor {
    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        _ = try? await next(endpoint)
        return Response(statusCode: 200, data: Data(), headerFields: [:])
    }
}

/// Lets no call go on.
private struct Stopping: CallInterceptor {
    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        throw RejectionError(.circuitOpen)
    }
}
