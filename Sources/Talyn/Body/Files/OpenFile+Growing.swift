// The compiler takes `stat` for Dispatch's if it loads that module first.
import Dispatch
import Foundation

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
