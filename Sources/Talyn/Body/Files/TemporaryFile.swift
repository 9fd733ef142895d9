import Foundation

/// A place for a file that nobody else can read; what is there is removed once nobody holds the place.
final class TemporaryFile: Sendable {
    /// Where the file is to be. It is not there before somebody creates it.
    let url: URL
    private let directory: URL
    private let isKept = Locked(false)

    init() throws(BodyError) {
        // The directory is what keeps others out: the file itself gets the permissions that files usually have.
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

    /// Leaves the file where it is.
    func keep() {
        isKept.withLock { $0 = true }
    }
}
