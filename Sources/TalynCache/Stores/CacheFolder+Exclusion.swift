import _TalynFoundation
import _TalynSupport

extension CacheFolder {
    /// Does work that reads and then writes entries, while no other thread or process does such work.
    ///
    /// A stopped process keeps its lock. So no thread waits for the lock: each try takes a moment, and a call waits once for at most
    /// ``longestWait``. Until the lock is free again, later calls don't wait.
    ///
    /// - Throws: ``CacheError/busy(_:)`` if another process keeps the lock, `BodyError` for a failure of the work, and
    ///   `CancellationError`.
    func exclusively<Value: Sendable>(
        _ work: @escaping @Sendable () throws(FileError) -> Value
    ) async throws -> Value {
        let end = time.now + Self.longestWait
        var pause = Duration.milliseconds(1)
        while true {
            let value = try await FileWork.perform { () throws(FileError) in try ifUnlocked(work) }
            if let value {
                isHeld.withLock { $0 = false }
                return value
            }
            guard time.now < end, !isHeld.withLock({ $0 }) else {
                isHeld.withLock { $0 = true }
                throw CacheError.busy(url)
            }
            try await time.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(20))
        }
    }

    /// Does work that reads and then writes entries, unless another process does such work. It waits for other threads: each of them
    /// works for a moment only.
    ///
    /// - Returns: Nil if the work isn't done.
    func ifUnlocked<Value>(_ work: () throws(FileError) -> Value) throws(FileError) -> Value? {
        let result: Result<Value, FileError>? = turn.withLock { _ in
            let file = try? OpenFile(forLocking: URL(filePath: "\(path)/lock", directoryHint: .notDirectory))
            // Without a lock the store still works, and an update can meet a new response.
            if let file, !file.lock() { return nil }
            return withExtendedLifetime(file) { Result(catching: work) }
        }
        return try result?.get()
    }

    /// The lock for the threads of this process that use a folder, by any number of stores.
    static func turn(in path: String) -> Locked<Void> {
        turns.withLock { turns in
            if let turn = turns[path]?.turn { return turn }
            let turn = Locked(())
            turns = turns.filter { $0.value.turn != nil }
            turns[path] = WeakTurn(turn: turn)
            return turn
        }
    }

    /// A lock that the stores of its folder retain.
    private struct WeakTurn: Sendable {
        weak var turn: Locked<Void>?
    }

    private static let turns = Locked<[String: WeakTurn]>([:])

    /// The longest time for which a call waits for the lock.
    static let longestWait = Duration.seconds(1)

    /// The random text in the digests of credentials, the same for all processes that use the folder. So equal credentials have
    /// other digests in another folder, and no table of digests helps to find them.
    func salt() -> String {
        let file = "\(path)/salt"
        if let salt = readSalt(file) { return salt }
        let salt = (0..<4).map { _ in String(UInt64.random(in: 0...(.max)), radix: 36) }.joined()
        // The file of a faster process stays.
        let placement = FilePlacement(
            source: URL(filePath: "\(file)-\(UUID().uuidString)", directoryHint: .notDirectory),
            destination: URL(filePath: file, directoryHint: .notDirectory),
            replacesExistingFile: false
        )
        let isPlaced = (try? placement.write(Data(salt.utf8), permissions: 0o600)) != nil
        return isPlaced ? salt : readSalt(file) ?? salt
    }

    private func readSalt(_ path: String) -> String? {
        guard let file = try? OpenFile(reading: URL(filePath: path, directoryHint: .notDirectory)),
            let data = try? file.read(1_024), !data.isEmpty
        else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
