import TalynCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// Moves a complete file to its destination.
///
/// A partial file never appears at the destination: the move is atomic. Across file systems, the file is first copied
/// to a temporary name in the same directory.
struct FilePlacement: Sendable {
    let source: URL
    let destination: URL
    let options: DownloadOptions

    func place() throws(BodyError) {
        try prepare()
        switch move(source) {
        case nil: break
        case .EXDEV: try copyAndMove()
        case let code?: throw failure(code)
        }
    }

    /// Creates the directory of the destination, if the options ask for it.
    func prepare() throws(BodyError) {
        guard destination.isFileURL else { throw .notAFile(destination) }
        if options.contains(.createIntermediateDirectories) { try createDirectory() }
    }

    private var directory: URL { destination.deletingLastPathComponent() }

    private func createDirectory() throws(BodyError) {
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        } catch {
            let cause = error as? POSIXError ?? (error as? CocoaError)?.underlying as? POSIXError
            throw .cannotWrite(directory, cause?.code ?? .EIO)
        }
    }

    private func copyAndMove() throws(BodyError) {
        let copy = directory.appendingPathComponent(".talyn-\(UUID().uuidString)")
        let output: OpenFile
        do throws(BodyError) {
            output = try OpenFile(creating: copy)
        } catch {
            throw error.renamed(destination)
        }
        defer { _ = copy.withUnsafeFileSystemRepresentation { $0.map { unlink($0) } } }
        let input = try OpenFile(reading: source)
        do throws(BodyError) {
            while case let chunk = try input.read(4 * FileWork.chunkSize), !chunk.isEmpty { try output.write(chunk) }
        } catch {
            throw error.renamed(destination)
        }
        if let code = move(copy) { throw failure(code) }
        _ = source.withUnsafeFileSystemRepresentation { $0.map { unlink($0) } }
    }

    /// Moves a file to the destination. Returns the error code of a failure.
    private func move(_ file: URL) -> POSIXErrorCode? {
        file.withUnsafeFileSystemRepresentation { from in
            destination.withUnsafeFileSystemRepresentation { to in
                guard let from, let to else { return .EINVAL }
                if options.contains(.removePreviousFile) { return rename(from, to) == 0 ? nil : .current }
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

    private func failure(_ code: POSIXErrorCode) -> BodyError {
        code == .EEXIST ? .destinationExists(destination) : .cannotWrite(destination, code)
    }
}

extension BodyError {
    /// The error with the URL that the caller knows.
    fileprivate func renamed(_ url: URL) -> BodyError {
        if case .cannotWrite(_, let code) = self { .cannotWrite(url, code) } else { self }
    }
}
