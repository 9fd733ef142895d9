import Foundation
import Talyn

/// Keeps the files of a ``DiskCacheStore`` below a number of bytes.
///
/// It looks through the folder once after the first write, and when the limit is reached. It keeps nothing of the entries in
/// memory. Other processes write to the folder, too: the number is an estimate between two looks.
final class CacheSpace: Sendable {
    private struct State {
        /// The size of all files; nil before the first look.
        var size: Int64?
        var isLooking = false
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
            state.withLock { state in
                state.size = size
                state.isLooking = false
            }
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

    /// Waits until no look is under way.
    func wait() async throws {
        while state.withLock({ $0.isLooking }) { try await FileWork.run { () throws(BodyError) in } }
    }

    /// A file of an entry, or of a body.
    private struct File {
        let url: URL
        let size: Int64
        let lastUse: Double
    }

    /// Removes the least recently used entries, until nine tenths of the limit are left.
    ///
    /// - Returns: The size of the files that are left.
    private func shrink() -> Int64 {
        touchUsed()
        let entries = folder.files(in: "entries").compactMap { file($0) }
        let bodies = folder.files(in: "bodies").compactMap { file($0) }
        var size = (entries + bodies).reduce(0) { $0 + $1.size }
        size -= folder.removeAbandonedFiles().bodySize
        guard size > maximumSize else { return size }
        for entry in entries.sorted(by: { $0.lastUse < $1.lastUse }) {
            guard size > maximumSize / 10 * 9 else { break }
            size -= folder.remove(entry.url.lastPathComponent)
        }
        return size
    }

    private func file(_ url: URL) -> File? {
        let values = try? url.resourceValues(forKeys: [.contentModificationDateKey, .fileSizeKey])
        guard let size = values?.fileSize, let lastUse = values?.contentModificationDate else { return nil }
        return File(url: url, size: Int64(size), lastUse: lastUse.timeIntervalSince1970)
    }
}
