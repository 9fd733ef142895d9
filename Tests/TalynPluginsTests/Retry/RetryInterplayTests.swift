import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// Retries beside other plugins, in cancelled calls and under load.
struct RetryInterplayTests: RetryTests {
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
        let whole = ["1 enter"] + attempt(503) + attempt(200) + ["1 leave", "1 didEnd 200", "2 didEnd 200"]
        #expect(recorder.events == whole)
    }

    @Test func rejectionByAnotherPluginIsNotRetried() async {
        struct Rejecting: CallInterceptor {
            let count: Recorder<Int>

            func intercept(_ endpoint: Endpoint, context: CallContext, next: Next) async throws -> Response {
                count.record(1)
                throw RejectionError(.circuitOpen)
            }
        }
        let count = Recorder<Int>()
        let provider = provider(.statuses(200), RetryPlugin.jumping(), Rejecting(count: count))
        let error = await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(error?.rejectionError?.reason == .circuitOpen)
        #expect(count.events.count == 1)
    }

    // MARK: Cancellation and cost

    @Test(arguments: CallStyle.allCases)
    func callThatIsCancelledWhileItWaitsEndsAtOnce(style: CallStyle) async throws {
        let clock = ManualClock()
        let answers = InTurn<Sample>.statuses(503)
        let call = StartedCall(style, Zen.zen, provider(answers, RetryPlugin.jumping(on: clock)))
        await clock.sleepers(atLeast: 1)
        try await call.cancelAndExpectCompletion()
        guard case .failure(let error) = try await call.result() else { return }
        #expect(error.metrics?.attempts.map(\.statusCode) == [503])
        #expect(error.metrics?.notes.map(\.plugin) == ["RetryPlugin"])
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
            let path = request.url?.lastPathComponent ?? ""
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
