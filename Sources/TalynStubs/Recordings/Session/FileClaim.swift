import Foundation

/// A file that one session writes, and no other one meanwhile: each would lose what the other has recorded.
final class FileClaim: Sendable {
    /// The files of this process that are claimed.
    private static let paths = Locked<Set<String>>([])

    private let path: String

    /// Claims a file for as long as this object lives.
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
