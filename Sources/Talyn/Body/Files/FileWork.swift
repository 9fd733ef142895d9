/// Where files are read and written: apart from the threads on which tasks run, since a disk can take its time.
package enum FileWork {
    /// How many bytes are read or written at once: enough for the way there and back to cost little.
    static let chunkSize = 262_144

    private static let queue = DispatchQueue(label: "talyn.files", attributes: .concurrent)

    private static let count = Locked(0)

    /// Whether anything is read or written, for a clock whose time stands still meanwhile.
    package static var isUnderWay: Bool { count.withLock { $0 > 0 } }

    static func start(_ work: @escaping @Sendable () -> Void) {
        count.withLock { $0 += 1 }
        queue.async {
            work()
            count.withLock { $0 -= 1 }
        }
    }

    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(BodyError) -> Value
    ) async throws(BodyError) -> Value {
        let result: Result<Value, BodyError> = await withCheckedContinuation { continuation in
            start { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}
