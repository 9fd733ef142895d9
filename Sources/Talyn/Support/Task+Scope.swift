// An unstructured task inherits the task-locals, but not the preferred executor.

extension Task where Success == Void, Failure == Never {
    /// Starts a task that runs on the executor of the current ``CallScope``, if there is one.
    @discardableResult
    package static func inScope(_ operation: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            Task(executorPreference: CallScope.current?.work?.taskExecutor, operation: operation)
        } else {
            Task(operation: operation)
        }
    }

    /// Runs the operation on the caller's thread up to its first suspension; the rest runs as in any task of the scope.
    ///
    /// Systems older than macOS 26 and iOS 26 can't do that: there the operation starts as a plain task.
    @discardableResult
    static func immediately(_ operation: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return inScope(operation) }
        let work = CallScope.current?.work
        // The caller's thread needn't be the executor's.
        work?.begin()
        defer { work?.end() }
        return Task.immediate(executorPreference: work?.taskExecutor, operation: operation)
    }
}
