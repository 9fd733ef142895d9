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

extension OpenFile {
    /// Creates a file to be read and written, for this user alone; nothing may be there.
    convenience init(creatingPrivate url: URL) throws(BodyError) {
        try self.init(
            url,
            flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
            permissions: 0o600,
            or: BodyError.cannotWrite
        )
    }

    /// Opens what is at the URL to be read, and written if so asked. A symbolic link is not followed, and a pipe not waited
    /// for.
    convenience init(unfollowed url: URL, isWritten: Bool) throws(BodyError) {
        let access = isWritten ? O_RDWR : O_RDONLY
        try self.init(url, flags: access | O_NOFOLLOW | O_NONBLOCK, or: BodyError.cannotRead)
    }

    /// Locks the file until it is closed; false if somebody else has it locked.
    ///
    /// A file system without locks doesn't keep anybody from it.
    func lock() -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno != EINTR { return errno != EWOULDBLOCK }
        }
        return true
    }

    /// Lets others lock the file, also while something still holds it.
    func unlock() {
        _ = flock(descriptor, LOCK_UN)
    }

    /// Gives the file the permissions of a new file, which `sample` is.
    func takePermissions(of sample: OpenFile) throws(BodyError) {
        // A file system without permissions doesn't keep the file from its place.
        _ = fchmod(descriptor, try sample.status().st_mode & 0o777)
    }

    /// Whether it is this file that is at its place.
    func isInPlace() throws(BodyError) -> Bool {
        try isIdentical() == true
    }

    /// Whether another file is at its place.
    func isReplaced() throws(BodyError) -> Bool {
        try isIdentical() == false
    }

    /// Whether the file at its place is this one; nil if the place is empty.
    private func isIdentical() throws(BodyError) -> Bool? {
        let mine = try status()
        var other = stat()
        let found = url.withUnsafeFileSystemRepresentation { $0.map { lstat($0, &other) } ?? -1 }
        return found == 0 ? mine.st_ino == other.st_ino && mine.st_dev == other.st_dev : nil
    }

    /// Cuts off what is behind so many bytes, and goes there.
    func truncate(to length: Int64) throws(BodyError) {
        var result: Int32
        repeat { result = ftruncate(descriptor, off_t(length)) } while result != 0 && errno == EINTR
        guard result == 0 else { throw .cannotWrite(url, .current) }
        try seek(to: length)
    }

    /// Goes to a byte, which is the next that is read or written.
    func seek(to offset: Int64) throws(BodyError) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw .cannotRead(url, .current) }
    }
}

extension OpenFile {
    /// Whether only the user of the process can have written the file.
    func isPrivate() throws(BodyError) -> Bool {
        let status = try status()
        return Self.isPrivate(mode: status.st_mode, owner: status.st_uid, names: Int(status.st_nlink), to: geteuid())
    }

    /// Whether only a user can have written a file: it is a regular file of the user's, with one name, and writable by
    /// nobody else.
    static func isPrivate(mode: mode_t, owner: uid_t, names: Int, to user: uid_t) -> Bool {
        mode & S_IFMT == S_IFREG && owner == user && names == 1 && mode & 0o022 == 0
    }
}
