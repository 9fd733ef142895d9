/// Cancels an operation after a time limit.
public struct TimeLimit {
    @usableFromInline let duration: Duration
    @usableFromInline let time: TimeSource

    /// Creates a limit.
    public init(duration: Duration, time: TimeSource) {
        self.duration = duration
        self.time = time
    }

    /// Runs an operation, and returns its result unless the time limit was reached first.
    ///
    /// The operation runs on the caller's thread up to its first suspension. An operation that ignores cancellation is
    /// awaited.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - onReach: Hears that the limit was reached, before the operation is cancelled.
    /// - Returns: Nil if the time limit was reached.
    @inlinable public func outcome<Outcome: Sendable>(
        of operation: @escaping @Sendable () async -> Outcome,
        onReach: @escaping @Sendable () -> Void = {}
    ) async -> Outcome? {
        let end = Locked(End<Outcome>.pending)
        let limit = time.timer(for: duration)
        let task = Task.cancellable {
            let outcome = await operation()
            end.withLock { if case .pending = $0 { $0 = .outcome(outcome) } }
        }
        if case .outcome(let outcome) = end.withLock({ $0 }) { return outcome }
        let timer = Task.inScope {
            guard (try? await limit.wait()) != nil else { return }
            let isLate = end.withLock { end in
                guard case .pending = end else { return false }
                end = .timeUp
                return true
            }
            guard isLate else { return }
            onReach()
            task.cancel()
        }
        await task.wait()
        timer.cancel()
        guard case .outcome(let outcome) = end.withLock({ $0 }) else { return nil }
        return outcome
    }

    @usableFromInline enum End<Outcome> {
        case pending
        case outcome(Outcome)
        case timeUp
    }
}

extension Task where Success == Void, Failure == Never {
    /// Starts an operation on the caller's thread up to its first suspension. It is cancelled if the caller's task is.
    public static func cancellable(_ operation: @escaping @Sendable () async -> Void) -> Task {
        let isCancelled = Task<Never, Never>.isCancelled
        return immediately {
            // The task starts before anyone can cancel it, and it is not a child of the caller's task.
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            await operation()
        }
    }

    /// Waits for the end of the task. A cancellation of the waiting task cancels it.
    public func wait() async {
        await withTaskCancellationHandler {
            await value
        } onCancel: {
            cancel()
        }
    }
}
