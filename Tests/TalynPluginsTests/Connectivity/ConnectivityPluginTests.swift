import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins
@testable import TalynURLSession

struct ConnectivityPluginTests {
    /// Fails as long as a monitor has no network, and notes each attempt.
    private struct Network: Transport {
        let monitor: ManualMonitor
        var kind = TransportError.Kind.notConnected
        var origin: Origin?
        let attempts = Recorder<String>()

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            attempts.record(request.method.rawValue)
            guard monitor.state.value.isConnected else { throw TransportError(kind, origin: origin) }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
    }

    private static func result(_ provider: Provider<Zen>, _ target: Zen = .zen) async -> Result<Response, TalynError> {
        await Result { () async throws(TalynError) in try await provider.request(target) }
    }

    @Test(arguments: [TransportError.Kind.notConnected, .cannotConnect], [Zen.zen, .create("ada")])
    func callWaitsForANetworkAndIsMadeAgain(kind: TransportError.Kind, target: Zen) async throws {
        let monitor = ManualMonitor()
        let network = Network(monitor: monitor, kind: kind)
        let clock = ManualClock()
        let plugin = ConnectivityPlugin(monitor: monitor.monitor, clock: clock)
        let provider = Provider<Zen>(transport: network, plugins: [plugin], clock: clock)
        let call = StartedCall(target, provider)
        await clock.sleepers(atLeast: 1)
        await monitor.waiting()
        #expect(call.completions == [])
        clock.advance(by: .seconds(2))
        monitor.connect()
        let account = try await call.result().get().metrics
        #expect(account?.attempts.count == 2)
        #expect(account?.attempts.map { $0.reason == nil } == [true, false])
        // The wait, and the reason for the second attempt.
        #expect(account?.notes.map(\.plugin) == ["ConnectivityPlugin", "ConnectivityPlugin"])
        #expect(account?.notes.map(\.time) == [.seconds(2), .seconds(2)])
        #expect(plugin.isIdle)
    }

    @Test(arguments: [TransportError.Kind.timedOut, .connectionLost, .secureConnectionFailed, .invalidResponse, .other])
    func otherFailuresPassUntouched(kind: TransportError.Kind) async throws {
        let monitor = ManualMonitor()
        let network = Network(monitor: monitor, kind: kind)
        let provider = Provider<Zen>(transport: network, plugins: [ConnectivityPlugin(monitor: monitor.monitor)])
        let error = try #require(await Self.result(provider).failure)
        #expect(error.transportError?.kind == kind)
        #expect(network.attempts.events.count == 1)
        #expect(monitor.state.value.questions == 0)
    }

    @Test(arguments: [200, 404, 503], [Zen.zen, .strict])
    func responsesPassUnchanged(status: Int, target: Zen) async {
        let monitor = ManualMonitor()
        let provider = Provider<Zen>(
            answering: { .networkResponse(status, Data()) },
            plugins: [ConnectivityPlugin(monitor: monitor.monitor)]
        )
        #expect(await Self.result(provider, target).text.hasSuffix("\(status)"))
        #expect(monitor.state.value.questions == 0)
    }

    @Test func serverThatCannotBeReachedByANetworkHasFailed() async throws {
        let monitor = ManualMonitor()
        monitor.connect()
        let attempts = Recorder<Int>()
        let transport = ClosureTransport { _ in
            attempts.record(1)
            throw TransportError(.cannotConnect)
        }
        let plugin = ConnectivityPlugin(monitor: monitor.monitor)
        let provider = Provider<Zen>(transport: transport, plugins: [plugin])
        let error = try #require(await Self.result(provider).failure)
        #expect(error.transportError?.kind == .cannotConnect)
        #expect(attempts.events.count == 1)
        #expect(monitor.state.value.questions == 1)
        #expect(plugin.isIdle)
    }

    @Test func waitingCallsShareOneQuestionAndOneWait() async throws {
        let monitor = ManualMonitor()
        let network = Network(monitor: monitor)
        let clock = ManualClock()
        let plugin = ConnectivityPlugin(monitor: monitor.monitor, clock: clock)
        let provider = Provider<Zen>(transport: network, plugins: [plugin], clock: clock)
        let first = StartedCall(Zen.zen, provider)
        await monitor.waiting()
        // What is made while there is no network isn't even sent.
        let others = (0..<50).map { _ in StartedCall(Zen.zen, provider) }
        await clock.sleepers(atLeast: 51)
        #expect(network.attempts.events.count == 1)
        monitor.connect()
        for call in [first] + others { #expect(try await call.result().text == "200") }
        #expect(network.attempts.events.count == 52)
        #expect(monitor.state.value.questions == 1)
        #expect(monitor.state.value.waits == 1)
        #expect(plugin.isIdle)
    }

    @Test(arguments: [CachePolicy.onlyIfCached, .forceCache])
    func callForAStoredResponsePassesWithoutANetwork(policy: CachePolicy) async throws {
        let monitor = ManualMonitor()
        let transport = ClosureTransport { request in
            let isStored = request.options.cache == policy
            guard isStored || monitor.state.value.isConnected else { throw TransportError(.notConnected) }
            return TransportResponse(statusCode: isStored ? 203 : 200, body: HTTPBody(Data()))
        }
        let plugin = ConnectivityPlugin(monitor: monitor.monitor, clock: ManualClock())
        let provider = Provider<Zen>(transport: transport, plugins: [plugin])
        let waiting = StartedCall(Zen.zen, provider)
        await monitor.waiting()
        let stored = try await provider.request(.zen, options: RequestOptions { $0.cache = policy })
        #expect(stored.statusCode == 203)
        #expect(waiting.completions == [])
        monitor.connect()
        #expect(try await waiting.result().text == "200")
        #expect(plugin.isIdle)
    }

    @Test func callWithoutAStoredResponseFailsWithoutAWait() async throws {
        let monitor = ManualMonitor()
        let plugin = ConnectivityPlugin(monitor: monitor.monitor, clock: ManualClock())
        let transport = ClosureTransport { _ in throw TransportError(.notCached) }
        let provider = Provider<Zen>(
            transport: transport,
            plugins: [plugin],
            requestOptions: RequestOptions { $0.cache = .onlyIfCached }
        )
        let error = try #require(await Self.result(provider).failure)
        #expect(error.transportError?.kind == .notCached)
        #expect(monitor.state.value.questions == 0)
    }

    @Test func callFailsWhenItHasWaitedForTooLong() async throws {
        let monitor = ManualMonitor()
        let network = Network(monitor: monitor, kind: .cannotConnect)
        let clock = ManualClock()
        let plugin = ConnectivityPlugin(monitor: monitor.monitor, maximumWait: .seconds(10), clock: clock)
        let provider = Provider<Zen>(transport: network, plugins: [plugin], clock: clock)
        let early = StartedCall(Zen.zen, provider)
        await monitor.waiting()
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(5))
        let late = StartedCall(Zen.zen, provider)
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(5))
        guard case .failure(let error) = try await early.result() else { throw RejectionError(.notConnected) }
        #expect(error.rejectionError?.reason == .notConnected)
        #expect(error.metrics?.attempts.count == 1)
        #expect(late.completions == [])
        #expect(monitor.state.value.isWaiting)
        clock.advance(by: .seconds(5))
        guard case .failure(let other) = try await late.result() else { throw RejectionError(.notConnected) }
        #expect(other.rejectionError?.reason == .notConnected)
        #expect(other.metrics?.attempts.count == 0)
        await monitor.waiting(false)
        #expect(plugin.isIdle)
    }

    @Test func waitsOfACallAddUp() async throws {
        let monitor = ManualMonitor()
        let attempts = Watched(0)
        let transport = ClosureTransport { _ in
            attempts.update { $0 += 1 }
            monitor.state.update { $0.isConnected = false }
            throw TransportError(.notConnected)
        }
        let clock = ManualClock()
        let plugin = ConnectivityPlugin(monitor: monitor.monitor, maximumWait: .seconds(10), clock: clock)
        let call = StartedCall(
            .request,
            Zen.zen,
            Provider<Zen>(transport: transport, plugins: [plugin], clock: clock)
        )
        for count in 1...3 {
            await attempts.wait { $0 == count }
            await monitor.waiting()
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(4))
            if count < 3 { monitor.connect() }
        }
        guard case .failure(let error) = try await call.result() else { throw RejectionError(.notConnected) }
        #expect(error.rejectionError?.reason == .notConnected)
        #expect(attempts.value == 3)
    }

    @Test(arguments: CallStyle.allCases)
    func cancelledCallStopsWaitingAndTheLastEndsTheQuestion(style: CallStyle) async throws {
        let monitor = ManualMonitor()
        let clock = ManualClock()
        let plugin = ConnectivityPlugin(monitor: monitor.monitor, clock: clock)
        let provider = Provider<Zen>(transport: Network(monitor: monitor), plugins: [plugin], clock: clock)
        let calls = (0..<2).map { _ in StartedCall(style, Zen.zen, provider) }
        await clock.sleepers(atLeast: 2)
        await monitor.waiting()
        try await calls[0].cancelAndExpectCompletion()
        #expect(monitor.state.value.isWaiting)
        try await calls[1].cancelAndExpectCompletion()
        await monitor.waiting(false)
        #expect(plugin.isIdle)
        monitor.connect()
        #expect(await Self.result(provider).text == "200")
    }

    @Test func answerToAnAbandonedQuestionIsIgnored() async throws {
        let state = Watched((attempts: 0, questions: 0, answered: Set<Int>()))
        let monitor = ConnectivityMonitor {
            let question = state.update { state in
                state.questions += 1
                return state.questions
            }
            // A monitor can ignore its cancellation.
            await Task { await state.wait { $0.answered.contains(question) || question > 2 } }.value
            return false
        } waitUntilConnected: {
            throw CancellationError()
        }
        let transport = ClosureTransport { _ in
            state.update { $0.attempts += 1 }
            throw TransportError(.notConnected)
        }
        let plugin = ConnectivityPlugin(monitor: monitor, clock: ManualClock())
        let provider = Provider<Zen>(transport: transport, plugins: [plugin])
        let abandoned = StartedCall(Zen.zen, provider)
        await state.wait { $0.questions == 1 }
        try await abandoned.cancelAndExpectCompletion()
        let second = StartedCall(Zen.zen, provider)
        await state.wait { $0.questions == 2 }
        state.update { _ = $0.answered.insert(1) }
        // Nobody has said that there is no network, so a call is sent.
        let third = StartedCall(Zen.zen, provider)
        await state.wait { $0.attempts == 3 }
        state.update { _ = $0.answered.insert(2) }
        for call in [second, third] {
            let error = try #require(try await call.result().failure)
            #expect(error.transportError?.kind == .notConnected)
        }
        #expect(plugin.isIdle)
    }

    @Test func monitorThatGivesUpLeavesTheFailureAsItIs() async throws {
        let helpless = ConnectivityMonitor {
            false
        } waitUntilConnected: {
            throw CancellationError()
        }
        let plugin = ConnectivityPlugin(monitor: helpless, clock: ManualClock())
        let provider = Provider<Zen>(transport: Network(monitor: ManualMonitor()), plugins: [plugin])
        let error = try #require(await Self.result(provider).failure)
        #expect(error.transportError?.kind == .notConnected)
        #expect(plugin.isIdle)
    }

    @Test(
        arguments: [
            (Zen.create("ada"), "https://other.example.com:443", false), (.zen, "https://other.example.com:443", true),
            (.create("ada"), "https://api.example.com:443", true), (.create("ada"), nil, true),
        ] as [(Zen, String?, Bool)]
    )
    func callThatAnotherServerHasSeenIsRepeatedOnlyIfItMayBe(
        target: Zen,
        origin: String?,
        isRepeated: Bool
    ) throws {
        let error = TalynError(TransportError(.cannotConnect, origin: origin.flatMap { Origin($0) }))
        #expect(try Endpoint(target).isUnsent(after: error) == isRepeated)
    }

    /// The server that is out of reach now has seen the request before.
    @Test(arguments: [(Zen.create("ada"), false), (.zen, true)])
    func callThatWasRedirectedIsRepeatedOnlyIfItMayBe(target: Zen, isRepeated: Bool) async throws {
        let sent = Recorder<String>()
        let transport = ClosureTransport { request in
            sent.record(request.method.rawValue)
            if sent.events.count == 2 { throw TransportError(.notConnected, of: request) }
            return TransportResponse(statusCode: 303, headerFields: [.location: "/zen"], body: HTTPBody(Data()))
        }
        let result = await Self.result(Provider<Zen>(transport: transport), target)
        let error = try #require(result.failure)
        #expect(error.transportError?.kind == .notConnected)
        #expect(sent.events == [target.method.rawValue, "GET"])
        #expect(try Endpoint(target).isUnsent(after: error) == isRepeated)
    }

    @Test func streamIsNotSentTwice() async throws {
        let stream = MultipartPart(HTTPBody(InputStream(data: Data([1])), length: 1), name: "a")
        let sent = Recorder<Int>()
        let transport = ClosureTransport { _ in
            sent.record(1)
            throw TransportError(.notConnected)
        }
        let plugin = ConnectivityPlugin(monitor: ManualMonitor().monitor, clock: ManualClock())
        let provider = Provider<Probe>(transport: transport, plugins: [plugin])
        let probe = Probe(Zen.zen.baseURL, "", .put, body: .multipart([stream]))
        let error = await #expect(throws: TalynError.self) { try await provider.request(probe) }
        #expect(error?.transportError?.kind == .notConnected)
        #expect(sent.events.count == 1)
    }

    @Test(arguments: [
        (URLError.Code.notConnectedToInternet, true), (.cannotConnectToHost, true), (.cannotFindHost, true),
        (.timedOut, false), (.networkConnectionLost, false), (.cancelled, false),
    ])
    func errorOfFoundationIsNoProof(code: URLError.Code, isUnsent: Bool) throws {
        #expect(try Endpoint(Zen.zen).isUnsent(after: TalynError(URLError(code))) == isUnsent)
        #expect(try !Endpoint(Zen.create("ada")).isUnsent(after: TalynError(URLError(code))))
    }

    @Test(.hammer) func eachCallCompletesOnceHoweverTheNetworkComesAndGoes() async throws {
        let monitor = ManualMonitor()
        let clock = ManualClock()
        let plugin = ConnectivityPlugin(monitor: monitor.monitor, maximumWait: .milliseconds(200), clock: clock)
        let provider = Provider<Zen>(transport: Network(monitor: monitor), plugins: [plugin], clock: clock)
        let driver = Task {
            var generator = SeededGenerator(seed: 1)
            while !Task.isCancelled {
                let isConnected = generator.next() % 4 == 0
                monitor.state.update { $0.isConnected = isConnected }
                clock.advance(by: .milliseconds(10))
                for _ in 0..<generator.next() % 40 { await Task.yield() }
            }
        }
        let results = Recorder<String>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<40 {
                group.addTask {
                    var generator = SeededGenerator(seed: UInt64(worker))
                    for _ in 0..<40 {
                        let call = StartedCall(worker % 2 == 0 ? .request : .transfer, Zen.zen, provider)
                        if generator.next() % 2 == 0 {
                            for _ in 0..<generator.next() % 40 { await Task.yield() }
                            call.cancel()
                        }
                        let text = try await call.result().text
                        #expect(call.completions == [text])
                        results.record(text)
                    }
                }
            }
            try await group.waitForAll()
        }
        driver.cancel()
        await driver.value
        #expect(results.events.count == 1_600)
        #expect(Set(results.events).isSuperset(of: ["200", "cancelled"]))
        #expect(plugin.isIdle)
    }
}

extension ConnectivityPluginTests {
    /// Over real connections.
    @Suite(.sockets) struct OverURLSession {
        @Test func probeIsAskedAtItsIntervalUntilItSucceeds() async throws {
            let clock = ManualClock()
            let url = try #require(URL(string: "http://127.0.0.1:\(try closedPort())/"))
            let probes = Watched(0)
            let monitor = ConnectivityMonitor.probe(every: .seconds(3), clock: clock) {
                probes.update { count in
                    count += 1
                    return count > 3
                }
            }
            let plugin = ConnectivityPlugin(monitor: monitor, maximumWait: .seconds(60), clock: clock)
            let provider = Provider<Probe>(transport: URLSessionTransport.shared, plugins: [plugin])
            let call = StartedCall(Probe(url), provider)
            for count in 1...3 {
                await probes.wait { $0 == count }
                // The probe's, and the call's own limit.
                await clock.sleepers(atLeast: 2)
                clock.advance(by: .seconds(3))
            }
            // The network is back, but the server isn't: the fifth probe says so.
            guard case .failure(let error) = try await call.result() else { throw RejectionError(.notConnected) }
            #expect(error.transportError?.kind == .cannotConnect)
            #expect(error.metrics?.attempts.count == 2)
            #expect(probes.value == 5)
            #expect(clock.now.offset == .seconds(9))
            #expect(plugin.isIdle)
        }
    }
}
