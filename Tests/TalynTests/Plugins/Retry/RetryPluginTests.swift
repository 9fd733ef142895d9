import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct RetryPluginTests {
    private func provider(
        _ answers: InTurn<EndpointSampleResponse>,
        _ plugins: any Plugin...,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> Provider<Zen> {
        Provider(answering: { answers.next() }, plugins: plugins, clock: clock)
    }

    private func result(
        of target: Zen,
        by provider: Provider<Zen>,
        _ configure: (inout RequestOptions) -> Void = { _ in }
    ) async -> Result<Response, TalynError> {
        await Result { () async throws(TalynError) in try await provider.request(target, options: .init(configure)) }
    }

    // MARK: Failures to retry

    @Test(arguments: [Zen.zen, .strict])
    func callSurvivesTwoFailures(target: Zen) async throws {
        let clock = JumpingClock()
        let provider = provider(.statuses(503, 503, 200), RetryPlugin.jumping(on: clock))
        let response = try await provider.request(target)
        #expect(response.statusCode == 200)
        let account = try #require(response.account)
        #expect(account.attempts.map(\.statusCode) == [503, 503, 200])
        #expect(account.attempts.map { $0.reason == nil } == [true, false, false])
        #expect(account.attempts.last?.reason?.contains("503") == true)
        #expect(clock.sleeps == [.milliseconds(200), .milliseconds(400)])
    }

    @Test func callWithoutWaitsStaysSynchronous() {
        let provider = provider(.statuses(503, 503, 200), RetryPlugin.jumping { $0.backoff = .none })
        let recorder = Recorder<String>()
        provider.request(.zen) { recorder.record($0.text) }
        #expect(recorder.events == ["200"])
    }

    @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
    func transientStatusIsRetried(status: Int) async throws {
        let answers = InTurn<EndpointSampleResponse>.statuses(status, 200)
        #expect(try await provider(answers, RetryPlugin.jumping()).request(.zen).statusCode == 200)
    }

    @Test(arguments: [200, 204, 301, 304, 400, 401, 403, 404, 409, 418, 422, 501, 505])
    func otherStatusesAreNotRetried(status: Int) async throws {
        let answers = InTurn<EndpointSampleResponse>.statuses(status)
        let response = try await provider(answers, RetryPlugin.jumping()).request(.zen)
        #expect(response.statusCode == status)
        #expect(answers.count == 1)
        #expect(response.account?.notes == [])
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
        #expect(error?.account?.attempts.count == sent.events.count)
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
        let answers = InTurn<EndpointSampleResponse>([.networkError(NSError(domain: "test", code: 1))])
        #expect(await result(of: .zen, by: provider(answers, RetryPlugin.jumping())).text == "failed")
        #expect(answers.count == 1)
    }

    @Test func bodyThatCarriesAnErrorIsRetriedIfConfigured() async throws {
        struct Status: Decodable {
            var code: String
        }
        let bodies = [#"{"code":"busy"}"#, #"{"code":"ok"}"#]
        let plugins = [
            RetryPlugin.jumping { $0.shouldRetry(decoding: Status.self) { $0.code == "busy" } },
            RetryPlugin.jumping {
                $0.shouldRetry = { response, target in
                    try #require(target is Zen)
                    return try response.map(Status.self).code == "busy"
                }
            },
        ]
        for plugin in plugins {
            let answers = InTurn(bodies.map { EndpointSampleResponse.networkResponse(200, Data($0.utf8)) })
            let response = try await provider(answers, plugin).request(.zen)
            #expect(try response.mapString() == bodies[1])
            #expect(response.account?.attempts.map { $0.reason == nil } == [true, false])
            let others = InTurn<EndpointSampleResponse>.statuses(200)
            #expect(try await provider(others, plugin).request(.zen).statusCode == 200)
            #expect(others.count == 1)
        }
    }

    // MARK: Results

    @Test func callerGetsTheLastResponse() async {
        let answers = InTurn<EndpointSampleResponse>([
            .networkResponse(503, Data("1".utf8)), .networkResponse(502, Data("2".utf8)),
            .networkResponse(500, Data("3".utf8)),
        ])
        let response = await result(of: .zen, by: provider(answers, RetryPlugin.jumping())).response
        #expect(response?.statusCode == 500)
        #expect(response?.data == Data("3".utf8))
        #expect(response?.account?.attempts.count == 3)
        #expect(response?.account?.notes.map(\.plugin) == ["RetryPlugin", "RetryPlugin"])
        #expect(answers.count == 3)
    }

    @Test func callerGetsTheLastError() async {
        let answers = InTurn<EndpointSampleResponse>.statuses(503)
        let error = await #expect(throws: TalynError.self) {
            try await provider(answers, RetryPlugin.jumping { $0.maximumAttempts = 5 }).request(.strict)
        }
        #expect(error?.underlyingError as? ValidationError == .unacceptableStatusCode(503))
        #expect(error?.statusCode == 503)
        #expect(error?.account?.attempts.count == 5)
        #expect(answers.count == 5)
    }

    // MARK: Calls that must not be repeated

    @Test func callThatIsNotIdempotentIsMadeOnce() async {
        let answers = InTurn<EndpointSampleResponse>.statuses(503)
        let response = await result(of: .create("ada"), by: provider(answers, RetryPlugin.jumping())).response
        #expect(answers.count == 1)
        #expect(response?.account?.notes.map(\.plugin) == ["RetryPlugin"])
    }

    @Test func optionsOverrideTheMethod() async {
        for (target, idempotency, count) in [
            (Zen.create("ada"), .always, 3), (.create("ada"), .key, 3), (.zen, .never, 1), (.zen, .byMethod, 3),
        ] as [(Zen, Idempotency, Int)] {
            let answers = InTurn<EndpointSampleResponse>.statuses(503)
            let result = await result(of: target, by: provider(answers, RetryPlugin.jumping())) {
                $0.idempotency = idempotency
            }
            #expect(result.text == "503")
            #expect(answers.count == count)
        }
    }

    private struct Streaming: Plugin {
        func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
            var request = request
            request.httpBodyStream = InputStream(data: Data("once".utf8))
            return request
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
                case .success(let response): response.account
                case .failure(let error): error.account
                }
            #expect(account?.notes.map(\.plugin) == ["RetryPlugin"])
            #expect(account?.notes.first?.text.contains("body") == true)
        }
    }

    // MARK: Limits

    @Test func retryAfterThatIsTooLongEndsTheCall() async throws {
        let clock = JumpingClock()
        let head = HTTPURLResponse(
            url: URL(string: "https://api.example.com/zen")!,
            statusCode: 503,
            httpVersion: nil,
            headerFields: ["Retry-After": "3600"]
        )
        let answers = InTurn<EndpointSampleResponse>([.response(try #require(head), Data())])
        let response = try await provider(answers, RetryPlugin.jumping(on: clock)).request(.zen)
        #expect(answers.count == 1)
        #expect(clock.sleeps == [])
        #expect(response.account?.notes.first?.text.contains("3600.0 s") == true)
        let ignoring = RetryPlugin.jumping(on: clock) { $0.respectsRetryAfter = false }
        _ = try await provider(answers, ignoring).request(.zen)
        #expect(clock.sleeps == [.milliseconds(200), .milliseconds(400)])
    }

    @Test func noAttemptBeginsAfterTheDeadline() async {
        let answers = InTurn<EndpointSampleResponse>.statuses(503)
        let plugin = RetryPlugin.jumping {
            $0.maximumAttempts = 100
            $0.backoff = RetryPlugin.Backoff(base: .seconds(3), multiplier: 1)
            $0.deadline = .seconds(10)
        }
        let response = await result(of: .zen, by: provider(answers, plugin)).response
        #expect(answers.count == 4)
        #expect(response?.account?.notes.last?.text.contains("deadline") == true)
    }

    @Test func deadlineOfTheCallCountsToo() async {
        for (deadline, attempts) in [(nil, 3), (5, 2), (20, 3)] as [(Int?, Int)] {
            let clock = JumpingClock()
            let answers = InTurn<EndpointSampleResponse>.statuses(503)
            let plugin = RetryPlugin.jumping(on: clock) {
                $0.maximumAttempts = 100
                $0.backoff = RetryPlugin.Backoff(base: .seconds(3), multiplier: 1)
                $0.deadline = deadline.map { .seconds($0) }
            }
            // The call's own deadline is on a clock that stands still, so that it doesn't end the call.
            let own = ManualClock()
            let late = Waiting { own.advance(by: .seconds(4)) }
            let provider = provider(answers, plugin, late, clock: own)
            let response = await result(of: .zen, by: provider) { $0.deadline = .seconds(14) }.response
            #expect(response?.statusCode == 503)
            #expect(answers.count == attempts)
            own.advance(by: .seconds(100))
        }
    }

    private struct Waiting: Plugin {
        let wait: @Sendable () -> Void

        func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
            wait()
            return request
        }
    }

    @Test func waitThatEndsTooLateIsNoAttempt() async {
        let answers = InTurn<EndpointSampleResponse>.statuses(503)
        let plugin = RetryPlugin.jumping(on: JumpingClock(oversleep: .seconds(60))) { $0.deadline = .seconds(10) }
        let response = await result(of: .zen, by: provider(answers, plugin)).response
        #expect(response?.statusCode == 503)
        #expect(answers.count == 1)
        #expect(response?.account?.notes.map(\.plugin) == ["RetryPlugin"])
    }

    @Test func retriesAreWithinTheBudget() async throws {
        let budget = RetryPlugin.Budget(ratio: 0.2, minimumPerSecond: 0, capacity: 3, clock: ManualClock())
        let answers = InTurn<EndpointSampleResponse>.statuses(503)
        let plugins = [RetryPlugin.jumping(budget: budget), RetryPlugin.jumping(budget: budget)]
        let providers = plugins.map { provider(answers, $0) }
        var last: Response?
        for index in 0..<100 { last = try await providers[index % 2].request(.zen) }
        // 100 calls, 3 retries from the full budget, and 20 that the calls add; the last fraction can be left over.
        #expect(103...123 ~= answers.count, "\(answers.count) attempts")
        #expect(last?.account?.notes.last?.text.contains("budget") == true)
    }

    @Test func retryThatIsNotMadeIsNotPaidFor() async throws {
        let budget = RetryPlugin.Budget(ratio: 0, minimumPerSecond: 0, capacity: 2, clock: ManualClock())
        let answers = InTurn<EndpointSampleResponse>.statuses(503)
        for _ in 1...10 { _ = try await provider(answers, RetryPlugin.jumping(budget: budget)).request(.create("a")) }
        #expect(answers.count == 10)
        for _ in 1...2 {
            let clock = ManualClock()
            let call = StartedCall(.task, Zen.zen, provider(answers, RetryPlugin.jumping(on: clock, budget: budget)))
            await clock.sleepers(atLeast: 1)
            try await call.cancelAndExpectCompletion()
        }
        #expect(answers.count == 12)
        _ = try await provider(answers, RetryPlugin.jumping(budget: budget)).request(.zen)
        #expect(answers.count == 15)
    }

    // MARK: Beside other plugins

    @Test func hooksRunForEachAttemptAndProcessOnce() async throws {
        let recorder = Recorder<String>()
        let provider = provider(
            .statuses(503, 200),
            RecordingPlugin(name: "1", recorder: recorder),
            RetryPlugin.jumping(),
            RecordingPlugin(name: "2", recorder: recorder)
        )
        _ = try await provider.request(.zen)
        let attempt = { (status: Int) in
            [
                "2 enter", "1 prepare", "2 prepare", "1 willSend", "2 willSend", "1 didReceive \(status)",
                "2 didReceive \(status)", "2 leave",
            ]
        }
        let whole = ["1 enter"] + attempt(503) + attempt(200) + ["1 leave", "1 process 200", "2 process 200"]
        #expect(recorder.events == whole)
    }

    @Test func rejectionByAnotherPluginIsNotRetried() async {
        struct Rejecting: Plugin {
            let count: Recorder<Int>

            func intercept(_ endpoint: Endpoint, target: any TargetType, next: Next) async throws -> Response {
                count.record(1)
                throw RefusalError(.circuitOpen)
            }
        }
        let count = Recorder<Int>()
        let provider = provider(.statuses(200), RetryPlugin.jumping(), Rejecting(count: count))
        let error = await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(error?.refusal?.reason == .circuitOpen)
        #expect(count.events.count == 1)
    }

    // MARK: Cancellation and cost

    @Test(arguments: CallStyle.allCases)
    func callThatIsCancelledWhileItWaitsEndsAtOnce(style: CallStyle) async throws {
        let clock = ManualClock()
        let answers = InTurn<EndpointSampleResponse>.statuses(503)
        let call = StartedCall(style, Zen.zen, provider(answers, RetryPlugin.jumping(on: clock)))
        await clock.sleepers(atLeast: 1)
        try await call.cancelAndExpectCompletion()
        guard case .failure(let error) = try await call.result() else { return }
        #expect(error.account?.attempts.map(\.statusCode) == [503])
        #expect(error.account?.notes.map(\.plugin) == ["RetryPlugin"])
        clock.advance(by: .seconds(60))
        #expect(answers.count == 1)
    }

    @Test func callThatWasCancelledIsNotRepeatedWithoutWaiting() async {
        let sent = Recorder<Int>()
        let transport = ClosureTransport { _ in
            sent.record(1)
            withUnsafeCurrentTask { $0?.cancel() }
            return TransportResponse(statusCode: 503, body: HTTPBody(Data()))
        }
        let plugin = RetryPlugin.jumping { $0.backoff = .none }
        let provider = Provider<Zen>(transport: transport, plugins: [plugin])
        let result = await Task<Result<Response, TalynError>, Never> { await self.result(of: .zen, by: provider) }.value
        #expect(result.text == "cancelled")
        #expect(sent.events.count == 1)
    }

    @Test func callThatSucceedsUsesNeitherClockNorRandomness() async throws {
        struct ReadClock: Clock {
            let reads: Recorder<Int>
            var minimumResolution: Duration { .zero }
            var now: ManualClock.Instant {
                reads.record(1)
                return ManualClock().now
            }
            func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {}
        }
        let reads = Recorder<Int>()
        let random = ConstantGenerator.most
        let plugin = RetryPlugin.jumping(on: ReadClock(reads: reads), budget: RetryPlugin.Budget(), random: random)
        let provider = provider(.statuses(200), plugin)
        let before = reads.events.count
        for _ in 1...10 { _ = try await provider.request(.zen) }
        #expect(reads.events.count == before)
        #expect(random.draws.events.isEmpty)
    }

    @Test(.hammer) func underRandomFaultsEveryCallCompletesOnce() async throws {
        let sent = Locked<[String: Int]>([:])
        let transport = ClosureTransport { request in
            let path = request.urlRequest.url?.lastPathComponent ?? ""
            let count = sent.withLock { sent in
                sent[path, default: 0] += 1
                return sent[path] ?? 0
            }
            var random = SeededGenerator(seed: UInt64(path.utf8.reduce(0) { $0 * 31 + Int($1) } + count))
            for _ in 0..<Int.random(in: 0...10, using: &random) { await Task.yield() }
            try Task.checkCancellation()
            switch Int.random(in: 0...3, using: &random) {
            case 0: throw TransportError(.connectionLost)
            case 1: return TransportResponse(statusCode: 503, body: HTTPBody(Data()))
            case 2: return TransportResponse(statusCode: 404, body: HTTPBody(Data()))
            default: return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
        }
        let plugin = RetryPlugin.jumping { $0.maximumAttempts = 4 }
        let provider = Provider<Zen>(transport: transport, plugins: [plugin])
        let texts = Recorder<String>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<20 {
                group.addTask {
                    var random = SeededGenerator(seed: UInt64(worker))
                    for index in 0..<50 {
                        let style = CallStyle.allCases[index % 2]
                        let call = StartedCall(style, Zen.user("\(worker)-\(index)"), provider)
                        let isCancelled = Int.random(in: 0...3, using: &random) == 0
                        if isCancelled {
                            for _ in 0..<Int.random(in: 0...30, using: &random) { await Task.yield() }
                            call.cancel()
                        }
                        let text = try await call.result().text
                        #expect(isCancelled || text != "cancelled")
                        #expect(call.completions == [text])
                        texts.record(text)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(texts.events.count == 1_000)
        #expect(sent.withLock { $0.values.max() } == 4)
    }
}
