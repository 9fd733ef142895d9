import _TalynFoundation
import _TalynSupport

/// The right to write a file, which only one session has at a time. Two would overwrite each other's entries.
final class FileClaim: Sendable {
    /// The claimed files of this process.
    private static let paths = Locked<Set<String>>([])

    private let path: String

    /// Claims a file for the lifetime of this object.
    ///
    /// - Throws: ``RecordingError/inUse(_:)``.
    init(_ file: URL) throws(RecordingError) {
        let path = file.resolvingSymlinksInPath().path
        guard Self.paths.withLock({ $0.insert(path).inserted }) else { throw .inUse(file) }
        self.path = path
    }

    deinit {
        Self.paths.withLock { paths in _ = paths.remove(path) }
    }
}
