// The compiler takes `stat` for Dispatch's if it loads that module first.
import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Turns the body of a response into a file.
enum FileDownload {
    /// Writes the body to a temporary file while it arrives, and then puts that where the destination says.
    ///
    /// - Throws: ``BodyError`` if the file can't be written, or whatever the body throws. Nothing is left behind then.
    static func receive(
        _ body: HTTPBody,
        of response: HTTPURLResponse,
        to destination: DownloadDestination,
        onProgress: ((Int64) -> Void)?
    ) async throws -> DownloadedFile {
        let temporary = try TemporaryFile()
        defer { withExtendedLifetime(temporary) {} }
        let length = try await body.write(to: OpenFile(creating: temporary.url), onProgress: onProgress)
        try Task.checkCancellation()
        let (url, options) = destination(temporary.url, response)
        if url == temporary.url {
            temporary.keep()
        } else {
            let placement = FilePlacement(source: temporary.url, destination: url, options: options)
            if body.data == nil {
                try await FileWork.run { () throws(BodyError) in try placement.place() }
            } else {
                try placement.place()  // An immediate stub answers at once.
            }
        }
        return DownloadedFile(url: url, length: length)
    }
}

/// The body of a response as a file.
///
/// An object, so that responses without one are no larger for it.
final class DownloadedFile: Sendable {
    let url: URL
    /// How many bytes arrived.
    let length: Int64

    init(url: URL, length: Int64) {
        self.url = url
        self.length = length
    }

    /// What the file holds now, mapped into memory rather than read.
    ///
    /// - Throws: ``BodyError`` if the file is gone or can't be read.
    func contents() throws(BodyError) -> Data {
        let file = try OpenFile(reading: url)
        do {
            return try Data(contentsOf: file.url, options: .mappedIfSafe)
        } catch {
            throw .cannotRead(url, .EIO)
        }
    }
}

/// Puts a complete file in its place.
///
/// What appears under the destination's name is always the whole file: it is moved there in one step, across file systems
/// after a copy beside the destination.
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

    /// Sees that there is a directory to put it in, if it is to be created.
    func prepare() throws(BodyError) {
        guard destination.isFileURL else { throw .notAFile(destination) }
        if options.contains(.createIntermediateDirectories) { try createDirectory() }
    }

    private var directory: URL { destination.deletingLastPathComponent() }

    private func createDirectory() throws(BodyError) {
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError
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

    /// Moves a file to the destination; returns why it can't be done.
    private func move(_ file: URL) -> POSIXErrorCode? {
        file.withUnsafeFileSystemRepresentation { from in
            destination.withUnsafeFileSystemRepresentation { to in
                guard let from, let to else { return .EINVAL }
                if options.contains(.removePreviousFile) { return rename(from, to) == 0 ? nil : .current }
                // Unlike a rename, a second name for the file fails if there is something.
                if link(from, to) == 0 {
                    unlink(from)
                    return nil
                }
                let code = POSIXErrorCode.current
                guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(code.rawValue) else { return code }
                // The file system knows no second names.
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
    /// The same of another file: of the one that the caller knows.
    fileprivate func renamed(_ url: URL) -> BodyError {
        if case .cannotWrite(_, let code) = self { .cannotWrite(url, code) } else { self }
    }
}
