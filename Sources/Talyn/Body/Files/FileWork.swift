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
