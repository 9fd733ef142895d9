import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins

struct RetryPluginTests: RetryTests {
    // MARK: Failures to retry

    @Test(arguments: [Zen.zen, .strict])
    func callSurvivesTwoFailures(target: Zen) async throws {
        let clock = JumpingClock()
        let provider = provider(.statuses(503, 503, 200), RetryPlugin.jumping(on: clock))
        let response = try await provider.request(target)
        #expect(response.statusCode == 200)
        let account = try #require(response.metrics)
        #expect(account.attempts.map(\.statusCode) == [503, 503, 200])
        #expect(account.attempts.map { $0.reason == nil } == [true, false, false])
        #expect(account.attempts.last?.reason?.contains("503") == true)
        #expect(clock.sleeps == [.milliseconds(200), .milliseconds(400)])
    }

    @Test func callWithoutWaitsDoesNotSuspend() {
        let provider = provider(.statuses(503, 503, 200), RetryPlugin.jumping { $0.backoff = .none })
        #expect(StartedCall(Zen.zen, provider).completions == ["200"])
    }

    @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
    func transientStatusIsRetried(status: Int) async throws {
        let answers = InTurn<Sample>.statuses(status, 200)
        #expect(try await provider(answers, RetryPlugin.jumping()).request(.zen).statusCode == 200)
    }

    @Test(arguments: [200, 204, 301, 304, 400, 401, 403, 404, 409, 418, 422, 501, 505])
    func otherStatusesAreNotRetried(status: Int) async throws {
        let answers = InTurn<Sample>.statuses(status)
        let response = try await provider(answers, RetryPlugin.jumping()).request(.zen)
        #expect(response.statusCode == status)
        #expect(answers.count == 1)
        #expect(response.metrics?.notes == [])
    }

    /// The number of attempts for a transport that always fails in this way.
    private func attempts(
        failingWith kind: TransportError.Kind,
        _ configure: (inout RetryPlugin.Configuration) -> Void = { _ in }
    ) async -> Int {
        let sent = Recorder<Int>()
        let transport = ClosureTransport { _ in
            sent.record(1)
            throw TransportError(kind)
        }
        let provider = Provider<Zen>(transport: transport, plugins: [RetryPlugin.jumping(configure)])
        let error = await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(error?.transportError?.kind == kind)
        #expect(error?.metrics?.attempts.count == sent.events.count)
        return sent.events.count
    }

    @Test(
        arguments: [
            (.timedOut, 3), (.notConnected, 3), (.cannotConnect, 3), (.connectionLost, 3), (.cancelled, 1),
            (.deadlineExceeded, 1), (.secureConnectionFailed, 1), (.invalidResponse, 1), (.responseTooLarge, 1),
            (.tooManyRedirects, 1), (.insecureRedirect, 1), (.unsupportedURL, 1), (.other, 1),
        ] as [(TransportError.Kind, Int)]
    )
    func transportFailuresAreRetriedByDefault(kind: TransportError.Kind, attempts: Int) async {
        #expect(await self.attempts(failingWith: kind) == attempts)
    }

    @Test(
        arguments: [
            (.secureConnectionFailed, 3), (.invalidResponse, 3), (.tooManyRedirects, 3), (.insecureRedirect, 3),
            (.unsupportedURL, 3), (.other, 3), (.cancelled, 1), (.deadlineExceeded, 1), (.responseTooLarge, 1),
        ] as [(TransportError.Kind, Int)]
    )
    func configuredFailuresAreRetriedUnlessFinal(kind: TransportError.Kind, attempts: Int) async {
        #expect(await self.attempts(failingWith: kind) { $0.transportFailures.insert(kind) } == attempts)
    }

    @Test func failuresOfOtherTypesAreNotRetried() async {
        let answers = InTurn<Sample>([.networkError(NSError(domain: "test", code: 1))])
        #expect(await result(of: .zen, by: provider(answers, RetryPlugin.jumping())).text == "failed")
        #expect(answers.count == 1)
    }

    @Test func bodyThatCarriesAnErrorIsRetriedIfConfigured() async throws {
        struct Status: Decodable {
            var code: String
        }
        let bodies = [#"{"code":"busy"}"#, #"{"code":"ok"}"#]
        let plugins = [
            RetryPlugin.jumping { $0.shouldRetry = { response, _ in try response.decode(Status.self).code == "busy" } },
            RetryPlugin.jumping {
                $0.shouldRetry = { response, target in
                    try #require(target is Zen)
                    return try response.decode(Status.self).code == "busy"
                }
            },
        ]
        for plugin in plugins {
            let answers = InTurn(bodies.map { Sample.networkResponse(200, Data($0.utf8)) })
            let response = try await provider(answers, plugin).request(.zen)
            #expect(try response.decode(String.self) == bodies[1])
            #expect(response.metrics?.attempts.map { $0.reason == nil } == [true, false])
            let others = InTurn<Sample>.statuses(200)
            #expect(try await provider(others, plugin).request(.zen).statusCode == 200)
            #expect(others.count == 1)
        }
    }

    // MARK: Results

    @Test func callerGetsTheLastResponse() async {
        let answers = InTurn<Sample>([
            .networkResponse(503, Data("1".utf8)), .networkResponse(502, Data("2".utf8)),
            .networkResponse(500, Data("3".utf8)),
        ])
        let response = await result(of: .zen, by: provider(answers, RetryPlugin.jumping())).response
        #expect(response?.statusCode == 500)
        #expect(response?.data == Data("3".utf8))
        #expect(response?.metrics?.attempts.count == 3)
        #expect(response?.metrics?.notes.map(\.plugin) == ["RetryPlugin", "RetryPlugin"])
        #expect(answers.count == 3)
    }

    @Test func callerGetsTheLastError() async {
        let answers = InTurn<Sample>.statuses(503)
        let error = await #expect(throws: TalynError.self) {
            try await provider(answers, RetryPlugin.jumping { $0.maximumAttempts = 5 }).request(.strict)
        }
        #expect(error?.reason == .unacceptableStatus)
        #expect(error?.statusCode == 503)
        #expect(error?.metrics?.attempts.count == 5)
        #expect(answers.count == 5)
    }

    // MARK: Calls that must not be repeated

    @Test func callThatIsNotIdempotentIsMadeOnce() async {
        let answers = InTurn<Sample>.statuses(503)
        let response = await result(of: .create("ada"), by: provider(answers, RetryPlugin.jumping())).response
        #expect(answers.count == 1)
        #expect(response?.metrics?.notes.map(\.plugin) == ["RetryPlugin"])
    }

    /// The server says that it hasn't processed the call.
    @Test func callThatIsNotIdempotentIsRetriedAfterARefusal() async {
        for (refusals, count) in [([429], 3), ([529], 1), ([], 1)] as [(Set<Int>, Int)] {
            let answers = InTurn<Sample>.statuses(429)
            let plugin = RetryPlugin.jumping { $0.refusals = refusals }
            let response = await result(of: .create("ada"), by: provider(answers, plugin)).response
            #expect(response?.statusCode == 429)
            #expect(answers.count == count)
        }
    }

    /// A refusal need not be one of the statuses to retry.
    @Test func refusalIsRetriedByItself() async throws {
        let answers = InTurn<Sample>.statuses(529, 201)
        let plugin = RetryPlugin.jumping { $0.refusals = [529] }
        #expect(try await provider(answers, plugin).request(.create("ada")).statusCode == 201)
    }

    @Test(arguments: [(TransportError.Delivery.notSent, 3), (.unprocessed, 3), (.unanswered, 1), (.sent, 1)])
    func callThatIsNotIdempotentIsRetriedIfNoServerProcessedIt(delivery: TransportError.Delivery, count: Int) async {
        let plugin = RetryPlugin.jumping()
        let attempts = Recorder<Int>()
        let provider = Provider<Zen>(
            transport: ClosureTransport { _ in
                attempts.record(1)
                throw TransportError(.connectionLost, delivery: delivery)
            },
            plugins: [plugin]
        )
        _ = await result(of: .create("ada"), by: provider)
        // The follow-ups repeat what no server processed at once, too.
        #expect(attempts.events.count == count || delivery == .unprocessed && attempts.events.count > count)
    }

    @Test func optionsOverrideTheMethod() async {
        for (target, idempotency, count) in [
            (Zen.create("ada"), .always, 3), (.create("ada"), .key, 3), (.zen, .never, 1), (.zen, .byMethod, 3),
        ] as [(Zen, Idempotency, Int)] {
            let answers = InTurn<Sample>.statuses(503)
            let result = await result(of: target, by: provider(answers, RetryPlugin.jumping())) {
                $0.idempotency = idempotency
            }
            #expect(result.text == "503")
            #expect(answers.count == count)
        }
    }

    private struct Streaming: RequestAdapter {
        func adapt(_ request: inout OutgoingRequest, context: CallContext) {
            request.body = HTTPBody(isReplayable: false) { { nil } }
        }
    }

    @Test func bodyThatIsAStreamIsSentOnce() async throws {
        for failure in [nil, TransportError(.connectionLost)] {
            let sent = Recorder<Int>()
            let transport = ClosureTransport { _ in
                sent.record(1)
                if let failure { throw failure }
                return TransportResponse(statusCode: 503, body: HTTPBody(Data()))
            }
            let provider = Provider<Zen>(transport: transport, plugins: [RetryPlugin.jumping(), Streaming()])
            let result = await result(of: .zen, by: provider)
            #expect(sent.events.count == 1)
            let account =
                switch result {
                case .success(let response): response.metrics
                case .failure(let error): error.metrics
                }
            #expect(account?.notes.map(\.plugin) == ["RetryPlugin"])
            #expect(account?.notes.first?.text.contains("body") == true)
        }
    }
}
