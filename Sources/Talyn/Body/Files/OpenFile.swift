// The compiler takes `stat` for Dispatch's if it loads that module first.
import Dispatch
import Foundation

/// A file that is open for reading or writing; it is closed once nobody holds it.
final class OpenFile: Sendable {
    let url: URL
    let descriptor: Int32

    /// - Parameters:
    ///   - flags: The flags of `open`.
    ///   - permissions: The permissions of a file that is created, from which the process's mask takes some away.
    init(
        _ url: URL,
        flags: Int32,
        permissions: mode_t = 0o666,
        or failure: (URL, POSIXErrorCode) -> BodyError
    ) throws(BodyError) {
        guard url.isFileURL else { throw .notAFile(url) }
        self.url = url
        descriptor = url.withUnsafeFileSystemRepresentation { path in
            guard let path else { return -1 }
            return open(path, flags | O_CLOEXEC, permissions)
        }
        guard descriptor >= 0 else { throw failure(url, .current) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Opens a regular file to be read from its start.
    convenience init(reading url: URL) throws(BodyError) {
        // Whatever is no regular file must not make us wait, such as a pipe that nobody writes to.
        try self.init(url, flags: O_RDONLY | O_NONBLOCK, or: BodyError.cannotRead)
        guard try status().st_mode & S_IFMT == S_IFREG else { throw .notAFile(url) }
    }

    /// Creates a file to be written; nothing may be there.
    convenience init(creating url: URL, permissions: mode_t = 0o666) throws(BodyError) {
        try self.init(
            url,
            flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
            permissions: permissions,
            or: BodyError.cannotWrite
        )
    }

    /// Opens what is there to be written.
    convenience init(writing url: URL) throws(BodyError) {
        try self.init(url, flags: O_WRONLY, or: BodyError.cannotWrite)
    }

    /// A file without a name, to be written and read: it is gone once nobody holds it.
    static func scratch() throws(BodyError) -> OpenFile {
        let place = try TemporaryFile()
        defer { withExtendedLifetime(place) {} }
        return try OpenFile(place.url, flags: O_RDWR | O_CREAT | O_EXCL, or: BodyError.cannotWrite)
    }

    /// The number of bytes that the file has now.
    var length: Int64 {
        get throws(BodyError) { Int64(try status().st_size) }
    }

    func status() throws(BodyError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .cannotRead(url, .current) }
        return status
    }

    /// The next bytes, at most so many; none at the end.
    func read(_ count: Int) throws(BodyError) -> Data {
        guard let buffer = malloc(max(count, 1)) else { throw .cannotRead(url, .ENOMEM) }
        var received: Int
        repeat { received = Foundation.read(descriptor, buffer, count) } while received < 0 && errno == EINTR
        guard received > 0 else {
            let code = POSIXErrorCode.current
            free(buffer)
            if received < 0 { throw .cannotRead(url, code) }
            return Data()
        }
        return Data(bytesNoCopy: buffer, count: received, deallocator: .free)
    }

    /// So many bytes from an offset on.
    ///
    /// - Throws: ``BodyError`` if they can't be read, also because there are fewer.
    func read(_ count: Int, at offset: Int64) throws(BodyError) -> Data {
        guard let buffer = malloc(max(count, 1)) else { throw .cannotRead(url, .ENOMEM) }
        var received = 0
        while received < count {
            let next = pread(descriptor, buffer + received, count - received, off_t(offset) + off_t(received))
            if next < 0, errno == EINTR { continue }
            guard next > 0 else {
                let code = next < 0 ? POSIXErrorCode.current : .EIO
                free(buffer)
                throw .cannotRead(url, code)
            }
            received += next
        }
        return Data(bytesNoCopy: buffer, count: count, deallocator: .free)
    }

    /// Appends the bytes, all of them.
    func write(_ data: Data) throws(BodyError) {
        let failure: POSIXErrorCode? = data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = Foundation.write(
                    descriptor,
                    UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                    rest.count
                )
                if written < 0 {
                    if errno == EINTR { continue }
                    return .current
                }
                rest = rest.dropFirst(written)
            }
            return nil
        }
        if let failure { throw .cannotWrite(url, failure) }
    }
}

extension POSIXErrorCode {
    /// What the system call that has just failed says.
    static var current: POSIXErrorCode { POSIXErrorCode(rawValue: errno) ?? .EIO }
}
