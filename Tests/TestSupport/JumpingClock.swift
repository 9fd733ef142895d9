/// A clock without waits: each sleep moves the time.
package final class JumpingClock: Clock {
    private let clock = ManualClock()
    private let slept = Recorder<Duration>()
    /// How much longer than asked for every sleep takes.
    private let oversleep: Duration

    package init(oversleep: Duration = .zero) {
        self.oversleep = oversleep
    }

    /// How long each sleep was to be.
    package var sleeps: [Duration] { slept.events }

    package var now: ManualClock.Instant { clock.now }

    package var minimumResolution: Duration { .zero }

    package func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let duration = clock.now.duration(to: deadline)
        slept.record(duration)
        clock.advance(by: duration + oversleep)
    }
}
