import Testing

@testable import Talyn
@testable import TalynStubs

/// What a provider makes of faults.
@Suite(.timeLimit(.minutes(1))) struct FaultTransportTests {
    // MARK: Slow networks

    @Test func latencyIsHowLongTheHeadTakes() async throws {
        let network = FaultyNetwork(FaultScript(.latency(.milliseconds(200)), .latency(.milliseconds(50))))
        let response = try await network.provider.request(.text)
        #expect(try response.mapString() == "0123456789")
        let account = try #require(response.account)
        #expect(account.duration == .milliseconds(250))
        #expect(account.attempts.map(\.receiving) == [.zero])
        #expect(network.now == .milliseconds(250))
    }

    @Test func throughputIsHowLongTheBodyTakes() async throws {
        let network = FaultyNetwork(
            FaultScript(.latency(.seconds(1)), .throughput(bytesPerSecond: 1000)),
            HTTPBody(Data(count: 5250))
        )
        let response = try await network.provider.request(.text)
        #expect(response.data.count == 5250)
        let account = try #require(response.account)
        #expect(account.attempts.map(\.receiving) == [.milliseconds(5250)])
        #expect(account.duration == .milliseconds(6250))
    }

    @Test func latencyAboveTheIdleTimeoutEndsTheCallThen() async {
        let network = FaultyNetwork(FaultScript(.latency(.seconds(90))))
        let error = await network.failure()
        #expect(error?.isTimedOut == true)
        #expect(network.now == .seconds(60))
        #expect(error?.account?.duration == .seconds(60))
        #expect(await network.failure { $0.idleTimeout = .seconds(90) } == nil)
        #expect(network.now == .seconds(150))
    }

    @Test func slowBodyIsNoSilence() async throws {
        let network = FaultyNetwork(FaultScript(.throughput(bytesPerSecond: 1)), HTTPBody(Data(count: 1000)))
        #expect(try await network.provider.request(.text).data.count == 1000)
        #expect(network.now == .seconds(1000))
    }

    @Test func chunksAreOfTheirSize() async {
        #expect(await FaultyNetwork(FaultScript(.chunks(of: 4))).chunks().texts == ["0123", "4567", "89"])
        #expect(await FaultyNetwork(FaultScript(.chunks(of: 1))).chunks().texts.count == 10)
        #expect(await FaultyNetwork(FaultScript(.chunks(of: 100))).chunks().texts == ["0123456789"])
    }

    @Test func chunksOfAStreamAreOfTheirSize() async {
        let body = HTTPBody(isReplayable: true) {
            var texts = ["01", "2345", "", "6", "789"]
            return { texts.isEmpty ? nil : Data(texts.removeFirst().utf8) }
        }
        #expect(await FaultyNetwork(FaultScript(.chunks(of: 3)), body).chunks().texts == ["012", "345", "678", "9"])
        #expect(await FaultyNetwork(FaultScript(.throughput(bytesPerSecond: 50)), body).chunks().texts.count == 2)
    }

    @Test func chunksOfRandomSizesAreTheBody() async {
        let text = String(repeating: "0123456789", count: 100)
        let network = FaultyNetwork(FaultScript(.chunks(of: 5...50), seed: 3), HTTPBody(Data(text.utf8)))
        let (first, second) = (await network.chunks().texts, await network.chunks().texts)
        #expect(first.joined() == text)
        #expect(second.joined() == text)
        #expect(first != second)
        #expect(first.dropLast().allSatisfy { 5...50 ~= $0.utf8.count })
        #expect(Set(first.map(\.count)).count > 5)
    }

    // MARK: Failures before the head

    @Test(arguments: [
        (Fault.Failure.connectionRefused, TransportError.Kind.cannotConnect, 0),
        (.tlsFailure, .secureConnectionFailed, 0),
        (.redirectLoop, .tooManyRedirects, 0),
        (.timeout, .timedOut, 0),
        (.malformed, .invalidResponse, 1),
        (.connectionReset(), .connectionLost, 1),
        (.connectionReset(afterBytes: -5), .connectionLost, 1),
    ])
    func failureBeforeTheHeadHasNoResponse(failure: Fault.Failure, kind: TransportError.Kind, seen: Int) async {
        let network = FaultyNetwork(FaultScript(.failing(failure), .latency(.seconds(2))))
        let error = await network.failure()
        #expect(error?.transportError?.kind == kind)
        #expect(error?.transportError?.origin == "https://api.example.com:8443")
        #expect(error?.transportError?.underlyingError as? Fault.Failure == failure)
        #expect(error?.response == nil)
        #expect(error?.isTimedOut == (kind == .timedOut))
        #expect(error?.isConnectionFailure == [.cannotConnect, .secureConnectionFailed, .connectionLost].contains(kind))
        #expect(error?.isCancelled == false)
        #expect(network.server.count == seen)
        #expect(network.now == (failure == .timeout ? .seconds(60) : .seconds(2)))
        let attempt = error?.account?.attempts.first
        #expect(attempt?.statusCode == nil)
        #expect(attempt?.failure != nil)
    }

    @Test func timeoutIsThatOfTheRequest() async {
        let network = FaultyNetwork(FaultScript(.failing(.timeout)))
        let error = await network.failure { $0.idleTimeout = .milliseconds(1500) }
        #expect(error?.isTimedOut == true)
        #expect(network.now == .milliseconds(1500))
    }

    @Test func timeoutOfTheAttemptComesFirst() async {
        let network = FaultyNetwork(FaultScript(.failing(.timeout)))
        let error = await network.failure { $0.timeout = .seconds(5) }
        #expect(error?.transportError?.kind == .timedOut)
        #expect(error?.transportError?.underlyingError == nil)
        #expect(network.now == .seconds(5))
    }

    @Test func deadlineOfTheCallComesFirst() async {
        let network = FaultyNetwork(FaultScript(.failing(.timeout)))
        let error = await network.failure { $0.deadline = .seconds(7) }
        #expect(error?.transportError?.kind == .deadlineExceeded)
        #expect(error?.account?.duration == .seconds(7))
        #expect(network.now == .seconds(7))
    }

    @Test func withoutATimeoutNothingHangs() async {
        let network = FaultyNetwork(FaultScript(.failing(.timeout)))
        let error = await network.failure { $0.idleTimeout = .zero }
        #expect(error?.isTimedOut == true)
    }

    // MARK: Failures in the body

    @Test(arguments: [Fault.Failure.connectionReset(afterBytes: 3), .truncated(afterBytes: 3)])
    func connectionEndsWithinTheBody(failure: Fault.Failure) async {
        let network = FaultyNetwork(FaultScript(.failing(failure), .latency(.seconds(1))))
        let error = await network.failure()
        #expect(error?.isConnectionFailure == true)
        #expect(error?.transportError?.kind == .connectionLost)
        #expect(error?.transportError?.underlyingError as? Fault.Failure == failure)
        #expect(error?.account?.attempts.first?.receivedBytes == 3)
        #expect(network.now == .seconds(1))
        let (texts, streamed) = await network.chunks()
        #expect(texts == ["012"])
        #expect(streamed?.transportError?.kind == .connectionLost)
        #expect(streamed?.statusCode == 200)
    }

    @Test func truncatedBeforeTheFirstByteHasAHead() async {
        let (texts, error) = await FaultyNetwork(FaultScript(.failing(.truncated(afterBytes: 0)))).chunks()
        #expect(texts.isEmpty)
        #expect(error?.transportError?.kind == .connectionLost)
        #expect(error?.statusCode == 200)
    }

    @Test(arguments: [0, 4])
    func halfOpenConnectionIsSilentUntilTheTimeout(count: Int) async {
        let network = FaultyNetwork(FaultScript(.failing(.halfOpen(afterBytes: count)), .chunks(of: 2)))
        let (texts, error) = await network.chunks()
        #expect(texts.joined() == "0123456789".prefix(count))
        #expect(error?.isTimedOut == true)
        #expect(error?.statusCode == 200)
        #expect(network.now == .seconds(60))
        #expect(await network.failure { $0.timeout = .seconds(5) }?.isTimedOut == true)
        #expect(network.now == .seconds(65))
    }

    @Test(arguments: [
        Fault.Failure.connectionReset(afterBytes: 10), .truncated(afterBytes: 10), .halfOpen(afterBytes: 10),
        .truncated(afterBytes: .max),
    ])
    func bodyThatIsNoLongerThanThatArrivesWhole(failure: Fault.Failure) async throws {
        let network = FaultyNetwork(FaultScript(.failing(failure)))
        #expect(try await network.provider.request(.text).mapString() == "0123456789")
        #expect(network.now == .zero)
    }

    @Test func failureInTheBodyHeedsChunksAndThroughput() async {
        let script = FaultScript(
            .chunks(of: 4),
            .throughput(bytesPerSecond: 2),
            .failing(.connectionReset(afterBytes: 6))
        )
        let network = FaultyNetwork(script)
        let (texts, error) = await network.chunks()
        #expect(texts == ["0123", "45"])
        #expect(error?.isConnectionFailure == true)
        #expect(network.now == .seconds(3))
    }

    // MARK: Outages

    @Test func retrySurvivesAnOutage() async throws {
        let script = FaultScript(.steps(.failing(.connectionRefused), .failing(.timeout)), .latency(.milliseconds(100)))
        let network = FaultyNetwork(script) { clock in
            [RetryPlugin(RetryPlugin.Configuration { $0.backoff = .none }, clock: clock)]
        }
        let response = try await network.provider.request(.text)
        let account = try #require(response.account)
        #expect(account.attempts.map(\.duration) == [.milliseconds(100), .seconds(60), .milliseconds(100)])
        #expect(account.attempts.map(\.startedAt) == [.zero, .milliseconds(100), .milliseconds(60_100)])
        #expect(account.duration == .milliseconds(60_200))
        #expect(network.server.count == 1)
    }

    @Test func retryWaitsBetweenAttempts() async throws {
        let network = FaultyNetwork(FaultScript(.calls(1...2, .failing(.connectionReset())))) { clock in
            [RetryPlugin(clock: clock, random: MostChance())]
        }
        let response = try await network.provider.request(.text)
        #expect(response.account?.attempts.map(\.startedAt) == [.zero, .milliseconds(200), .milliseconds(600)])
        #expect(network.now == .milliseconds(600))
        #expect(network.server.count == 3)
    }

    @Test func retryOfSlowAttemptsKeepsToTheDeadline() async throws {
        let network = FaultyNetwork(FaultScript(.latency(.seconds(20)))) { clock in
            [RetryPlugin(RetryPlugin.Configuration { $0.backoff = .none }, clock: clock)]
        }
        let error = await network.failure {
            $0.timeout = .seconds(5)
            $0.deadline = .seconds(12)
        }
        #expect(error?.transportError?.kind == .deadlineExceeded)
        let account = try #require(error?.account)
        #expect(account.duration == .seconds(12))
        #expect(account.attempts.map(\.startedAt) == [.zero, .seconds(5), .seconds(10)])
        #expect(account.attempts.prefix(2).map(\.duration) == [.seconds(5), .seconds(5)])
    }

    @Test func callsThatWaitForTheirTurnPassInTime() async throws {
        let network = FaultyNetwork(FaultScript(.latency(.seconds(30)))) { clock in
            [RateLimitPlugin(1, per: .seconds(1), clock: clock)]
        }
        let ends = try await withThrowingTaskGroup(of: Duration.self) { group in
            for _ in 0..<5 {
                group.addTask {
                    _ = try await network.provider.request(.text)
                    return network.now
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ends.sorted() == [30, 31, 32, 33, 34].map { .seconds($0) })
    }

    // MARK: Files

    @Test func downloadFailsAsItsConnectionDoes() async throws {
        let network = FaultyNetwork(FaultScript(.failing(.truncated(afterBytes: 0))))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("faults-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let error = await #expect(throws: TalynError.self) {
            for try await _ in network.provider.download(.text, to: file) {}
        }
        #expect(error?.isConnectionFailure == true)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func downloadGoesOnAfterACut() async throws {
        let script = FaultScript(
            .calls(1...1, .failing(.truncated(afterBytes: 4))),
            .latency(.seconds(1)),
            .throughput(bytesPerSecond: 10)
        )
        let network = FaultyNetwork(script)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("faults-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        var response: Response?
        for try await event in network.provider.download(.text, to: file) {
            if case .finished(let finished) = event { response = finished }
        }
        #expect(try Data(contentsOf: file) == Data("0123456789".utf8))
        #expect(response?.account?.attempts.count == 2)
        #expect(network.server.count == 2)
        // The server knows nothing of ranges.
        #expect(network.now == .milliseconds(1000 + 400 + 1000 + 1000))
    }

    // MARK: The transport itself

    @Test func isAsLiveAsWhatItWraps() {
        struct Network: Transport {
            var defaultHeaderFields: [String: String] { ["A": "1"] }
            func send(_ request: TransportRequest) async throws -> TransportResponse { throw CancellationError() }
        }
        #expect(FaultTransport(wrapping: Network(), FaultScript()).isLive)
        #expect(FaultTransport(wrapping: Network(), FaultScript()).defaultHeaderFields == ["A": "1"])
        let stub = FaultTransport(wrapping: FixedTransport(""), FaultScript())
        #expect(!stub.isLive)
        #expect(!FaultTransport(wrapping: stub, FaultScript()).isLive)
    }

    @Test func timeIsThatOfTheScopeUnlessItHasAClock() async throws {
        let clock = VirtualClock()
        let transport = FaultTransport(wrapping: FixedTransport("a"), FaultScript(.latency(.seconds(3600))))
        let scope = CallScope(transport: transport, time: TimeSource(clock))
        try await CallScope.$current.withValue(scope) {
            let options = RequestOptions { $0.idleTimeout = .seconds(7200) }
            let response = try await Provider<FaultyAPI>().request(.text, options: options)
            #expect(response.account?.duration == .seconds(3600))
        }
        #expect(clock.now.offset == .seconds(3600))
    }

    @Test func cancelledCallEndsAtOnce() async throws {
        let clock = VirtualClock(movesOnlyByHand: true)
        let transport = FaultTransport(wrapping: FixedTransport("a"), FaultScript(.latency(.seconds(5))), clock: clock)
        let provider = Provider<FaultyAPI>(transport: transport, clock: clock)
        let task = Task { try await provider.request(.text) }
        while clock.sleeperCount == 0 { await Task.yield() }
        task.cancel()
        let error = await #expect(throws: TalynError.self) { try await task.value }
        #expect(error?.isCancelled == true)
        #expect(clock.now.offset == .zero)
    }

    @Test func completionHandlerOfAnImmediateStubRunsAtOnce() {
        let network = FaultyNetwork(FaultScript(.chunks(of: 3), .failing(.connectionReset(afterBytes: 4))))
        let failure = Locked<TalynError?>(nil)
        network.provider.request(.text) { result in
            if case .failure(let error) = result { failure.withLock { $0 = error } }
        }
        #expect(failure.withLock { $0 }?.isConnectionFailure == true)
    }

    @Test func failureSaysThatAScriptMadeIt() async {
        let error = await FaultyNetwork(FaultScript(.failing(.connectionReset(afterBytes: 3)))).failure()
        let text = error?.transportError?.description ?? ""
        #expect(text.contains("https://api.example.com:8443"))
        #expect(text.contains("A fault script resets the connection after 3 bytes of the body."))
    }
}

/// Chance that is always the most there can be.
private struct MostChance: RandomNumberGenerator, Sendable {
    func next() -> UInt64 { .max }
}
