/// A clock in the form in which everything that waits or measures uses it: its time since the source was made.
///
/// Whoever was given no clock has the usual one; the time of the ``CallScope`` takes its place.
package struct TimeSource: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void
    private let isUsual: Bool

    package init(_ clock: any Clock<Duration>) {
        // The usual clock is read in each call, and through an existential that costs ten times as much.
        if let clock = clock as? ContinuousClock {
            self.init(reading: clock, isUsual: true)
        } else {
            self.init(reading: clock, isUsual: false)
        }
    }

    private init<C: Clock>(reading clock: C, isUsual: Bool) where C.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        wait = { try await clock.sleep(for: $0) }
        self.isUsual = isUsual
    }

    /// The source that counts for the current task, to be kept for one call.
    package var inScope: TimeSource { isUsual ? CallScope.current?.time ?? self : self }

    /// The time.
    package var now: Duration { inScope.elapsed() }

    /// Waits; not at all for no time or less.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    package func sleep(for duration: Duration) async throws {
        guard duration > .zero else { return try Task.checkCancellation() }
        try await inScope.wait(min(duration, .longest))
    }
}

extension Duration {
    /// The longest that anybody waits: a century. Clocks trap on what they can't count.
    static let longest = Duration.seconds(3_155_760_000)

    /// So many seconds, or the nearest that a duration for waiting can sensibly be: none, or a century.
    static func clamping(_ seconds: TimeInterval) -> Duration {
        seconds > 0 ? .seconds(min(seconds, 3_155_760_000)) : .zero
    }

    /// As many seconds.
    var seconds: TimeInterval {
        let (seconds, attoseconds) = components
        return TimeInterval(seconds) + TimeInterval(attoseconds) * 1e-18
    }
}
