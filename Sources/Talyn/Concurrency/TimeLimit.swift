/// Cancels an operation after a time limit.
struct TimeLimit {
    let duration: Duration
    let time: TimeSource

    /// Runs an operation, and returns its result unless the time limit was reached first.
    ///
    /// The operation runs on the caller's thread up to its first suspension. An operation that ignores cancellation is
    /// awaited.
    ///
    /// - Returns: Nil if the time limit was reached.
    func outcome<Outcome: Sendable>(of operation: @escaping @Sendable () async -> Outcome) async -> Outcome? {
        let end = Locked(End<Outcome>.pending)
        let isCancelled = Task.isCancelled
        let limit = time.timer(for: duration)
        let task = Task.immediately {
            // The task starts before anyone can cancel it, and it is not a child of the caller's task.
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
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
            if isLate { task.cancel() }
        }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        timer.cancel()
        guard case .outcome(let outcome) = end.withLock({ $0 }) else { return nil }
        return outcome
    }

    private enum End<Outcome> {
        case pending
        case outcome(Outcome)
        case timeUp
    }
}
