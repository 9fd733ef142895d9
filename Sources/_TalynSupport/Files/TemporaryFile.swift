public import _TalynFoundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// A temporary place for a file that no other user can read. It is removed on deinitialization.
public final class TemporaryFile: Sendable {
    /// The URL of the file. The file doesn't exist until it is created there.
    public let url: URL
    private let directory: URL
    private let isKept = Locked(false)

    public init() throws(FileError) {
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
    public func keep() {
        isKept.withLock { $0 = true }
    }
}
