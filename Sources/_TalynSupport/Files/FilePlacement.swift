public import _TalynFoundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
public import Android
#elseif canImport(Musl)
public import Musl
#elseif canImport(Glibc)
public import Glibc
#endif

/// Puts a complete file at its destination in one step: a reader gets the former file or the whole new one.
public struct FilePlacement: Sendable {
    private let source: URL
    public let destination: URL
    private let replacesExistingFile: Bool
    private let createsDirectories: Bool

    /// - Parameters:
    ///   - source: The complete file, or the place where ``write(_:permissions:isDurable:)`` makes it.
    ///   - destination: The URL that the file gets.
    ///   - replacesExistingFile: Whether a file at the destination is replaced. If not, it fails the placement.
    ///   - createsDirectories: Whether the directories that lead to the destination are created.
    public init(source: URL, destination: URL, replacesExistingFile: Bool, createsDirectories: Bool = false) {
        self.source = source
        self.destination = destination
        self.replacesExistingFile = replacesExistingFile
        self.createsDirectories = createsDirectories
    }

    /// Moves the source to the destination. Across file systems, the file is first copied to a temporary name in the directory of
    /// the destination.
    public func place() throws(FileError) {
        try prepare()
        switch move(source) {
        case nil: break
        case .EXDEV: try copyAndMove()
        case let code?: throw failure(code)
        }
    }

    /// Makes the source, and moves it to the destination, which must be in the same file system. After a failure, no file is at the
    /// source.
    ///
    /// Until the move, the file at the source has a lock: an unlocked one was left by a process that ended.
    ///
    /// - Parameters:
    ///   - data: The content.
    ///   - permissions: The permissions of the file, before the process's mask applies; nil for those of the file that it replaces, or
    ///     0666.
    ///   - isDurable: Whether the content and the name are on the disk when the method returns.
    public func write(_ data: Data, permissions: mode_t? = nil, isDurable: Bool = false) throws(FileError) {
        try prepare()
        do throws(FileError) {
            let file = try OpenFile(creating: source, permissions: permissions ?? formerPermissions ?? 0o666)
            var isPlaced = false
            defer { if !isPlaced { Self.remove(source) } }
            _ = file.lock()
            try file.write(data)
            if isDurable { try file.synchronize() }
            if let code = move(source) { throw failure(code) }
            isPlaced = true
        } catch {
            throw error.renamed(destination)
        }
        // Some file systems can't do it.
        if isDurable { try? OpenFile(directory, flags: O_RDONLY | O_DIRECTORY, or: FileError.cannotRead).synchronize() }
    }

    /// Creates the directory of the destination, if the caller asked for it.
    public func prepare() throws(FileError) {
        guard destination.isFileURL else { throw .notAFile(destination) }
        guard createsDirectories else { return }
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        } catch {
            let cause = error as? POSIXError ?? (error as? CocoaError)?.underlying as? POSIXError
            throw .cannotWrite(directory, cause?.code ?? .EIO)
        }
    }

    /// The permissions of a file at the destination.
    private var formerPermissions: mode_t? {
        var status = stat()
        return destination.withUnsafeFileSystemRepresentation { path in
            path.flatMap { stat($0, &status) == 0 ? status.st_mode & 0o777 : nil }
        }
    }

    private var directory: URL { destination.deletingLastPathComponent() }

    private func copyAndMove() throws(FileError) {
        let copy = directory.appendingPathComponent(".talyn-\(UUID().uuidString)")
        let input = try OpenFile(reading: source)
        do throws(FileError) {
            let output = try OpenFile(creating: copy)
            defer { Self.remove(copy) }
            while case let chunk = try input.read(4 * FileWork.chunkSize), !chunk.isEmpty { try output.write(chunk) }
            if let code = move(copy) { throw failure(code) }
        } catch {
            throw error.renamed(destination)
        }
        Self.remove(source)
    }

    /// Moves a file to the destination. Returns the error code of a failure.
    private func move(_ file: URL) -> POSIXErrorCode? {
        file.withUnsafeFileSystemRepresentation { from in
            destination.withUnsafeFileSystemRepresentation { to in
                guard let from, let to else { return .EINVAL }
                if replacesExistingFile { return rename(from, to) == 0 ? nil : .current }
                // Unlike `rename`, `link` fails if the destination exists.
                if link(from, to) == 0 {
                    unlink(from)
                    return nil
                }
                let code = POSIXErrorCode.current
                guard [EPERM, EACCES, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(code.rawValue) else { return code }
                // The file system doesn't support hard links, or Android refuses them to an app.
                var status = stat()
                if lstat(to, &status) == 0 { return .EEXIST }
                return rename(from, to) == 0 ? nil : .current
            }
        }
    }

    private static func remove(_ file: URL) {
        _ = file.withUnsafeFileSystemRepresentation { $0.map { unlink($0) } }
    }

    private func failure(_ code: POSIXErrorCode) -> FileError {
        code == .EEXIST ? .destinationExists(destination) : .cannotWrite(destination, code)
    }
}

extension FileError {
    /// The error with the URL that the caller knows.
    fileprivate func renamed(_ url: URL) -> FileError {
        if case .cannotWrite(_, let code) = self { .cannotWrite(url, code) } else { self }
    }
}
