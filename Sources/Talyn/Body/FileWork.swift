import Foundation

/// Reads and writes files away from the threads of tasks, since disks can be slow.
///
/// A limited number of threads does the work. Streams have threads of their own, since they can block for any time.
package enum FileWork {
    /// The number of bytes to read or write at once. Large enough to make the change of threads cheap.
    package static let chunkSize = 262_144

    /// The maximum number of threads that read and write files.
    static let maximumFileThreads = 8

    /// The maximum number of threads that read streams. Each blocked stream holds one.
    package static let maximumStreamThreads = 128

    private static let files = {
        let queue = OperationQueue()
        queue.name = "talyn.files"
        queue.maxConcurrentOperationCount = maximumFileThreads
        return queue
    }()

    /// The number of streams that are read, and the work that waits for a thread.
    private static let streams = Locked((running: 0, waiting: [@Sendable () -> Void]()))

    /// Starts work with a file without waiting for it.
    package static func start(_ work: @escaping @Sendable () -> Void) {
        files.addOperation(counted(work))
    }

    /// Starts work with a stream.
    ///
    /// A serial queue gets a thread at once. Blocked threads of the concurrent queues would hold up all of their other work.
    private static func startStream(_ work: @escaping @Sendable () -> Void) {
        let work = counted(work)
        let isFirst = streams.withLock { streams in
            if streams.running == maximumStreamThreads {
                streams.waiting.append(work)
                return false
            }
            streams.running += 1
            return true
        }
        guard isFirst else { return }
        DispatchQueue(label: "talyn.stream").async {
            var next: (@Sendable () -> Void)? = work
            while let work = next {
                work()
                next = streams.withLock { streams in
                    if streams.waiting.isEmpty {
                        streams.running -= 1
                        return nil
                    }
                    return streams.waiting.removeFirst()
                }
            }
        }
    }

    /// The work, which the scope of the current task waits for.
    private static func counted(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        guard let scope = CallScope.current?.work else { return work }
        scope.begin()
        return {
            work()
            scope.end()
        }
    }

    /// Does work with a file and returns its result.
    ///
    /// In a scope that counts its work, files are read and written within the task. This makes the order of events
    /// deterministic.
    package static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(BodyError) -> Value
    ) async throws(BodyError) -> Value {
        if CallScope.current?.work != nil { return try work() }
        let result: Result<Value, BodyError> = await withCheckedContinuation { continuation in
            start { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }

    /// Does work with a stream and returns its result.
    ///
    /// A stream can block for any time. So the wait ends when the task is cancelled, and the thread goes on until the stream
    /// returns.
    ///
    /// - Throws: `CancellationError`, and the error of the work.
    static func runStream<Value: Sendable>(
        _ work: @escaping @Sendable () throws(BodyError) -> Value
    ) async throws -> Value {
        let result = Callback<Result<Value, BodyError>>()
        startStream { result.resolve(Result(catching: work)) }
        guard let result = await result.value() else { throw CancellationError() }
        return try result.get()
    }
}

/// A temporary place for a file that no other user can read. It is removed on deinitialization.
final class TemporaryFile: Sendable {
    /// The URL of the file. The file doesn't exist until it is created there.
    let url: URL
    private let directory: URL
    private let isKept = Locked(false)

    init() throws(BodyError) {
        // The permissions of the directory keep other users out. The file has ordinary permissions.
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        url = directory.appendingPathComponent("content")
        let status = directory.withUnsafeFileSystemRepresentation { $0.map { mkdir($0, 0o700) } ?? -1 }
        guard status == 0 else { throw .cannotWrite(directory, .current) }
    }

    deinit {
        if isKept.withLock({ $0 }) { return }
        _ = url.withUnsafeFileSystemRepresentation { $0.map { unlink($0) } }
        _ = directory.withUnsafeFileSystemRepresentation { $0.map { rmdir($0) } }
    }

    /// Keeps the file after deinitialization.
    func keep() {
        isKept.withLock { $0 = true }
    }
}
