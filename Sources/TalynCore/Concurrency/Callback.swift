/// A value that a callback provides: at once, later from another thread, twice, or never.
package final class Callback<Value: Sendable>: Sendable {
    private enum State {
        case pending
        case awaited(CheckedContinuation<Value?, Never>)
        case finished(Value?)
    }

    private let state = Locked(State.pending)

    package init() {}

    /// Provides the value. The first call counts.
    package func resolve(_ value: Value?) {
        let waiter: CheckedContinuation<Value?, Never>? = state.withLock { state in
            switch state {
            case .pending:
                state = .finished(value)
                return nil
            case .awaited(let waiter):
                state = .finished(value)
                return waiter
            case .finished:
                return nil
            }
        }
        waiter?.resume(returning: value)
    }

    /// Waits for the value. Returns nil if the task is cancelled first.
    package func value() async -> Value? {
        // Avoids the cost of a continuation if the value is there.
        if case .finished(let value) = state.withLock({ $0 }) { return value }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let finished: Value?? = state.withLock { state in
                    if case .finished(let value) = state { return .some(value) }
                    state = .awaited(continuation)
                    return nil
                }
                if let finished { continuation.resume(returning: finished) }
            }
        } onCancel: {
            resolve(nil)
        }
    }
}
