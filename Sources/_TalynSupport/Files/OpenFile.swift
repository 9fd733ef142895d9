// Must come first: otherwise the compiler takes `stat` for the one of Dispatch.
import Dispatch
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

/// The failure to read or write a file. Callers of Talyn get a `BodyError` in its place.
public enum FileError: Error, Sendable, Hashable {
    /// The URL isn't that of a regular file on this machine, or it isn't a file URL.
    case notAFile(URL)
    /// The file can't be read.
    case cannotRead(URL, POSIXErrorCode)
    /// The file or directory can't be written.
    case cannotWrite(URL, POSIXErrorCode)
    /// The destination exists.
    case destinationExists(URL)
}

/// A file that is open for reading or writing. It is closed on deinitialization.
public final class OpenFile: Sendable {
    public let url: URL
    public let descriptor: Int32

    /// - Parameters:
    ///   - flags: The flags of `open`.
    ///   - permissions: The permissions of a new file, before the process's mask applies.
    ///   - failure: The error for a file that can't be opened.
    public init(
        _ url: URL,
        flags: Int32,
        permissions: mode_t = 0o666,
        or failure: (URL, POSIXErrorCode) -> FileError
    ) throws(FileError) {
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

    /// Opens a regular file for reading.
    public convenience init(reading url: URL) throws(FileError) {
        // A pipe without a writer must not block.
        try self.init(url, flags: O_RDONLY | O_NONBLOCK, or: FileError.cannotRead)
        guard try status().st_mode & S_IFMT == S_IFREG else { throw .notAFile(url) }
    }

    /// Opens any file for reading, also a device or a pipe, whose writer it waits for.
    public convenience init(readingAny url: URL) throws(FileError) {
        try self.init(url, flags: O_RDONLY, or: FileError.cannotRead)
    }

    /// Creates a file for writing. Fails if something exists at the URL.
    public convenience init(creating url: URL, permissions: mode_t = 0o666) throws(FileError) {
        try self.init(
            url,
            flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
            permissions: permissions,
            or: FileError.cannotWrite
        )
    }

    /// Creates a file for reading and writing that only this user can access. Fails if something exists at the URL.
    public convenience init(creatingPrivate url: URL) throws(FileError) {
        try self.init(
            url,
            flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
            permissions: 0o600,
            or: FileError.cannotWrite
        )
    }

    /// Opens a file whose only purpose is its lock, and creates it if it is missing.
    public convenience init(forLocking url: URL) throws(FileError) {
        try self.init(url, flags: O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600, or: FileError.cannotWrite)
    }

    /// The current length in bytes.
    public var length: Int64 {
        get throws(FileError) { Int64(try status().st_size) }
    }

    public func status() throws(FileError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .cannotRead(url, .current) }
        return status
    }

    /// Reads at most the given number of bytes. Returns no bytes at the end.
    public func read(_ count: Int) throws(FileError) -> Data {
        guard let buffer = malloc(max(count, 1)) else { throw .cannotRead(url, .ENOMEM) }
        var received: Int
        repeat { received = systemRead(descriptor, buffer, count) } while received < 0 && errno == EINTR
        guard received > 0 else {
            let code = POSIXErrorCode.current
            free(buffer)
            if received < 0 { throw .cannotRead(url, code) }
            return Data()
        }
        return Data(bytesNoCopy: buffer, count: received, deallocator: .free)
    }

    /// Reads to the end of the file, but at most the given number of bytes.
    public func readToEnd(limit: Int) throws(FileError) -> Data {
        var data = Data()
        while data.count < limit {
            let chunk = try read(limit - data.count)
            if chunk.isEmpty { break }
            data.append(chunk)
        }
        return data
    }

    /// Reads exactly the given number of bytes from an offset.
    ///
    /// - Throws: ``FileError`` if they can't be read, or the file is shorter.
    public func read(_ count: Int, at offset: Int64) throws(FileError) -> Data {
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

    /// Maps the current content into memory.
    public func mapped() throws(FileError) -> Data {
        do {
            return try Data(contentsOf: url, options: .mappedIfSafe)
        } catch {
            throw .cannotRead(url, .EIO)
        }
    }

    /// Writes all bytes.
    public func write(_ data: Data) throws(FileError) {
        let failure: POSIXErrorCode? = data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
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

    /// Waits until the bytes are on the disk. A file system without that is no reason to fail.
    public func synchronize() throws(FileError) {
        var result: Int32
        #if canImport(Darwin)
        // `fsync` leaves the bytes in the cache of the drive.
        if fcntl(descriptor, Self.fullSynchronization) == 0 { return }
        #endif
        repeat { result = fsync(descriptor) } while result != 0 && errno == EINTR
        guard result == 0 || [EINVAL, ENOTSUP, EROFS, ENOSYS].contains(errno) else { throw .cannotWrite(url, .current) }
    }

    #if canImport(Darwin)
    /// `F_FULLFSYNC`
    private static let fullSynchronization: Int32 = 51
    #endif

    /// Locks the file until it is closed. Returns false if another process holds the lock.
    ///
    /// Returns true on a file system without locks.
    public func lock() -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno != EINTR { return errno != EWOULDBLOCK }
        }
        return true
    }

    /// Releases the lock.
    public func unlock() {
        _ = flock(descriptor, LOCK_UN)
    }
}

extension POSIXErrorCode {
    /// The error of the last system call.
    public static var current: POSIXErrorCode { POSIXErrorCode(rawValue: errno) ?? .EIO }

    /// Whether a file doesn't exist.
    public var isMissingFile: Bool { self == .ENOENT }

    /// The error in the words of the system.
    public var text: String { String(cString: strerror(rawValue)) }
}

// Outside of the class, whose methods have the same names.

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
