// Imported for `stat`, which the compiler otherwise looks for in Dispatch.
import Dispatch
import TalynCore
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

/// The file beside the destination in which a download grows, and a note of its version for a later download.
///
/// The file is locked until ``unlock()``. All other methods can block on the disk: call them in ``FileWork``.
///
/// An existing partial file is used only if no other user can have written it. Otherwise it is replaced.
///
/// The process can end at any time, and the partial file stays valid. For a new version, the bytes of the old one are removed
/// first. Then the note is written, and then the bytes. After a power loss, a file can have its length without its bytes. So
/// the note has the number of bytes that are certainly on the disk, and the identifier of the system's start. After another
/// start, only those bytes count.
final class PartialFile: Sendable {
    /// The version of the bytes, as the note has it.
    private struct Note: Codable {
        static let currentFormat = 2
        var format = currentFormat
        var version: FileVersion
        /// The number of bytes that are on the disk.
        var synchronized: Int64
        /// The system's start; nil if it isn't known.
        var boot: String?
    }

    let file: OpenFile
    private let destination: DownloadDestination
    private let noteURL: URL
    /// The URL of a new note, before it replaces the old one.
    private let newNoteURL: URL

    /// Opens the partial file of a destination, or creates it.
    ///
    /// - Throws: An error if the destination can't be written, as far as a check can find out, or if another download to it is
    ///   running.
    init(for destination: DownloadDestination) throws {
        self.destination = destination
        try destination.check()
        noteURL = destination.url(ofPartialFileWith: "-state")
        newNoteURL = destination.url(ofPartialFileWith: "-new")
        do throws(FileError) {
            file = try Self.locked(destination.url(ofPartialFileWith: ""))
        } catch .cannotWrite(let url, let code) {
            switch code {
            case .EWOULDBLOCK: throw BodyError.destinationInUse(destination.url)
            // Another user's file that can't be removed. Its URL helps more than that of the destination.
            case .EPERM, .EISDIR: throw FileError.cannotWrite(url, code)
            default: throw FileError.cannotWrite(destination.url, code)
            }
        }
        Self.remove(newNoteURL)
        // The note of an earlier download doesn't describe the bytes of this one.
        if !destination.keepsPartialFile { Self.remove(noteURL) }
    }

    /// - Throws: `EWOULDBLOCK` if another download has it.
    private static func locked(_ url: URL) throws(FileError) -> OpenFile {
        // The download that had the lock may have moved the file to its destination, where nothing may change it.
        for _ in 0..<100 {
            if let file = try found(at: url) {
                guard file.lock() else { break }
                guard try file.isInPlace() else { continue }
                if try file.isPrivate() { return file }
                // The file is another user's. Or its process ended while it moved the file, which now has two names.
                try removeForeign(url)
            }
            guard let file = try created(at: url) else { continue }
            guard file.lock() else { break }
            if try file.isInPlace() { return file }
        }
        throw .cannotWrite(url, .EWOULDBLOCK)
    }

    /// The file at the URL; nil without one. A file that can't be opened is removed.
    private static func found(at url: URL) throws(FileError) -> OpenFile? {
        do throws(FileError) {
            return try OpenFile(unfollowed: url, isWritten: true)
        } catch .cannotRead(_, let code) {
            switch code {
            case .ENOENT: break
            case .ELOOP, .EACCES, .EPERM, .EISDIR, .ENXIO: try removeForeign(url)
            default: throw .cannotWrite(url, code)
            }
            return nil
        }
    }

    /// A new file at the URL; nil if another process has just created one.
    private static func created(at url: URL) throws(FileError) -> OpenFile? {
        do throws(FileError) {
            return try OpenFile(creatingPrivate: url)
        } catch .cannotWrite(_, .EEXIST) {
            return nil
        }
    }

    /// Removes a file that this process must not use.
    private static func removeForeign(_ url: URL) throws(FileError) {
        let code = url.withUnsafeFileSystemRepresentation { path -> POSIXErrorCode? in
            guard let path else { return .EINVAL }
            return unlink(path) == 0 ? nil : .current
        }
        if let code, code != .ENOENT { throw .cannotWrite(url, code) }
    }

    /// The version of the bytes in the file, and the number of valid bytes. The version is nil if there is no note, or if it
    /// can't be read.
    ///
    /// - Parameter boot: The system's start.
    func content(boot: String? = BootIdentifier.current) throws(FileError) -> (version: FileVersion?, count: Int64) {
        let length = try file.length
        guard let note = note() else { return (nil, length) }
        return (note.version, BootIdentifier.areSame(note.boot, boot) ? length : min(length, note.synchronized))
    }

    private func note() -> Note? {
        guard destination.keepsPartialFile, let noted = try? OpenFile(unfollowed: noteURL, isWritten: false),
            (try? noted.isPrivate()) == true, let data = try? noted.read(Self.longestNote),
            let note = try? JSONDecoder().decode(Note.self, from: data), note.format == Note.currentFormat
        else { return nil }
        return note
    }

    /// Truncates the file to its first bytes, and writes the note of their version.
    func prepare(from start: Int64, version: FileVersion?) throws(FileError) {
        try file.truncate(to: start)
        try synchronize(version: version)
    }

    /// Waits until the bytes are on the disk, and notes their number and their version.
    func synchronize(version: FileVersion?) throws(FileError) {
        guard destination.keepsPartialFile else { return }
        guard let version, version.validator != nil else { return Self.remove(noteURL) }
        let length = try file.length
        if length > 0 { try file.synchronize() }
        let note = Note(version: version, synchronized: length, boot: BootIdentifier.current)
        guard let data = try? JSONEncoder().encode(note) else { return Self.remove(noteURL) }
        Self.remove(newNoteURL)
        let placement = FilePlacement(source: newNoteURL, destination: noteURL, replacesExistingFile: true)
        try placement.write(data, permissions: 0o600)
    }

    /// Moves the complete file to the destination, with the permissions of a new file, and removes the note.
    func place() throws {
        if try file.isReplaced() { throw BodyError.destinationInUse(destination.url) }
        // Otherwise a power loss could leave a file at the destination without its bytes, and nothing would notice that.
        if destination.keepsPartialFile { try file.synchronize() }
        Self.remove(newNoteURL)
        if let sample = try? OpenFile(creating: newNoteURL) {
            defer { Self.remove(newNoteURL) }
            try file.takePermissions(of: sample)
        }
        try destination.placement(of: file.url).place()
        Self.remove(noteURL)
    }

    func remove() {
        Self.remove(noteURL)
        Self.remove(file.url)
    }

    /// Lets another download use the file, even before this object is released.
    func unlock() {
        file.unlock()
    }

    private static func remove(_ url: URL) {
        _ = url.withUnsafeFileSystemRepresentation { $0.map { unlink($0) } }
    }

    private static let longestNote = 65_536
}

extension DownloadDestination {
    /// Checks that a file can be moved to the destination, as far as that is known before. Creates its directory if the
    /// options ask for it.
    fileprivate func check() throws(FileError) {
        try placement(of: url).prepare()
        var status = stat()
        let found = url.withUnsafeFileSystemRepresentation { path -> POSIXErrorCode? in
            guard let path else { return .EINVAL }
            return lstat(path, &status) == 0 ? nil : .current
        }
        switch found {
        case nil where !replacesExistingFile: throw .destinationExists(url)
        case nil where status.st_mode & S_IFMT == S_IFDIR: throw .cannotWrite(url, .EISDIR)
        case nil, .ENOENT?: break
        case let code?: throw .cannotWrite(url, code)
        }
    }

    fileprivate func placement(of file: URL) -> FilePlacement {
        FilePlacement(
            source: file,
            destination: url,
            replacesExistingFile: replacesExistingFile,
            createsDirectories: createsDirectories
        )
    }

    /// The URL of a hidden file beside the destination.
    fileprivate func url(ofPartialFileWith suffix: String) -> URL {
        let name = url.lastPathComponent
        let ending = ".talyn-part" + suffix
        var stem = name
        let room = 255 - 1 - ".talyn-part-state".utf8.count
        if name.utf8.count > room {
            // Two long names with the same start must stay different.
            let hash = "-" + String(name.hash64, radix: 16)
            while stem.utf8.count + hash.utf8.count > room { stem.removeLast() }
            stem += hash
        }
        return url.deletingLastPathComponent().appendingPathComponent("." + stem + ending)
    }
}

extension String {
    /// A hash that is the same in every process (FNV-1a).
    var hash64: UInt64 {
        utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

/// Identifies the system's start.
enum BootIdentifier {
    /// The identifier of this start; nil if the system doesn't tell it.
    static let current: String? = {
        #if os(Linux)
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text?.withoutOuterWhiteSpace
        #elseif canImport(Darwin)
        // The time of the start in seconds. This clock counts from there, also while the system sleeps.
        var time = timespec()
        guard clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return nil }
        return "\(Int64(Date().timeIntervalSince1970) - Int64(time.tv_sec))"
        #else
        return nil
        #endif
    }()

    /// Whether two identifiers are of the same start. The system's clock may have been set by a few seconds.
    static func areSame(_ first: String?, _ second: String?) -> Bool {
        guard let first, let second else { return false }
        guard let start = Int64(first), let other = Int64(second) else { return first == second }
        return abs(start - other) <= 5
    }
}
