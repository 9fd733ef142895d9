import Dispatch

/// Reads and writes files away from the threads of tasks, since disks can be slow.
public enum FileWork {
    /// The number of bytes to read or write at once. Large enough to make the change of threads cheap.
    public static let chunkSize = 262_144

    /// The maximum number of threads that read and write files.
    public static let maximumThreads = 8

    private static let threads = WorkThreads(maximumCount: maximumThreads, label: "talyn.files", blocksForLong: false)

    /// Starts work with a file without waiting for it.
    public static func start(_ work: @escaping @Sendable () -> Void) {
        threads.start(work)
    }

    /// Does work with a file and returns its result.
    ///
    /// In a scope that counts its work, files are read and written within the task. This makes the order of events
    /// deterministic.
    public static func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if TaskScope.current?.work != nil { return try work() }
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            start { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}

/// Threads for work that blocks. Their number is limited.
public final class WorkThreads: Sendable {
    private struct State {
        var running = 0
        /// The work that waits for a thread.
        var waiting = Queue<@Sendable () -> Void>()
    }

    private let maximumCount: Int
    private let label: String
    /// The queue of all work; nil if each piece of work has a queue of its own.
    private let queue: DispatchQueue?
    private let state = Locked(State())

    /// - Parameters:
    ///   - maximumCount: The maximum number of threads.
    ///   - label: The name of the queues.
    ///   - blocksForLong: Whether the work can block for any time. A serial queue then gets it a thread at once, since blocked
    ///     threads of a concurrent queue hold up all other work there. A concurrent queue starts work faster.
    public init(maximumCount: Int, label: String, blocksForLong: Bool) {
        self.maximumCount = maximumCount
        self.label = label
        queue = blocksForLong ? nil : DispatchQueue(label: label, attributes: .concurrent)
    }

    /// Starts work without waiting for it.
    public func start(_ work: @escaping @Sendable () -> Void) {
        let work = Self.counted(work)
        let isFirst = state.withLock { [maximumCount] state in
            if state.running == maximumCount {
                state.waiting.append(work)
                return false
            }
            state.running += 1
            return true
        }
        guard isFirst else { return }
        (queue ?? DispatchQueue(label: label)).async { [self] in
            var next: (@Sendable () -> Void)? = work
            while let work = next {
                work()
                next = state.withLock { state in
                    let work = state.waiting.popFirst()
                    if work == nil { state.running -= 1 }
                    return work
                }
            }
        }
    }

    /// The work, which the scope of the current task waits for.
    private static func counted(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        guard let scope = TaskScope.current?.work else { return work }
        scope.begin()
        return {
            work()
            scope.end()
        }
    }
}
