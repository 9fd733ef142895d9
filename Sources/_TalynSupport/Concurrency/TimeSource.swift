public import _TalynFoundation

/// A clock for measuring and waiting. Its time starts at zero.
///
/// The default clock is `ContinuousClock`. The clock of a ``TaskScope`` replaces the default.
public struct TimeSource: Sendable {
    /// The functions of a clock, in one object, so that a copy of a source costs no more than a reference.
    private final class Functions: Sendable {
        let clock: any Clock<Duration>
        let elapsed: @Sendable () -> Duration
        let wait: @Sendable (Duration) async throws -> Void
        /// Sets timers on a clock that must know them before a task waits.
        let timers: (any TimerClock)?

        init<C: Clock>(of clock: C, timers: (any TimerClock)?) where C.Duration == Duration {
            self.clock = clock
            let start = clock.now
            elapsed = { start.duration(to: clock.now) }
            wait = { try await clock.sleep(for: $0) }
            self.timers = timers
        }
    }

    private let functions: Functions
    /// Whether the clock of a scope replaces this one.
    private let isReplaceable: Bool

    public init(_ clock: any Clock<Duration>) {
        // The default clock is read in each call. An existential would make that ten times slower.
        if let clock = clock as? ContinuousClock {
            self.init(Functions(of: clock, timers: nil), isReplaceable: true)
        } else {
            self.init(Functions(of: clock, timers: clock as? any TimerClock), isReplaceable: false)
        }
    }

    private init(_ functions: Functions, isReplaceable: Bool) {
        self.functions = functions
        self.isReplaceable = isReplaceable
    }

    /// The source for the current task. Keep it for one call.
    public var inScope: TimeSource { self.in(isReplaceable ? TaskScope.current : nil) }

    /// The source for a scope. It needs no further look at the scope of the task.
    public func `in`(_ scope: TaskScope?) -> TimeSource {
        guard isReplaceable else { return self }
        return scope?.time ?? TimeSource(functions, isReplaceable: false)
    }

    /// The clock.
    public var clock: any Clock<Duration> { inScope.functions.clock }

    /// The current time.
    public var now: Duration { inScope.functions.elapsed() }

    /// Waits for a duration. Returns at once for zero or less.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        guard duration > .zero else { return try Task.checkCancellation() }
        try await inScope.functions.wait(min(duration, .longest))
    }

    /// Sets a timer that another task waits for later. It counts from now if the clock supports that.
    ///
    /// Set the timer before starting the operation that it limits.
    public func timer(for duration: Duration) -> Timer {
        let source = inScope
        let reserved = source.functions.timers?.timer(for: min(duration, .longest))
        return Timer(source: source, duration: duration, reserved: reserved)
    }

    /// A timer that was set.
    public struct Timer: Sendable {
        fileprivate let source: TimeSource
        fileprivate let duration: Duration
        fileprivate let reserved: (@Sendable () async throws -> Void)?

        /// Waits for the timer. Call it once.
        ///
        /// - Throws: `CancellationError` when the task is cancelled.
        public func wait() async throws {
            guard let reserved else { return try await source.sleep(for: duration) }
            try await reserved()
        }
    }
}

extension Duration {
    /// The longest duration to wait for: a century. Clocks trap on larger numbers.
    public static let longest = Duration.seconds(Int64(3_155_760_000))

    /// A duration in seconds, limited to the range from zero to a century.
    public static func clamping(_ seconds: TimeInterval) -> Duration {
        seconds > 0 ? .seconds(min(seconds, 3_155_760_000)) : .zero
    }

    /// The duration in seconds.
    public var seconds: TimeInterval {
        let (seconds, attoseconds) = components
        return TimeInterval(seconds) + TimeInterval(attoseconds) * 1e-18
    }
}

/// A clock whose time doesn't pass by itself, so that timers must be known before a task waits for them.
///
/// Otherwise the time could pass the end of a timer before the waiting task has started.
@_spi(Timers) public protocol TimerClock: AnyObject, Clock<Duration> {
    /// Sets a timer that counts from now.
    ///
    /// The time doesn't pass the end of the timer before a task waits for it, or the closure is released.
    ///
    /// - Returns: A closure that waits for the timer. Call it once. It throws `CancellationError` if the task is
    ///   cancelled.
    func timer(for duration: Duration) -> @Sendable () async throws -> Void
}

extension FixedWidthInteger {
    /// Creates the nearest integer toward zero of at most 64 bits with a sign; zero for NaN.
    ///
    /// `Int` has 32 bits on some watches, where `Int(_:)` traps on 3 GB.
    public init(clamping number: Double) {
        // `Self(exactly:)` of a floating-point number is ten times slower.
        let integer: Int64 = number.isNaN ? 0 : number >= 0x1p63 ? .max : number < -0x1p63 ? .min : Int64(number)
        self.init(clamping: integer)
    }
}

extension Duration {
    /// The duration as text, such as "1.2 s" or "20 ms", rounded up, and at most a century.
    public var inWords: String {
        let (seconds, attoseconds) = Swift.min(Swift.max(self, .zero), .longest).components
        let milliseconds = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        if seconds == 0, milliseconds < 1_000 { return "\(milliseconds) ms" }
        let tenths = (attoseconds + 99_999_999_999_999_999) / 100_000_000_000_000_000
        return "\(seconds + tenths / 10).\(tenths % 10) s"
    }
}

extension Double {
    /// Adapts a timeout in seconds for the requests of Foundation. A timeout of zero isn't "no timeout" everywhere. On Linux,
    /// Foundation counts whole seconds, takes less than a second for no timeout, and traps on NaN.
    public mutating func clampAsTimeout() {
        guard self > 0, self < 1e9 else {
            self = 1e9
            return
        }
        #if os(Linux)
        round(.up)
        #endif
    }
}
