/// A clock whose time stands still until a test advances it.
package final class ManualClock: Clock {
    /// A point in time of a manual clock.
    package struct Instant: InstantProtocol {
        /// The time since the clock was made.
        package let offset: Duration

        package static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }

        package func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        package func duration(to other: Instant) -> Duration {
            other.offset - offset
        }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var nextID = 0
    }

    private let state = Watched(State())

    package var now: Instant {
        state.value.now
    }

    package var minimumResolution: Duration {
        .zero
    }

    /// Creates a clock that stands at zero.
    package init() {}

    /// Moves the time on and wakes the tasks whose deadline it reaches, the earliest at first.
    ///
    /// A task that sleeps again when it wakes does so from the new time on.
    package func advance(by duration: Duration) {
        let due = state.update { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys {
                state.sleepers.removeValue(forKey: id)
            }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        }
        for (_, sleeper) in due {
            sleeper.continuation.resume()
        }
    }

    /// Suspends until the time is `deadline`, or throws `CancellationError` when the task is cancelled.
    package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.update { state in
            defer { state.nextID += 1 }
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let end: Result<Void, any Error>? = state.update { state in
                    // Checked under the lock: a cancellation from here on finds the sleeper.
                    if Task.isCancelled {
                        return .failure(CancellationError())
                    }
                    if deadline <= state.now {
                        return .success(())
                    }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    return nil
                }
                if let end {
                    continuation.resume(with: end)
                }
            }
        } onCancel: {
            let sleeper = state.update { $0.sleepers.removeValue(forKey: id) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Suspends until `count` tasks or more sleep on the clock, or until the task is cancelled.
    package func sleepers(atLeast count: Int) async {
        await state.wait { $0.sleepers.count >= count }
    }

    /// Suspends until a task sleeps for this time from now on, or until the task is cancelled.
    package func sleeper(for duration: Duration) async {
        await state.wait { state in
            state.sleepers.values.contains { state.now.duration(to: $0.deadline) == duration }
        }
    }
}
