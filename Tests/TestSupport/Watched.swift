import TalynCore
import _TalynSupport

/// A value under a lock whose changes tasks can wait for.
package final class Watched<Value: Sendable>: Sendable {
    /// A task that waits, with what it tries on each change of the value until that succeeds.
    private struct Waiter {
        let attempt: @Sendable (inout Value) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var value: Value
        var waiters: [Int: Waiter] = [:]
        var nextID = 0

        /// Takes out the waiters whose attempt succeeds, those that came first at first.
        mutating func satisfiedWaiters() -> [Waiter] {
            waiters.keys.sorted().compactMap { id in
                guard let waiter = waiters[id], waiter.attempt(&value) else { return nil }
                return waiters.removeValue(forKey: id)
            }
        }
    }

    private let state: Locked<State>

    /// The value as it is now.
    package var value: Value {
        state.withLock(\.value)
    }

    package init(_ value: Value) {
        state = Locked(State(value: value))
    }

    /// Changes the value and wakes the tasks that waited for the change.
    package func update<Result>(_ change: (inout Value) -> Result) -> Result {
        let (result, woken) = state.withLock { state in
            (change(&state.value), state.satisfiedWaiters())
        }
        for waiter in woken {
            waiter.continuation.resume()
        }
        return result
    }

    /// Suspends until `attempt`, which may change the value, succeeds or the task is cancelled.
    ///
    /// What `attempt` changes on its success does not wake other tasks.
    package func wait(for attempt: @escaping @Sendable (inout Value) -> Bool) async {
        let id = state.withLock { state in
            defer { state.nextID += 1 }
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    // Checked under the lock: a cancellation from here on finds the waiter.
                    if Task.isCancelled || attempt(&state.value) {
                        return true
                    }
                    state.waiters[id] = Waiter(attempt: attempt, continuation: continuation)
                    return false
                }
                if isDone {
                    continuation.resume()
                }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
        }
    }
}
