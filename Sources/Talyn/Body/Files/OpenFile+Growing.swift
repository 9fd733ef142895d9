extension OpenFile {
    /// Opens a file to be read and written, which is created if there is none. A symbolic link is not followed.
    convenience init(growing url: URL) throws(BodyError) {
        try self.init(url, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, or: BodyError.cannotWrite)
        guard try status().st_mode & S_IFMT == S_IFREG else { throw .notAFile(url) }
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

    /// Whether it is this file that is at its place.
    func isInPlace() throws(BodyError) -> Bool {
        let mine = try status()
        var other = stat()
        let found = url.withUnsafeFileSystemRepresentation { $0.map { lstat($0, &other) } ?? -1 }
        return found == 0 && mine.st_ino == other.st_ino && mine.st_dev == other.st_dev
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
