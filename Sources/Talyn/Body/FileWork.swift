import Foundation

/// Reads and writes files apart from the threads on which tasks run, since a disk can take its time.
///
/// A bounded number of threads does it; more work waits for its turn. Streams, which may wait for somebody to write to them,
/// have threads of their own and don't hold up files.
package enum FileWork {
    /// How many bytes are read or written at once: enough for the way there and back to cost little.
    static let chunkSize = 262_144

    /// The source of the bytes.
    enum Kind: Sendable {
        /// A file on a disk.
        case file
        /// A stream that may take any time to open or to read.
        case stream

        /// How many threads work on this kind at the same time, at most.
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

    /// Starts work that nobody waits for.
    static func start(_ kind: Kind = .file, _ work: @escaping @Sendable () -> Void) {
        let scope = CallScope.current?.work
        scope?.begin()
        kind.queue.addOperation {
            work()
            scope?.end()
        }
    }

    /// Does work, and waits for its result.
    ///
    /// In a scope that counts its work, files are read and written in the midst of the task, so that the order of events is the
    /// same each time.
    static func run<Value: Sendable>(
        _ kind: Kind = .file,
        _ work: @escaping @Sendable () throws(BodyError) -> Value
    ) async throws(BodyError) -> Value {
        if kind == .file, CallScope.current?.work != nil { return try work() }
        let result: Result<Value, BodyError> = await withCheckedContinuation { continuation in
            start(kind) { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}

/// A place for a file that nobody else can read; what is there is removed once nobody holds the place.
final class TemporaryFile: Sendable {
    /// Where the file is to be. It is not there before somebody creates it.
    let url: URL
    private let directory: URL
    private let isKept = Locked(false)

    init() throws(BodyError) {
        // The directory is what keeps others out: the file itself gets the permissions that files usually have.
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

    /// Leaves the file where it is.
    func keep() {
        isKept.withLock { $0 = true }
    }
}
