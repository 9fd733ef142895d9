import _TalynSupport

/// Keeps the files of a ``DiskCacheStore`` below a number of bytes.
///
/// It looks through the folder once after the first write, and when the limit is reached. It keeps nothing of the entries in
/// memory. Other processes write to the folder, too: the number is an estimate between two looks.
final class CacheSpace: Sendable {
    private struct State {
        /// The size of all files; nil before the first look.
        var size: Int64?
        /// Whether a look is under way.
        var isLooking = false
        /// Those that wait for its end.
        var waiters: [Promise<Void>] = []
        /// The entries that were used, whose files don't tell it yet.
        var used: Set<String> = []
    }

    private static let maximumUsed = 256

    private let folder: CacheFolder
    private let maximumSize: Int64
    private let state = Locked(State())

    init(_ folder: CacheFolder, maximumSize: Int64) {
        self.folder = folder
        self.maximumSize = maximumSize
    }

    /// The largest body in bytes: a larger one would remove too many others.
    var maximumBodySize: Int64 { maximumSize / 2 }

    /// Notes a change of the size in bytes.
    func add(_ change: Int64) {
        let mustLook = state.withLock { state in
            if state.size != nil { state.size? += change }
            guard !state.isLooking, state.size ?? .max > maximumSize, change > 0 else { return false }
            state.isLooking = true
            return true
        }
        guard mustLook else { return }
        FileWork.start { [self] in
            let size = shrink()
            let waiters = state.withLock { state in
                state.size = size
                state.isLooking = false
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.resolve(()) }
        }
    }

    /// Notes the use of an entry. The files of many get their new times at once.
    func noteUse(of entry: String) {
        let isFull = state.withLock { state in
            state.used.insert(entry)
            return state.used.count == Self.maximumUsed
        }
        if isFull { FileWork.start { [self] in touchUsed() } }
    }

    private func touchUsed() {
        let used = state.withLock { state in
            defer { state.used = [] }
            return state.used
        }
        for entry in used { folder.touch(entry) }
    }

    deinit {
        touchUsed()
    }

    /// Notes that all files were removed.
    func empty() {
        state.withLock { state in
            state.size = state.size.map { _ in 0 }
            state.used = []
        }
    }

    /// Waits until no look is under way, or the task is cancelled.
    func wait() async {
        let waiter = Promise<Void>()
        let mustWait = state.withLock { state in
            if state.isLooking { state.waiters.append(waiter) }
            return state.isLooking
        }
        if mustWait, await waiter.value() == nil { state.withLock { $0.waiters.removeAll { $0 === waiter } } }
    }

    /// Removes the least recently used entries, until nine tenths of the limit are left.
    ///
    /// - Returns: The size of the files that are left.
    private func shrink() -> Int64 {
        touchUsed()
        folder.removeAbandonedFiles()
        var size: Int64 = 0
        for part in [CacheFolder.Part.entries, .bodies] {
            folder.forEachFile(in: part) { if !$0.isTemporary { size += $0.attributes?.size ?? 0 } }
        }
        guard size > maximumSize else { return size }
        var entries: [(name: String, lastUse: Double)] = []
        folder.forEachFile(in: .entries) { file in
            guard !file.isTemporary, let lastUse = file.attributes?.lastUse else { return }
            entries.append((file.name, lastUse))
        }
        for entry in entries.sorted(by: { $0.lastUse < $1.lastUse }) {
            guard size > maximumSize / 10 * 9 else { break }
            size -= folder.remove(entry.name)
        }
        return size
    }
}
