/// Settings for all work of a task tree, which replace those of the objects that do it.
///
/// A test uses it to reach the code that it tests. Other tests aren't affected.
public struct TaskScope: Sendable {
    /// The scope of the current task. Its child tasks and the tasks that it starts inherit it.
    @TaskLocal public static var current: TaskScope?

    /// Answers in place of servers. The module of calls knows its type.
    public let substitute: (any Sendable & AnyObject)?

    /// The time, for everything that has no clock of its own.
    public let time: TimeSource

    /// Runs and counts the work of the scope, for a clock that depends on it.
    public let work: (any ScopeWork)?

    /// Creates a scope.
    public init(substitute: (any Sendable & AnyObject)?, time: TimeSource, work: (any ScopeWork)? = nil) {
        self.substitute = substitute
        self.time = time
        self.work = work
    }
}

/// Runs the tasks of a ``TaskScope`` one at a time, and counts other work of the scope.
///
/// Together, this is all work of the scope. A test clock advances when no work is left.
public protocol ScopeWork: AnyObject, Sendable {
    /// The executor of the tasks: a `TaskExecutor`, on systems that support it.
    var executor: AnyObject { get }

    /// Notes the start of work outside the executor. ``end()`` follows exactly once.
    func begin()

    /// Notes the end of work outside the executor.
    func end()
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ScopeWork {
    var taskExecutor: (any TaskExecutor)? { executor as? any TaskExecutor }
}

extension ScopeWork {
    /// Runs an operation on the executor.
    ///
    /// The caller's task moves to the executor and back without other threads, which the scope doesn't know. An
    /// operation that is on the executor already continues without suspension. Systems without task executors run the
    /// operation where the caller runs.
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
        // Starts here, and not in the closure below, which may run on a thread that the scope doesn't know.
        let task = Task(executorPreference: taskExecutor) {
            let result = await Result(operation)
            // The way back to the caller's actor is work, too. The scope isn't idle until the caller has its result.
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

/// Runs an operation off the caller's actor: on the executor of the current scope, or on any thread.
public func offActor<Value: Sendable, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    guard let work = TaskScope.current?.work else { return try await concurrently(operation) }
    return try await work.run(operation)
}

@concurrent
private func concurrently<Value: Sendable, Failure: Error>(
    _ operation: @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    try await operation()
}

// An unstructured task inherits task-local values, but not the preferred executor.

extension Task where Failure == Never {
    /// Starts a task on the executor of the current ``TaskScope``, if there is one.
    @discardableResult
    public static func inScope(_ operation: sending @escaping @isolated(any) () async -> Success) -> Task {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            Task(executorPreference: TaskScope.current?.work?.taskExecutor, operation: operation)
        } else {
            Task(operation: operation)
        }
    }
}

extension Task where Success == Void, Failure == Never {
    /// Runs an operation on the caller's thread up to its first suspension. The rest runs as any task of the scope.
    ///
    /// Requires macOS 26 or iOS 26. On older systems, the operation starts as an ordinary task.
    @discardableResult
    public static func immediately(_ operation: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never>
    {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return inScope(operation) }
        let work = TaskScope.current?.work
        // The caller's thread may not be the executor's.
        work?.begin()
        defer { work?.end() }
        return Task.immediate(executorPreference: work?.taskExecutor, operation: operation)
    }
}

extension Result {
    /// Runs an operation, and catches its error.
    @inlinable public init(_ operation: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await operation())
        } catch {
            self = .failure(error)
        }
    }
}
