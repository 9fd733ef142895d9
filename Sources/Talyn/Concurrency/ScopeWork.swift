/// Runs the tasks of a ``CallScope`` one at a time, and counts the work that goes on beside them.
///
/// Together that is all the work of the scope: a clock can move its time exactly when none is left.
package protocol ScopeWork: AnyObject, Sendable {
    /// Runs the tasks: a `TaskExecutor`, on systems that have those.
    var executor: AnyObject { get }

    /// Notes the start of work that the executor doesn't run. ``end()`` follows exactly once.
    func begin()

    /// Notes the end of work that the executor doesn't run.
    func end()
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ScopeWork {
    package var taskExecutor: (any TaskExecutor)? { executor as? any TaskExecutor }
}

extension ScopeWork {
    /// Runs an operation on the executor.
    ///
    /// The caller's task goes to the executor and comes back without a detour over other threads, which the scope doesn't
    /// know of. An operation that is on the executor already goes on without a suspension. Without task executors it runs where
    /// the caller does.
    func run<Value: Sendable, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation,
        _ operation: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let taskExecutor else {
            return try await operation()
        }
        let isThere =
            isolation == nil
            && withUnsafeCurrentTask { $0?.unownedTaskExecutor == taskExecutor.asUnownedTaskExecutor() }
        if isThere { return try await operation() }
        // Started here, and not within the closure below: that may run on another thread, of which the scope knows nothing.
        let task = Task(executorPreference: taskExecutor) {
            let result: Result<Value, Failure>
            do throws(Failure) {
                result = .success(try await operation())
            } catch {
                result = .failure(error)
            }
            // The way back to the caller's actor is work, too: until the caller has its result, the scope isn't idle.
            self.begin()
            return result
        }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        end()
        return try result.get()
    }
}

/// Runs an operation off the caller's actor: on the executor of the current scope, or else on any thread.
func offActor<Value: Sendable, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    guard let work = CallScope.current?.work else { return try await concurrently(operation) }
    return try await work.run(operation)
}

@concurrent
private func concurrently<Value: Sendable, Failure: Error>(
    _ operation: @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    try await operation()
}

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
