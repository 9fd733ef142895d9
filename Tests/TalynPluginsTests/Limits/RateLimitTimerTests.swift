import TestSupport
import Testing
@_spi(Timers) import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// How a rate limit uses a clock that has to know of timers.
struct RateLimitTimerTests {
    private final class Timers: TimerClock {
        typealias Instant = ManualClock.Instant

        let base = ManualClock()
        let onTimer = Locked<(@Sendable () -> Void)?>(nil)

        var now: Instant { base.now }
        var minimumResolution: Duration { base.minimumResolution }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            try await base.sleep(until: deadline, tolerance: tolerance)
        }

        func timer(for duration: Duration) -> nonisolated(nonsending) @Sendable () async throws -> Void {
            onTimer.withLock { $0 }?()
            let end = base.now.advanced(by: duration)
            return { [base] in try await base.sleep(until: end) }
        }
    }

    @Test func timerIsSetWithoutTheLock() async throws {
        let clock = Timers()
        let plugin = RateLimitPlugin(1, per: .seconds(1), clock: clock)
        let results = Recorder<Bool>()
        clock.onTimer.withLock { $0 = { results.record(anotherThreadCan { _ = plugin.counts }) } }
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [plugin])
        _ = try await provider.request(.zen)
        let second = Task { try await provider.request(.zen) }
        await clock.base.sleepers(atLeast: 1)
        #expect(results.events == [true])
        #expect(plugin.counts.timers == 1)
        clock.base.advance(by: .seconds(1))
        _ = try await second.value
        #expect(plugin.counts.timers == 0)
    }

    /// The call that needed the timer goes away while the timer is made.
    @Test func timerThatNobodyNeedsAnyMoreEnds() async throws {
        let clock = Timers()
        let plugin = RateLimitPlugin(1, per: .seconds(1), clock: clock)
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [plugin])
        _ = try await provider.request(.zen)
        let call = Task {
            withUnsafeCurrentTask { task in
                let cancel = UncheckedTask(task: task)
                clock.onTimer.withLock { $0 = { cancel.task?.cancel() } }
            }
            return try await provider.request(.zen)
        }
        await #expect(throws: (any Error).self) { try await call.value }
        #expect(plugin.counts.timers == 0)
    }

    private struct UncheckedTask: @unchecked Sendable {  // Used only while the task runs.
        let task: UnsafeCurrentTask?
    }

    /// A clock whose sleep fails.
    private struct FailingClock: Clock {
        struct Failure: Error {}

        let base = ManualClock()
        var now: ManualClock.Instant { base.now }
        var minimumResolution: Duration { base.minimumResolution }

        func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws { throw Failure() }
    }

    @Test func callsGoOnIfTheClockFails() async throws {
        let plugin = RateLimitPlugin(1, per: .seconds(1), clock: FailingClock())
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [plugin])
        for _ in 1...3 { _ = try await provider.request(.zen) }
        #expect(plugin.counts.timers == 0)
    }
}
