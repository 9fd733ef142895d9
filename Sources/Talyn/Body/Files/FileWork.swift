/// Where files are read and written: apart from the threads on which tasks run, since a disk can take its time.
enum FileWork {
    /// How many bytes are read or written at once: enough for the way there and back to cost little.
    static let chunkSize = 262_144

    private static let queue = DispatchQueue(label: "talyn.files", attributes: .concurrent)

    static func start(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(BodyError) -> Value
    ) async throws(BodyError) -> Value {
        let result: Result<Value, BodyError> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}
