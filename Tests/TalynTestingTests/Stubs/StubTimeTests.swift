import Talyn
import TalynTesting
import TestSupport
import Testing

/// Time in tests that are stubbed: nothing waits, and what takes long is told as long.
struct StubTimeTests {
    @Test(.stubs) func retryOfAProviderThatTheTestDidNotMakeWaitsInVirtualTime() async throws {
        let github = Provider<Hub>(plugins: [RetryPlugin(RetryPlugin.Configuration { $0.backoff = .none })])
        let busy = StubAnswer.status(503, headerFields: [.retryAfter: "60"])
        StubSet.current.on(.target(Hub.zen), busy, busy, .text("a"))
        let response = try await github.request(.zen)
        let metrics = try #require(response.metrics)
        #expect(metrics.attempts.count == 3)
        #expect(metrics.attempts.map(\.startedAt) == [.zero, .seconds(60), .seconds(120)])
    }

    @Test(.stubs) func answerThatIsLateMeetsTheTimeoutOfTheCall() async throws {
        let late = FaultScript(.latency(.seconds(20)))
        StubSet.current.on(.target(Hub.zen), .text("a").with(late), times: .exactly(2))
        let github = Provider<Hub>()
        let error = await #expect(throws: TalynError.self) {
            try await github.request(.zen, options: RequestOptions { $0.timeout = .seconds(5) })
        }
        #expect(error?.isTimedOut == true)
        #expect(error?.metrics?.duration == .seconds(5))
        let response = try await github.request(.zen, options: RequestOptions { $0.timeout = .seconds(30) })
        #expect(response.metrics?.duration == .seconds(20))
    }

    @Test(.stubs) func callsOfAStubFollowItsScript() async throws {
        let script = FaultScript(.calls(1...1, .failing(.connectionReset(afterBytes: 2))))
        StubSet.current.on(.target(Hub.zen), .text("abcdef").with(script), times: .exactly(2))
        let github = Provider<Hub>()
        let error = await #expect(throws: TalynError.self) { try await github.request(.zen) }
        #expect(error?.transportError?.kind == .connectionLost)
        #expect(try await github.request(.zen, as: String.self) == "abcdef")
    }
}
