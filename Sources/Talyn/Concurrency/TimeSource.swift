package import Foundation

/// A clock in the form in which everything that waits or measures uses it: its time since the source was made.
///
/// Whoever was given no clock has the usual one; the time of the ``CallScope`` takes its place.
package struct TimeSource: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void
    /// What sets a timer on a clock that has to know of it before somebody waits.
    private let timers: (any TimerClock)?
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
        timers = isUsual ? nil : clock as? any TimerClock
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

    /// A timer for somebody who waits for it later, in another task: it counts from now where that makes a difference.
    ///
    /// Whoever starts something that takes its time, and a timer beside it, has set the timer before.
    package func timer(for duration: Duration) -> Timer {
        let source = inScope
        return Timer(source: source, duration: duration, reserved: source.timers?.timer(for: min(duration, .longest)))
    }

    /// A time that is to be waited for.
    package struct Timer: Sendable {
        fileprivate let source: TimeSource
        fileprivate let duration: Duration
        fileprivate let reserved: (@Sendable () async throws -> Void)?

        /// Waits, once.
        ///
        /// - Throws: `CancellationError` when the task is cancelled.
        package func wait() async throws {
            guard let reserved else { return try await source.sleep(for: duration) }
            try await reserved()
        }
    }
}

extension Duration {
    /// The longest that anybody waits: a century. Clocks trap on what they can't count.
    package static let longest = Duration.seconds(Int64(3_155_760_000))

    /// So many seconds, or the nearest that a duration for waiting can sensibly be: none, or a century.
    package static func clamping(_ seconds: TimeInterval) -> Duration {
        seconds > 0 ? .seconds(min(seconds, 3_155_760_000)) : .zero
    }

    /// As many seconds.
    package var seconds: TimeInterval {
        let (seconds, attoseconds) = components
        return TimeInterval(seconds) + TimeInterval(attoseconds) * 1e-18
    }
}

/// A clock whose time doesn't pass by itself, and which has to know of a timer before it is waited for.
///
/// Otherwise its time could pass the timer's end before the task that waits for it has begun.
package protocol TimerClock: AnyObject, Clock<Duration> {
    /// Sets a timer that counts from now.
    ///
    /// The time doesn't pass the timer's end before somebody waits for it, or the closure is let go.
    ///
    /// - Returns: What waits for the timer, once; it throws `CancellationError` when the task is cancelled.
    func timer(for duration: Duration) -> @Sendable () async throws -> Void
}

extension FixedWidthInteger {
    /// The integer that is nearest to the number, with its fraction cut off; zero for what is no number.
    ///
    /// `Int` has 32 bits on some watches, where `Int(_:)` traps on 3 GB.
    package init(clamping number: Double) {
        if number.isNaN {
            self = 0
        } else {
            self = Self(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
        }
    }
}

extension Duration {
    /// In words for people, such as "1.2 s" or "20 ms"; rounded up, and a century at most.
    var inWords: String {
        let (seconds, attoseconds) = Swift.min(Swift.max(self, .zero), .longest).components
        let milliseconds = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        if seconds == 0, milliseconds < 1_000 { return "\(milliseconds) ms" }
        let tenths = (attoseconds + 99_999_999_999_999_999) / 100_000_000_000_000_000
        return "\(seconds + tenths / 10).\(tenths % 10) s"
    }
}
