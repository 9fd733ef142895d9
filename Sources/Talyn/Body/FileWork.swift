import Foundation

/// Reads and writes files away from the threads of tasks, since disks can be slow.
///
/// A limited number of threads does the work. Streams have threads of their own, since they can block for long.
package enum FileWork {
    /// The number of bytes to read or write at once. Large enough to make the change of threads cheap.
    package static let chunkSize = 262_144

    /// The kind of source.
    package enum Kind: Sendable {
        /// A file on a disk.
        case file
        /// A stream that can take any time to open or to read.
        case stream

        /// The maximum number of threads for a kind.
        static let width = 8

        fileprivate var queue: OperationQueue { self == .file ? FileWork.files : FileWork.streams }
    }

    private static let files = makeQueue("talyn.files")
    private static let streams = makeQueue("talyn.streams")

    private static func makeQueue(_ name: String) -> OperationQueue {
        let queue = OperationQueue()
        queue.name = name
        queue.maxConcurrentOperationCount = Kind.width
        return queue
    }

    /// Starts work without waiting for it.
    package static func start(_ kind: Kind = .file, _ work: @escaping @Sendable () -> Void) {
        let scope = CallScope.current?.work
        scope?.begin()
        kind.queue.addOperation {
            work()
            scope?.end()
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
        start(.stream) { result.resolve(Result(catching: work)) }
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
