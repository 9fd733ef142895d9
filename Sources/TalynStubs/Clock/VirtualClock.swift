/// A clock whose time passes only when a test lets it.
///
/// In ``withVirtualTime(_:isolation:_:)``, and in a test with `.stubs`, time stands still while work is done. When every task
/// waits, it moves to the earliest deadline:
///
/// ```swift
/// let clock = VirtualClock()
/// try await withVirtualTime(clock) {
///     try await clock.sleep(for: .seconds(3600))  // at once
/// }
/// print(clock.now.offset)  // 3600.0 seconds
/// ```
///
/// Elsewhere time passes by ``advance(by:)`` only.
public final class VirtualClock: Clock {
    /// A point in the time of a virtual clock.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Duration

        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        public func duration(to other: Instant) -> Duration { other.offset - offset }
    }

    /// Resumed with the loop that has to be told when the sleeper runs.
    private typealias Sleeper = CheckedContinuation<VirtualTimeLoop?, any Error>
    private typealias Time = VirtualTime<Sleeper>

    private struct State {
        var time = Time()
        /// Moves the time.
        var loop: VirtualTimeLoop?
        /// Those who wait for sleepers, and for how many.
        var observers: [Int: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
        var nextObserver = 0

        /// Takes out the observers that have waited for as many sleepers as there are.
        mutating func satisfiedObservers() -> [CheckedContinuation<Void, Never>] {
            guard !observers.isEmpty else { return [] }
            let satisfied = observers.filter { $0.value.count <= time.sleeperCount }.sorted { $0.key < $1.key }
            for (id, _) in satisfied { observers[id] = nil }
            return satisfied.map(\.value.continuation)
        }
    }

    private let state = Locked(State())

    /// Creates a clock that stands at zero.
    public init() {}

    public var now: Instant { Instant(offset: state.withLock { $0.time.now }) }

    public var minimumResolution: Duration { .zero }

    /// How many tasks sleep.
    public var sleeperCount: Int { state.withLock { $0.time.sleeperCount } }

    /// Suspends until the time is `deadline`.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        guard deadline > now else { return }
        let place = state.withLock { $0.time.reserve(until: deadline.offset) }
        try await wait(at: place)
    }

    /// Suspends until `count` tasks or more sleep on the clock, or until the task is cancelled.
    ///
    /// The task that goes to sleep last ends the wait. With it a test knows that a task which it has started has come to wait:
    ///
    /// ```swift
    /// let task = Task { try await clock.sleep(for: .seconds(5)) }
    /// await clock.waitForSleepers(count: 1)
    /// await clock.advance(by: .seconds(5))
    /// ```
    public func waitForSleepers(count: Int) async {
        let id = state.withLock { state in
            state.nextObserver += 1
            return state.nextObserver
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    // Checked under the lock: a cancellation from here on finds the observer.
                    guard !Task.isCancelled, state.time.sleeperCount < count else { return false }
                    state.observers[id] = (count, continuation)
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.observers.removeValue(forKey: id) }?.continuation.resume()
        }
    }

    /// Moves the time on, and wakes the sleepers whose deadlines it reaches on its way, by their deadlines.
    ///
    /// In ``withVirtualTime(_:isolation:_:)`` each sleeper goes on until every task waits, before the next is woken. A task that sleeps again within
    /// `duration` is woken again, and all of them wait or are done when the call returns. Elsewhere nothing is known of the tasks: the call wakes
    /// the sleepers that there are, and returns.
    ///
    /// - Parameter duration: By how much; nothing below zero.
    public func advance(by duration: Duration) async {
        let (end, ownLoop) = state.withLock { ($0.time.now + min(max(duration, .zero), .longest), $0.loop) }
        let loop = ownLoop ?? CallScope.current?.work as? VirtualTimeLoop
        repeat { await loop?.idle() } while step(upTo: end, in: loop)
        state.withLock { $0.time.advance(to: end) }
    }
}

// MARK: Sleeping

extension VirtualClock {
    /// Waits at a place that has been reserved.
    private func wait(at place: Time.Place) async throws {
        let loop = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Sleeper) in
                var observers: [CheckedContinuation<Void, Never>] = []
                let end: Result<VirtualTimeLoop?, any Error>? = state.withLock { state in
                    // Checked under the lock: a cancellation from here on finds the sleeper.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    switch state.time.claim(place, continuation) {
                    case .waits:
                        observers = state.satisfiedObservers()
                        return nil
                    case .isDue:
                        return .success(nil)
                    case .isGone:
                        return .failure(CancellationError())
                    }
                }
                if let end { return continuation.resume(with: end) }
                for observer in observers { observer.resume() }
                changed()
            }
        } onCancel: {
            leave(place)
        }
        loop?.end()
    }

    /// Gives up a place, if the time hasn't come to it.
    private func leave(_ place: Time.Place) {
        state.withLock { $0.time.leave(place) }?.resume(throwing: CancellationError())
        changed()
    }

    private func changed() {
        state.withLock { $0.loop }?.clockChanged()
    }

    /// A place that is kept for as long as this is.
    private final class Reservation: Sendable {
        private let clock: VirtualClock
        private let place: Time.Place

        init(of clock: VirtualClock, until deadline: Duration) {
            self.clock = clock
            place = clock.state.withLock { $0.time.reserve(until: deadline) }
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
    /// Whether the time can move to the next deadline.
    var canMove: Bool { state.withLock { $0.time.canMove } }

    /// Lets a loop move the time, or nobody.
    ///
    /// - Returns: The loop that did before.
    @discardableResult
    func use(_ loop: VirtualTimeLoop?) -> VirtualTimeLoop? {
        let former = state.withLock { state in
            let former = state.loop
            state.loop = loop
            return former
        }
        former?.remove(self)
        loop?.add(self)
        // There may be sleepers already.
        loop?.clockChanged()
        return former
    }

    /// Moves the time to the next deadline, and wakes the sleeper.
    ///
    /// - Returns: Whether there was one.
    func moveToNextDeadline() -> Bool {
        step(upTo: nil, in: state.withLock { $0.loop })
    }

    private func step(upTo limit: Duration?, in loop: VirtualTimeLoop?) -> Bool {
        guard let sleeper = state.withLock({ $0.time.step(upTo: limit) }) else { return false }
        // Until the sleeper runs, nothing else says that it has work to do.
        loop?.begin()
        sleeper.resume(returning: loop)
        return true
    }
}
