// The compiler takes `stat` for Dispatch's if it loads that module first.
import Dispatch
import Foundation

/// The file in which a download grows, beside its destination, and what is needed to go on with it later.
///
/// Locked until ``unlock()``. Everything else here may wait for the disk: it is for ``FileWork``.
///
/// What is found beside the destination is used only if nobody but this process's user can have written it. Otherwise it
/// is replaced.
///
/// Whenever the process ends, what is left is safe to go on with: the bytes of another version are gone before a new one
/// is written down, and it is written down before its bytes.
final class PartialFile: Sendable {
    /// What is known of the bytes, as it is written down.
    private struct Note: Codable {
        static let currentFormat = 1
        var format = currentFormat
        var version: FileVersion
    }

    let file: OpenFile
    private let destination: TransferDestination
    private let noteURL: URL
    /// Where a note is written before it takes the place of another.
    private let newNoteURL: URL

    /// Opens the partial file of a destination, creating it if there is none.
    ///
    /// - Throws: ``BodyError`` if a file couldn't be put at the destination, as far as that can be told, or if another
    ///   download to it is under way.
    init(for destination: TransferDestination) throws(BodyError) {
        self.destination = destination
        try destination.check()
        noteURL = destination.url(ofPartialFileWith: "-state")
        newNoteURL = destination.url(ofPartialFileWith: "-new")
        do throws(BodyError) {
            file = try Self.locked(destination.url(ofPartialFileWith: ""))
        } catch .cannotWrite(let url, let code) {
            switch code {
            case .EWOULDBLOCK: throw .destinationInUse(destination.url)
            // Somebody else's file, which can't be removed: its name helps more than that of the destination.
            case .EPERM, .EISDIR: throw .cannotWrite(url, code)
            default: throw .cannotWrite(destination.url, code)
            }
        }
        Self.remove(newNoteURL)
        // What somebody kept doesn't fit the bytes that are written now.
        if !destination.keepsPartialFile { Self.remove(noteURL) }
    }

    /// - Throws: `EWOULDBLOCK` if somebody else has it.
    private static func locked(_ url: URL) throws(BodyError) -> OpenFile {
        // The download that had it until now may have put it in its place, where it must not be touched.
        for _ in 0..<100 {
            if let file = try found(at: url) {
                guard file.lock() else { break }
                guard try file.isInPlace() else { continue }
                if try file.isPrivate() { return file }
                // Somebody else's; or it was being put in its place when its process ended, and has a second name.
                try removeForeign(url)
            }
            guard let file = try created(at: url) else { continue }
            guard file.lock() else { break }
            if try file.isInPlace() { return file }
        }
        throw .cannotWrite(url, .EWOULDBLOCK)
    }

    /// The file at the URL; nil if the place is empty now. A file that can't be opened is removed.
    private static func found(at url: URL) throws(BodyError) -> OpenFile? {
        do throws(BodyError) {
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

    /// A new file at the URL; nil if there is one meanwhile.
    private static func created(at url: URL) throws(BodyError) -> OpenFile? {
        do throws(BodyError) {
            return try OpenFile(creatingPrivate: url)
        } catch .cannotWrite(_, .EEXIST) {
            return nil
        }
    }

    /// Removes what this process must not use.
    private static func removeForeign(_ url: URL) throws(BodyError) {
        let code = url.withUnsafeFileSystemRepresentation { path -> POSIXErrorCode? in
            guard let path else { return .EINVAL }
            return unlink(path) == 0 ? nil : .current
        }
        if let code, code != .ENOENT { throw .cannotWrite(url, code) }
    }

    /// What is known of the bytes that are there; nil if nothing is, or what is written down can't be read.
    func version() -> FileVersion? {
        guard destination.keepsPartialFile, let noted = try? OpenFile(unfollowed: noteURL, isWritten: false),
            (try? noted.isPrivate()) == true, let data = try? noted.read(Self.longestNote),
            let note = try? JSONDecoder().decode(Note.self, from: data), note.format == Note.currentFormat
        else { return nil }
        return note.version
    }

    /// Cuts off what is behind so many bytes, and writes down what is known of them.
    func prepare(from start: Int64, version: FileVersion?) throws(BodyError) {
        try file.truncate(to: start)
        guard destination.keepsPartialFile else { return }
        guard let version, version.validator != nil, let data = try? JSONEncoder().encode(Note(version: version)) else {
            return Self.remove(noteURL)
        }
        Self.remove(newNoteURL)
        try OpenFile(creating: newNoteURL, permissions: 0o600).write(data)
        try FilePlacement(source: newNoteURL, destination: noteURL, options: .removePreviousFile).place()
    }

    /// Puts the file in its place, which is the end of it as a partial one, with the permissions of a new file.
    func place() throws(BodyError) {
        if try file.isReplaced() { throw .destinationInUse(destination.url) }
        Self.remove(newNoteURL)
        if let sample = try? OpenFile(creating: newNoteURL) {
            defer { Self.remove(newNoteURL) }
            try file.takePermissions(of: sample)
        }
        try FilePlacement(source: file.url, destination: destination.url, options: destination.options).place()
        Self.remove(noteURL)
    }

    func remove() {
        Self.remove(noteURL)
        Self.remove(file.url)
    }

    /// Lets another download have the file, also while something still holds this object.
    func unlock() {
        file.unlock()
    }

    private static func remove(_ url: URL) {
        _ = url.withUnsafeFileSystemRepresentation { $0.map { unlink($0) } }
    }

    private static let longestNote = 65_536
}

extension TransferDestination {
    /// Whether a file could be put there, as far as that can be told; creates its directory if it is to be.
    fileprivate func check() throws(BodyError) {
        let placement = FilePlacement(source: url, destination: url, options: options)
        try placement.prepare()
        var status = stat()
        let found = url.withUnsafeFileSystemRepresentation { path -> POSIXErrorCode? in
            guard let path else { return .EINVAL }
            return lstat(path, &status) == 0 ? nil : .current
        }
        switch found {
        case nil where !options.contains(.removePreviousFile): throw .destinationExists(url)
        case nil where status.st_mode & S_IFMT == S_IFDIR: throw .cannotWrite(url, .EISDIR)
        case nil, .ENOENT?: break
        case let code?: throw .cannotWrite(url, code)
        }
    }

    /// The URL of a hidden file beside the destination.
    fileprivate func url(ofPartialFileWith suffix: String) -> URL {
        let name = url.lastPathComponent
        let ending = ".talyn-part" + suffix
        var stem = name
        let room = 255 - 1 - ".talyn-part-state".utf8.count
        if name.utf8.count > room {
            // Names that begin alike must not become one.
            let hash = "-" + String(name.hash64, radix: 16)
            while stem.utf8.count + hash.utf8.count > room { stem.removeLast() }
            stem += hash
        }
        return url.deletingLastPathComponent().appendingPathComponent("." + stem + ending)
    }
}

extension String {
    /// The same in every process (FNV-1a).
    var hash64: UInt64 {
        utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
