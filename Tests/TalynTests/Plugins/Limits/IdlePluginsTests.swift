import Foundation
import Testing

@testable import Talyn

struct IdlePluginsTests {
    @Test func pluginsThatHaveNothingToDoKeepCallsSynchronous() async throws {
        let plugins: [any Plugin] = [
            CircuitBreakerPlugin(), ConnectivityPlugin(monitor: ManualMonitor()),
            RateLimitPlugin(1_000, per: .seconds(1), burst: 1_000), ConcurrencyLimitPlugin(1),
        ]
        let provider = Provider<Zen>(stubClosure: Provider.immediatelyStub, plugins: plugins)
        for _ in 0..<100 {
            let results = Recorder<String>()
            provider.request(.zen) { result in
                results.record(result.text)
                #expect((try? result.get().account?.notes.isEmpty) == true)
            }
            #expect(results.events == ["200"])
        }
    }

    @Test func refusalsKeepCallsSynchronous() {
        let plugin = RateLimitPlugin(1, per: .seconds(1), maximumWait: .zero, clock: ManualClock())
        let provider = Provider<Zen>(stubClosure: Provider.immediatelyStub, plugins: [plugin])
        let results = Recorder<String>()
        for _ in 0..<2 { provider.request(.zen) { results.record($0.text) } }
        #expect(results.events == ["200", "failed"])
    }
}
