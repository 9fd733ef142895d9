/// Work whose result several tasks wait for, such as a sign-in. At most one run is on its way.
///
/// The task that comes first does the work for all. If it is cancelled, the work is cancelled too, and the next task begins it again.
actor SharedWork<Value: Sendable> {
    private var isRunning = false
    private var waiters: [AsyncStream<Result<Value, any Error>>.Continuation] = []

    /// The number of tasks that wait for the run of another one.
    var waiterCount: Int { waiters.count }

    /// Returns the result of the run that is on its way, or else runs `operation`.
    ///
    /// - Throws: The error of the run. `CancellationError` when the calling task is cancelled.
    func value(of operation: @Sendable () async throws -> Value) async throws -> Value {
        while isRunning {
            let (results, continuation) = AsyncStream<Result<Value, any Error>>.makeStream()
            waiters.append(continuation)
            let result = await results.first { _ in true }
            try Task.checkCancellation()
            // A run that was cancelled gives no result.
            if let result { return try result.get() }
        }
        isRunning = true
        let result: Result<Value, any Error>
        do {
            result = .success(try await operation())
        } catch {
            result = .failure(error)
        }
        isRunning = false
        let isGivenUp = if case .failure = result { Task.isCancelled } else { false }
        for waiter in waiters {
            if !isGivenUp { waiter.yield(result) }
            waiter.finish()
        }
        waiters = []
        return try result.get()
    }
}
