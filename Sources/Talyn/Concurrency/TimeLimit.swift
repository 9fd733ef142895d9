/// Ends an operation by cancelling it once its time is up.
struct TimeLimit {
    let duration: Duration
    let time: TimeSource

    /// Runs the operation; its outcome, unless its time was up before it had one.
    ///
    /// What of it doesn't have to wait runs before this returns, on the caller's thread. One that goes on although it is
    /// cancelled is waited for.
    ///
    /// - Returns: nil when the time was up.
    func outcome<Outcome: Sendable>(of operation: @escaping @Sendable () async -> Outcome) async -> Outcome? {
        let end = Locked(End<Outcome>.pending)
        let isCancelled = Task.isCancelled
        let limit = time.timer(for: duration)
        let task = Task.immediately {
            // It begins before anybody could tell it, and not as a part of the caller's task.
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
