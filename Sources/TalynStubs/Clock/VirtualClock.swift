@_spi(Timers) public import _TalynSupport

/// A clock whose time a test controls.
///
/// In ``withVirtualTime(_:isolation:_:)``, and in a test with `.stubs`, time stands still while tasks work. When every task waits,
/// time moves to the earliest deadline:
///
/// ```swift
/// let clock = VirtualClock()
/// try await withVirtualTime(clock) {
///     try await clock.sleep(for: .seconds(3600))  // at once
/// }
/// print(clock.now.offset)  // 3600.0 seconds
/// ```
///
/// Elsewhere only ``advance(by:)`` moves the time.
public final class VirtualClock: Clock {
    /// A point in the time of a virtual clock.
    public struct Instant: InstantProtocol {
        /// The time since the creation of the clock.
        public let offset: Duration

        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        public func duration(to other: Instant) -> Duration { other.offset - offset }
    }

    /// Resolved with the loop that needs to know when the sleeper runs, and with nil if it was cancelled.
    private typealias Sleeper = Promise<VirtualTimeLoop?>
    private typealias Time = VirtualTime<Sleeper>

    private struct State {
        var time = Time()
        /// Moves the time.
        var loop: VirtualTimeLoop?
        /// The tasks that wait for a number of sleepers.
        var observers: [Int: (count: Int, promise: Promise<Void>)] = [:]
        var nextObserver = 0

        /// Removes the observers whose number of sleepers is reached.
        mutating func satisfiedObservers() -> [Promise<Void>] {
            guard !observers.isEmpty else { return [] }
            let satisfied = observers.filter { $0.value.count <= time.sleeperCount }.sorted { $0.key < $1.key }
            for (id, _) in satisfied { observers[id] = nil }
            return satisfied.map(\.value.promise)
        }
    }

    private let state = Locked(State())

    /// Creates a clock at zero.
    public init() {}

    public var now: Instant { Instant(offset: state.withLock { $0.time.now }) }

    public var minimumResolution: Duration { .zero }

    /// The number of sleeping tasks.
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
    /// Use it to wait until a task that the test started sleeps:
    ///
    /// ```swift
    /// let task = Task { try await clock.sleep(for: .seconds(5)) }
    /// await clock.waitForSleepers(count: 1)
    /// await clock.advance(by: .seconds(5))
    /// ```
    public func waitForSleepers(count: Int) async {
        let observer = Promise<Void>()
        let id: Int? = state.withLock { state in
            guard state.time.sleeperCount < count else { return nil }
            state.nextObserver += 1
            state.observers[state.nextObserver] = (count, observer)
            return state.nextObserver
        }
        guard let id else { return }
        await observer.value()
        state.withLock { $0.observers[id] = nil }
    }

    /// Moves the time forward, and wakes the sleepers with deadlines in between, in the order of their deadlines.
    ///
    /// In ``withVirtualTime(_:isolation:_:)`` each sleeper runs until every task waits, before the next one wakes. A task that
    /// sleeps again within `duration` wakes again. All tasks wait or are done when the call returns. Elsewhere the clock doesn't
    /// know the tasks: the call wakes the current sleepers and returns.
    ///
    /// - Parameter duration: The duration. Less than zero counts as zero.
    public func advance(by duration: Duration) async {
        let (end, ownLoop) = state.withLock { ($0.time.now + min(max(duration, .zero), .longest), $0.loop) }
        let loop = ownLoop ?? TaskScope.current?.work as? VirtualTimeLoop
        repeat { await loop?.idle() } while step(upTo: end, in: loop)
        state.withLock { $0.time.advance(to: end) }
    }
}

// MARK: Sleeping

extension VirtualClock {
    /// Waits at a reserved place.
    private func wait(at place: Time.Place) async throws {
        let sleeper = Sleeper()
        let loop = await withTaskCancellationHandler {
            let (claim, observers) = state.withLock { state in
                // Checked under the lock: a cancellation from here on finds the sleeper.
                let claim = Task.isCancelled ? .isGone : state.time.claim(place, sleeper)
                return (claim, claim == .waits ? state.satisfiedObservers() : [])
            }
            switch claim {
            case .waits:
                for observer in observers { observer.resolve(()) }
                changed()
            case .isDue: sleeper.resolve(.some(nil))
            case .isGone: sleeper.resolve(nil)
            }
            return await sleeper.finalValue()
        } onCancel: {
            leave(place)
        }
        guard let loop else { throw CancellationError() }
        loop?.end()
    }

    /// Gives up a place, unless the time reached it.
    private func leave(_ place: Time.Place) {
        state.withLock { $0.time.leave(place) }?.resolve(nil)
        changed()
    }

    private func changed() {
        state.withLock { $0.loop }?.clockChanged()
    }

    /// A place that is reserved for the lifetime of this object.
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

@_spi(Timers) extension VirtualClock: TimerClock {
    public func timer(for duration: Duration) -> @Sendable () async throws -> Void {
        let reservation = Reservation(of: self, until: now.offset + duration)
        return { try await reservation.wait() }
    }
}

// MARK: Moving

extension VirtualClock {
    /// Whether the time can move to the next deadline.
    var canMove: Bool { state.withLock { $0.time.canMove } }

    /// Sets the loop that moves the time; nil for none.
    ///
    /// - Returns: The former loop.
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
    /// - Returns: Whether there was a sleeper.
    func moveToNextDeadline() -> Bool {
        step(upTo: nil, in: state.withLock { $0.loop })
    }

    private func step(upTo limit: Duration?, in loop: VirtualTimeLoop?) -> Bool {
        guard let sleeper = state.withLock({ $0.time.step(upTo: limit) }) else { return false }
        // Until the sleeper runs, only this tells the loop of its work.
        loop?.begin()
        sleeper.resolve(.some(loop))
        return true
    }
}
