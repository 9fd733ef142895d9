import Dispatch
import _TalynSupport

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// Reads and writes files away from the threads of tasks, since disks can be slow.
package enum FileWork {
    /// The number of bytes to read or write at once. Large enough to make the change of threads cheap.
    package static let chunkSize = 262_144

    /// The maximum number of threads that read and write files.
    static let maximumThreads = 8

    private static let threads = WorkThreads(maximumCount: maximumThreads, label: "talyn.files", blocksForLong: false)

    /// Starts work with a file without waiting for it.
    package static func start(_ work: @escaping @Sendable () -> Void) {
        threads.start(work)
    }

    /// Does work with a file and returns its result.
    ///
    /// In a scope that counts its work, files are read and written within the task. This makes the order of events
    /// deterministic.
    package static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(BodyError) -> Value
    ) async throws(BodyError) -> Value {
        if TaskScope.current?.work != nil { return try work() }
        let result: Result<Value, BodyError> = await withCheckedContinuation { continuation in
            start { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}

/// Threads for work that blocks. Their number is limited.
package final class WorkThreads: Sendable {
    private struct State {
        var running = 0
        /// The work that waits for a thread.
        var waiting: [@Sendable () -> Void] = []
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
    package init(maximumCount: Int, label: String, blocksForLong: Bool) {
        self.maximumCount = maximumCount
        self.label = label
        queue = blocksForLong ? nil : DispatchQueue(label: label, attributes: .concurrent)
    }

    /// Starts work without waiting for it.
    package func start(_ work: @escaping @Sendable () -> Void) {
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
                    if state.waiting.isEmpty {
                        state.running -= 1
                        return nil
                    }
                    return state.waiting.removeFirst()
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

/// A temporary place for a file that no other user can read. It is removed on deinitialization.
package final class TemporaryFile: Sendable {
    /// The URL of the file. The file doesn't exist until it is created there.
    package let url: URL
    private let directory: URL
    private let isKept = Locked(false)

    package init() throws(BodyError) {
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
    package func keep() {
        isKept.withLock { $0 = true }
    }
}
