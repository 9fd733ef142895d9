import _TalynSupport

/// Runs a test, or a part of one, in virtual time: time passes only when every task waits.
///
/// ```swift
/// let clock = VirtualClock()
/// let shop = Provider<Shop>(transport: server, plugins: [RetryPlugin(clock: clock)], clock: clock)
/// try await withVirtualTime(clock) {
///     _ = try await shop.request(.cart)  // with its pauses between attempts, at once
/// }
/// ```
///
/// The tasks of `body` run one at a time, in the order in which they become ready. When all of them wait, time moves to the
/// earliest deadline and wakes one sleeper. The order of events is the same each time. Objects without a clock use this one, for
/// delays of stubs, timeouts and the pauses of a `RetryPlugin`.
///
/// The scope knows the tasks of `body` and their child tasks, tasks of the main actor, all calls, and reads and writes of files.
/// It doesn't know other work: a server, threads of another library, a detached task, or a `Task {}` off the main actor apart from
/// its calls. If a test waits for such work while a call sleeps, time may move too early. Start such work by `async let` or in a
/// task group. Or let the call sleep on its own `VirtualClock`, and move that by ``VirtualClock/advance(by:)``.
///
/// Don't block the thread in `body`, for example by a semaphore: the task that would end the wait can't run.
///
/// Systems older than macOS 15, iOS 18, tvOS 18, watchOS 11 and visionOS 2 have no task executors. There tasks run on all threads,
/// and time moves when no task has slept or woken while the main thread and the global queue each ran 50 jobs. On a busy machine
/// that can be too early.
///
/// - Parameters:
///   - clock: The clock whose time passes. By default one of the scope's own, which tasks that outlive the scope keep.
///   - isolation: The actor of `body`.
///   - body: The test.
/// - Returns: The result of `body`.
/// - Throws: The error of `body`.
public func withVirtualTime<Value>(
    _ clock: VirtualClock? = nil,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
) async rethrows -> Value {
    let loop = VirtualTimeLoop.current ?? VirtualTimeLoop()
    let time = clock ?? VirtualClock()
    let former = time.use(loop)
    // Nobody else can move the scope's own clock.
    defer { if clock != nil { time.use(former) } }
    let scope = TaskScope(substitute: TaskScope.current?.substitute, time: TimeSource(time), work: loop)
    return try await loop.run(in: scope, isolation: isolation, body)
}

extension VirtualTimeLoop {
    /// The loop of the current task.
    fileprivate static var current: VirtualTimeLoop? { TaskScope.current?.work as? VirtualTimeLoop }

    fileprivate func run<Value>(
        in scope: TaskScope,
        isolation: isolated (any Actor)?,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        try await TaskScope.$current.withValue(scope) {
            guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return try await body() }
            return try await withTaskExecutorPreference(self, isolation: isolation) {
                // A task without an actor would move to its executor only after its first suspension.
                if isolation == nil { await Self.comeToExecutor() }
                return try await body()
            }
        }
    }

    @concurrent
    private static func comeToExecutor() async {}
}
