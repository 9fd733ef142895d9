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
    /// An operation that is on the executor already goes on without a suspension. Without task executors the
    /// operation runs where the caller does.
    func run<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ operation: @Sendable () async -> Value
    ) async -> Value {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let taskExecutor else {
            return await operation()
        }
        let isThere =
            isolation == nil
            && withUnsafeCurrentTask { $0?.unownedTaskExecutor == taskExecutor.asUnownedTaskExecutor() }
        return isThere ? await operation() : await Self.run(operation, on: taskExecutor)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @concurrent
    private static func run<Value: Sendable>(
        _ operation: @Sendable () async -> Value,
        on executor: any TaskExecutor
    ) async -> Value {
        await withTaskExecutorPreference(executor) { await operation() }
    }
}
