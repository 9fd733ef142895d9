import _TalynFoundation
import _TalynSupport

/// The right to write a file, which only one session has at a time. Two would overwrite each other's entries.
final class FileClaim: Sendable {
    /// The claimed files of this process.
    private static let paths = Locked<Set<String>>([])

    private let path: String
    /// Has a lock for other processes, such as those of `swift test --parallel`; nil if it can't be made.
    private let lock: OpenFile?

    /// Claims a file for the lifetime of this object.
    ///
    /// - Throws: ``RecordingError/inUse(_:)``.
    init(_ file: URL) throws(RecordingError) {
        let path = file.resolvingSymlinksInPath().path
        guard Self.paths.withLock({ $0.insert(path).inserted }) else { throw .inUse(file) }
        self.path = path
        lock = try? OpenFile(forLocking: Self.lock(of: path))
        if let lock, !lock.lock() { throw .inUse(file) }
    }

    /// The file whose lock stands for the one at a path. No file is made beside that one, where it would be committed.
    static func lock(of path: String) -> URL {
        let name = "talyn-" + path.percentEncoded(allowed: .unreserved).suffix(200) + ".lock"
        return FileManager.default.temporaryDirectory.appendingPathComponent(name)
    }

    deinit {
        Self.paths.withLock { paths in _ = paths.remove(path) }
    }
}
