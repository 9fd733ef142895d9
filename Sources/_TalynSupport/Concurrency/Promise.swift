/// A value that other code provides: at once, later from another thread, twice, or never.
public final class Promise<Value: Sendable>: Sendable {
    @usableFromInline enum State {
        case pending
        case awaited(CheckedContinuation<Value?, Never>)
        case finished(Value?)
    }

    @usableFromInline let state: Locked<State>

    @inlinable public init() {
        state = Locked(.pending)
    }

    /// Provides the value. The first call counts.
    ///
    /// - Returns: Whether the value counts. It doesn't after a cancelled wait.
    @discardableResult
    @inlinable public func resolve(_ value: Value?) -> Bool {
        let previous = state.withLock { state in
            let previous = state
            if case .finished = previous { return previous }
            state = .finished(value)
            return previous
        }
        switch previous {
        case .pending:
            return true
        case .awaited(let waiter):
            waiter.resume(returning: value)
            return true
        case .finished:
            return false
        }
    }

    /// Waits for the value. Returns nil if the task is cancelled first.
    @discardableResult
    @inlinable public func value() async -> Value? {
        await withTaskCancellationHandler {
            await finalValue()
        } onCancel: {
            resolve(nil)
        }
    }

    /// Waits for the value, even if the task is cancelled.
    @discardableResult
    @inlinable public func finalValue() async -> Value? {
        // Avoids the cost of a continuation if the value is there.
        if case .finished(let value) = state.withLock({ $0 }) { return value }
        return await withCheckedContinuation { continuation in
            let finished: Value?? = state.withLock { state in
                if case .finished(let value) = state { return .some(value) }
                state = .awaited(continuation)
                return nil
            }
            if let finished { continuation.resume(returning: finished) }
        }
    }
}
