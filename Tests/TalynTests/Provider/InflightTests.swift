import Foundation
import Testing

@testable import Talyn

/// Identical calls under way at the same time share one request. (Calls with a completion handler have joined when
/// `request` returns.)
@Suite(.sockets) struct InflightTests {
    private let recorder = Recorder<String>()

    /// A provider whose stubs answer when the clock says so, and tell the recorder that they were asked.
    private func provider(_ clock: ManualClock, plugins: [any Plugin] = []) -> Provider<Zen> {
        Provider(
            endpointClosure: { [recorder] target in
                Endpoint(
                    url: Endpoint(target).url,
                    sampleResponseClosure: {
                        recorder.record("sample")
                        return .networkResponse(200, target.sampleData)
                    },
                    method: target.method,
                    task: target.task,
                    httpHeaderFields: target.headers
                )
            },
            stubClosure: Provider.delayedStub(1),
            plugins: plugins,
            trackInflights: true,
            clock: clock
        )
    }

    // MARK: Over a transport

    @Test(arguments: TransportUnderTest.all)
    func identicalCallsShareOneRequest(_ transport: TransportUnderTest) async throws {
        try await FaultServer.withServer(script: { _ in [.waitForRelease, .answer(200, [:], "shared")] }) { server in
            let provider = transport.provider(trackInflights: true)
            let calls = (1...5).map { _ in StartedCall(.cancellable, Probe(server.baseURL, "/a"), provider) }
            await server.requests(atLeast: 1)
            server.release()
            for call in calls {
                let data = try await call.data()
                #expect(data == Data("shared".utf8))
            }
            #expect(server.requests.count == 1)
            #expect(provider.inflights.isEmpty)
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func progressReachesEveryJoiner(_ transport: TransportUnderTest) async throws {
        let script: FaultServer.Script = { _ in [.waitForRelease, .head(length: 4), .send("some")] }
        try await FaultServer.withServer(script: script) { server in
            let provider = transport.provider(trackInflights: true)
            let recorders = (1...3).map { _ in Recorder<Double>() }
            let calls = recorders.map { recorder in
                StartedCall(.cancellable, Probe(server.baseURL), provider) { recorder.record($0.progress) }
            }
            await server.requests(atLeast: 1)
            server.release()
            for (call, recorder) in zip(calls, recorders) {
                _ = try await call.result().get()
                #expect(recorder.events.last == 1)
                #expect(recorder.events.count >= 2, "of the bytes, and of the completion")
            }
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func cancellationOfTheLastJoinerLetsGoOfTheConnection(_ transport: TransportUnderTest) async throws {
        try await FaultServer.withServer(script: { _ in [.hang] }) { server in
            let provider = transport.provider(trackInflights: true)
            let calls = (1...3).map { _ in StartedCall(.cancellable, Probe(server.baseURL), provider) }
            await server.requests(atLeast: 1)
            for call in calls {
                #expect(!provider.inflights.isEmpty)
                try await call.cancelAndExpectCompletion()
            }
            #expect(provider.inflights.isEmpty)
            await server.connectionsClosed(atLeast: 1)
            #expect(server.requests.count == 1)
        }
    }

    // MARK: Who gets what

    @Test func pluginsSeeOneRequestAndEveryResult() async throws {
        let clock = ManualClock()
        let provider = provider(clock, plugins: [RecordingPlugin(name: "1", recorder: recorder)])
        let calls = (1...3).map { _ in StartedCall(.cancellable, Zen.zen, provider) }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        for call in calls { #expect(try await call.result().text == "200") }
        let counts = Dictionary(grouping: recorder.events) { $0 }.mapValues(\.count)
        #expect(
            counts == [
                "1 enter": 1, "1 prepare": 1, "1 willSend": 1, "sample": 1, "1 didReceive 200": 1, "1 leave": 1,
                "1 process 200": 3,
            ]
        )
    }

    @Test(arguments: [0, 1, 2])
    func cancellationOfOneJoinerAffectsNobodyElse(leaver: Int) async throws {
        let clock = ManualClock()
        let provider = provider(clock)
        let calls = (0..<3).map { _ in StartedCall(.cancellable, Zen.zen, provider) }
        await clock.sleepers(atLeast: 1)
        try await calls[leaver].cancelAndExpectCompletion()
        clock.advance(by: .seconds(1))
        for (index, call) in calls.enumerated() {
            #expect(try await call.result().text == (index == leaver ? "cancelled" : "200"))
        }
        #expect(recorder.events == ["sample"])
        #expect(provider.inflights.isEmpty)
    }

    @Test func callBeforeAndAfterALeaverShare() async throws {
        let clock = ManualClock()
        let provider = provider(clock)
        let first = StartedCall(.cancellable, Zen.zen, provider)
        let second = StartedCall(.cancellable, Zen.zen, provider)
        await clock.sleepers(atLeast: 1)
        try await first.cancelAndExpectCompletion()
        let third = StartedCall(.cancellable, Zen.zen, provider)
        clock.advance(by: .seconds(1))
        #expect(try await second.result().text == "200")
        #expect(try await third.result().text == "200")
        #expect(recorder.events == ["sample"])
    }

    @Test func failureReachesEveryJoiner() async throws {
        let clock = ManualClock()
        let provider = Provider<Zen>(
            transport: ClosureTransport { _ in
                try await clock.sleep(for: .seconds(1))
                throw TransportError(.connectionLost)
            },
            trackInflights: true
        )
        let calls = (1...3).map { _ in StartedCall(.cancellable, Zen.zen, provider) }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        for call in calls {
            let result = try await call.result()
            #expect(throws: TalynError.self) { try result.get() }
            #expect(call.completions == ["failed"])
        }
        #expect(provider.inflights.isEmpty)
    }

    // MARK: When the table is left

    @Test func callAfterTheEndStartsAnew() async throws {
        let clock = ManualClock()
        let provider = provider(clock)
        for _ in 1...3 {
            let call = StartedCall(.cancellable, Zen.zen, provider)
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(1))
            #expect(try await call.result().text == "200")
        }
        #expect(recorder.events == ["sample", "sample", "sample"])
    }

    @Test func callAfterACancellationStartsAnew() async throws {
        let clock = ManualClock()
        let provider = provider(clock)
        let cancelled = StartedCall(.cancellable, Zen.zen, provider)
        await clock.sleepers(atLeast: 1)
        try await cancelled.cancelAndExpectCompletion()
        let call = StartedCall(.cancellable, Zen.zen, provider)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        #expect(try await call.result().text == "200")
        #expect(recorder.events == ["sample"])
        #expect(provider.inflights.isEmpty)
    }

    @Test func callAfterAFailureStartsAnew() async throws {
        let statuses = Locked([404, 200])
        let provider = Provider<Zen>(
            transport: ClosureTransport { _ in
                TransportResponse(statusCode: statuses.withLock { $0.removeFirst() }, body: HTTPBody(Data()))
            },
            trackInflights: true
        )
        await #expect(throws: TalynError.self) { try await provider.request(.strict) }
        #expect(provider.inflights.isEmpty)
        #expect(try await provider.request(.strict).statusCode == 200)
    }

    @Test func requestThatCannotBeMadeLeavesNothingBehind() async {
        let provider = Provider<Zen>(
            requestClosure: { _, done in done(.failure(.requestMapping("no"))) },
            transport: ClosureTransport { _ in TransportResponse(statusCode: 200, body: HTTPBody(Data())) },
            trackInflights: true
        )
        await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(provider.inflights.isEmpty)
    }

    @Test func immediateStubCompletesBeforeRequestReturns() {
        let provider = Provider<Zen>(stubClosure: Provider.immediatelyStub, trackInflights: true)
        for _ in 1...3 { provider.request(.zen) { [recorder] in recorder.record($0.text) } }
        #expect(recorder.events == ["200", "200", "200"])
        #expect(provider.inflights.isEmpty)
    }

    @Test func callMadeByACompletionStartsAnew() {
        let provider = Provider<Zen>(stubClosure: Provider.immediatelyStub, trackInflights: true)
        provider.request(.zen) { [recorder] result in
            recorder.record(result.text)
            provider.request(.zen) { recorder.record("inner \($0.text)") }
        }
        #expect(recorder.events == ["200", "inner 200"])
    }
}
