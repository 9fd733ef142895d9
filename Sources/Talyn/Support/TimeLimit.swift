/// Ends an operation by cancelling it once its time is up.
struct TimeLimit {
    let duration: Duration
    let time: TimeSource

    /// Runs the operation; its outcome, unless its time was up before it had one.
    ///
    /// What of it doesn't have to wait runs before this returns, on the caller's thread.
    ///
    /// - Returns: nil when the time was up.
    func outcome<Outcome: Sendable>(of operation: @escaping @Sendable () async -> Outcome) async -> Outcome? {
        let outcome = Locked<Outcome?>(nil)
        let isOver = Locked(false)
        let task = Task.immediately {
            let result = await operation()
            outcome.withLock { $0 = result }
        }
        if let outcome = outcome.withLock({ $0 }) { return outcome }
        let timer = Task { [time, duration] in
            guard (try? await time.sleep(for: duration)) != nil else { return }
            isOver.withLock { $0 = true }
            task.cancel()
        }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        timer.cancel()
        return isOver.withLock { $0 } ? nil : outcome.withLock { $0 }
    }
}
