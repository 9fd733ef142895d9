/// Work whose result several tasks wait for, such as a sign-in. At most one run is on its way.
///
/// A task that is cancelled stops to wait at once. The run goes on for the others, and is cancelled with the last of them.
actor SharedWork<Value: Sendable> {
    private var run: Task<Value, any Error>?
    /// The number of tasks that wait for the run.
    private(set) var waiters = 0

    /// Returns the result of the run, and starts one if none is on its way.
    ///
    /// - Throws: The error of the run. `CancellationError` when the calling task is cancelled.
    func value(of operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        while true {
            let run = self.run ?? start(operation)
            waiters += 1
            let (results, continuation) = AsyncStream<Result<Value, any Error>>.makeStream()
            Task { continuation.yield(await run.result) }
            // A stream ends when its reader is cancelled.
            guard let result = await results.first(where: { _ in true }) else {
                if run == self.run {
                    waiters -= 1
                    if waiters == 0 { run.cancel() }
                }
                throw CancellationError()
            }
            if case .failure = result, run.isCancelled, !Task.isCancelled {
                // All others gave up just before this task came.
                continue
            }
            return try result.get()
        }
    }

    private func start(_ operation: @escaping @Sendable () async throws -> Value) -> Task<Value, any Error> {
        let task = Task {
            defer { (run, waiters) = (nil, 0) }
            return try await operation()
        }
        run = task
        return task
    }
}
