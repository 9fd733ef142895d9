import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins

struct IdlePluginsTests {
    @Test func pluginsThatHaveNothingToDoAddNothing() async throws {
        let plugins: [any Plugin] = [
            CircuitBreakerPlugin(), ConnectivityPlugin(monitor: ManualMonitor().monitor),
            RateLimitPlugin(1_000, per: .seconds(1), burst: 1_000), ConcurrencyLimitPlugin(1),
        ]
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: plugins)
        for _ in 0..<100 {
            #expect(try await provider.request(.zen).metrics?.notes.isEmpty == true)
        }
    }

    @Test func callsThatNeedNotWaitDoNotSuspend() {
        let plugins: [any Plugin] = [
            ConnectivityPlugin(monitor: ManualMonitor().monitor),
            RateLimitPlugin(1_000, per: .seconds(1), burst: 1_000),
            ConcurrencyLimitPlugin(1), CircuitBreakerPlugin(),
        ]
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: plugins)
        for _ in 0..<100 { #expect(StartedCall(Zen.zen, provider).completions == ["200"]) }
    }

    @Test func rejectionsDoNotSuspend() {
        let plugin = RateLimitPlugin(1, per: .seconds(1), maximumWait: .zero, clock: ManualClock())
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [plugin])
        #expect((0..<2).map { _ in StartedCall(Zen.zen, provider).completions } == [["200"], ["failed"]])
    }
}
