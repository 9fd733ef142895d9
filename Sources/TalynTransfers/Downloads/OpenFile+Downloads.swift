// Imported for `stat`, which the compiler otherwise looks for in Dispatch.
import Dispatch
import _TalynFoundation
import _TalynSupport

#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

extension OpenFile {
    /// Opens an existing file without following symbolic links or waiting for pipes.
    convenience init(unfollowed url: URL, isWritten: Bool) throws(FileError) {
        let access = isWritten ? O_RDWR : O_RDONLY
        try self.init(url, flags: access | O_NOFOLLOW | O_NONBLOCK, or: FileError.cannotRead)
    }

    /// Copies the permissions of another file.
    func takePermissions(of sample: OpenFile) throws(FileError) {
        // Some file systems have no permissions. That is no reason to fail.
        _ = fchmod(descriptor, try sample.status().st_mode & 0o777)
    }

    /// Whether the file at the URL is this one.
    func isInPlace() throws(FileError) -> Bool {
        try isIdentical() == true
    }

    /// Whether the file at the URL is another one.
    func isReplaced() throws(FileError) -> Bool {
        try isIdentical() == false
    }

    /// Whether the file at the URL is this one; nil if no file is there.
    private func isIdentical() throws(FileError) -> Bool? {
        let mine = try status()
        var other = stat()
        let found = url.withUnsafeFileSystemRepresentation { $0.map { lstat($0, &other) } ?? -1 }
        return found == 0 ? mine.st_ino == other.st_ino && mine.st_dev == other.st_dev : nil
    }

    /// Truncates the file and moves to its end.
    func truncate(to length: Int64) throws(FileError) {
        var result: Int32
        repeat { result = ftruncate(descriptor, off_t(length)) } while result != 0 && errno == EINTR
        guard result == 0 else { throw .cannotWrite(url, .current) }
        try seek(to: length)
    }

    /// Moves to an offset for the next read or write.
    func seek(to offset: Int64) throws(FileError) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw .cannotRead(url, .current) }
    }

    /// Whether only the current user can have written the file.
    func isPrivate() throws(FileError) -> Bool {
        let status = try status()
        return Self.isPrivate(mode: status.st_mode, owner: status.st_uid, names: Int(status.st_nlink), to: geteuid())
    }

    /// Whether only a user can have written a file: a regular file with one name that belongs to the user and that
    /// nobody else can write.
    static func isPrivate(mode: mode_t, owner: uid_t, names: Int, to user: uid_t) -> Bool {
        mode & S_IFMT == S_IFREG && owner == user && names == 1 && mode & 0o022 == 0
    }
}
