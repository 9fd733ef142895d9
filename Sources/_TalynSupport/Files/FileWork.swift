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
