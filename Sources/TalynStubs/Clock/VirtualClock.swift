/// A clock whose time stands still while work is done, and jumps to the next deadline as soon as everybody waits.
///
/// ```swift
/// let clock = VirtualClock()
/// try await clock.sleep(for: .seconds(3600))  // at once
/// print(clock.now.offset)  // 3600.0 seconds
/// ```
///
/// Whether everybody waits can't be known, only that nobody has come to sleep or woken for some tenths of a millisecond, or
/// for a few milliseconds where a time limit would be up. That is enough for calls and what a pipeline does around them; it is
/// not for what waits for something outside, such as a server, beside a time limit.
///
/// Sleepers are woken one after the other, by their deadlines and in the order of their coming: the next is woken when the one
/// before waits again, or is done.
public final class VirtualClock: Clock {
    /// A point in the time of a virtual clock.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Duration

        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        public func duration(to other: Instant) -> Duration { other.offset - offset }
    }

    private typealias Time = VirtualTime<CheckedContinuation<Void, any Error>>

    private struct State {
        var time = Time()
        /// Whether a task moves the time.
        var isMoving = false
    }

    private let state = Locked(State())
    private let movesOnlyByHand: Bool

    /// Creates a clock that stands at zero.
    ///
    /// - Parameter movesOnlyByHand: Whether the time moves by ``advance(by:)`` only.
    public init(movesOnlyByHand: Bool = false) {
        self.movesOnlyByHand = movesOnlyByHand
    }

    public var now: Instant { Instant(offset: state.withLock { $0.time.now }) }

    public var minimumResolution: Duration { .zero }

    /// How many tasks sleep.
    public var sleeperCount: Int { state.withLock { $0.time.sleeperCount } }

    /// Waits until the time is `deadline`.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        // Nobody has to be waited for.
        guard deadline > now else { return }
        let place = state.withLock { $0.time.reserve(until: deadline.offset, isTimer: false) }
        try await wait(at: place)
    }

    /// Moves the time on, and wakes those whose deadlines it reaches on its way.
    ///
    /// Returns when those have come to wait again, or are done, as far as can be known.
    public func advance(by duration: Duration) async {
        let end = state.withLock { $0.time.now + min(max(duration, .zero), .longest) }
        // Before the first step others may just be beginning, and after the last one nobody has to wait for the next.
        var isPatient = true
        while true {
            let isMoved = step(upTo: end, after: await settle(isPatient: isPatient))
            if !isMoved, isPatient { break }
            isPatient = !isMoved
        }
        state.withLock { $0.time.advance(to: end) }
    }
}

// MARK: Sleeping

extension VirtualClock {
    /// Waits at a place that has been reserved.
    private func wait(at place: Time.Place) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let end: Result<Void, any Error>? = state.withLock { state in
                    // Checked under the lock: a cancellation from here on finds the sleeper.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    return switch state.time.claim(place, continuation) {
                    case .waits: nil
                    case .isDue: .success(())
                    case .isGone: .failure(CancellationError())
                    }
                }
                if let end { continuation.resume(with: end) } else { move() }
            }
        } onCancel: {
            leave(place)
        }
        state.withLock { $0.time.runs(place) }
    }

    /// Gives up a place, if the time hasn't come to it.
    private func leave(_ place: Time.Place) {
        state.withLock { $0.time.leave(place) }?.resume(throwing: CancellationError())
        move()
    }

    /// A place that is kept for as long as this is.
    private final class Reservation: Sendable {
        private let clock: VirtualClock
        private let place: Time.Place

        init(of clock: VirtualClock, until deadline: Duration) {
            self.clock = clock
            place = clock.state.withLock { $0.time.reserve(until: deadline, isTimer: true) }
        }

        deinit {
            clock.leave(place)
        }

        func wait() async throws {
            try await clock.wait(at: place)
        }
    }
}

extension VirtualClock: TimerClock {
    package func timer(for duration: Duration) -> @Sendable () async throws -> Void {
        let reservation = Reservation(of: self, until: now.offset + duration)
        return { try await reservation.wait() }
    }
}

// MARK: Moving

extension VirtualClock {
    /// How often others are let run first.
    private static let yields = 10

    /// How often nothing is done for a moment then.
    ///
    /// Another thread may have been stopped in the midst of its work, which an idle processor takes up. With yields alone
    /// one of a hundred tasks that had just begun was passed over, with breaths one of ten thousand on a busy machine.
    private static let breaths = 4

    /// The same, if somebody is likely to do something.
    private static let manyBreaths = 40

    /// The same, if files are read or written, be it for somebody else.
    private static let breathsForFiles = 400

    /// In nanoseconds; the system makes 100 microseconds of it.
    private static let breath: UInt64 = 50_000

    /// How often others are let run at most: somebody who never rests may be waiting for the time.
    private static let patience = 5_000

    /// Lets a task move the time, if none does.
    private func move() {
        guard !movesOnlyByHand else { return }
        let starts = state.withLock { state in
            guard state.time.canMove, !state.isMoving else { return false }
            state.isMoving = true
            return true
        }
        guard starts else { return }
        // In the same queue as those who work: after a yield, it is behind them.
        Task.detached(priority: Task.currentPriority) { [self] in
            while step(after: await settle()) {}
        }
    }

    /// Moves the time to the next deadline, and wakes who waits for it.
    ///
    /// - Parameters:
    ///   - limit: How far the time may move.
    ///   - activity: The last that has been heard of anybody. If something has been heard since, nothing is done yet.
    /// - Returns: Whether there may be more to do.
    private func step(upTo limit: Duration? = nil, after activity: Int?) -> Bool {
        let step: Time.Step? = state.withLock { state in
            if let activity, activity != state.time.activity { return nil }
            let step = state.time.step(upTo: limit)
            if case .rest = step, limit == nil { state.isMoving = false }
            return step
        }
        switch step {
        case .wake(let sleeper)?: sleeper.resume()
        case .rest?: return false
        case nil: break
        }
        return true
    }

    /// Lets others run until nothing is heard of them.
    ///
    /// - Parameter isPatient: Whether it takes its time in any case.
    /// - Returns: The last that has been heard of them; nil if they never rest.
    private func settle(isPatient: Bool = false) async -> Int? {
        var activity = -1
        var (yields, breaths) = (0, 0)
        for _ in 0..<Self.patience {
            let (current, isBusy) = state.withLock { ($0.time.activity, isPatient || $0.time.isLikelyBusy) }
            if current != activity { (activity, yields, breaths) = (current, 0, 0) }
            if yields < Self.yields {
                yields += 1
                await Task.yield()
            } else if breaths < (isBusy ? Self.manyBreaths : Self.breaths)
                || (breaths < Self.breathsForFiles && FileWork.isUnderWay)
            {
                breaths += 1
                try? await Task.sleep(nanoseconds: Self.breath)
            } else {
                return activity
            }
        }
        return nil
    }
}
