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

/// The files of a ``DiskCacheStore``.
///
/// A response is in `entries/XX/NAME.SLOT`. The name is a hash of the key, and XX its first two digits. The slots are the
/// variants of a key. A long body is in `bodies/XX/NAME-UUID`.
struct CacheFolder: Sendable {
    let url: URL
    let path: String
    /// The clock of waits for the lock.
    let time: TimeSource
    /// Whether the last wait for the lock was in vain.
    let isHeld = Locked(false)
    /// The lock for the threads of this process.
    let turn: Locked<Void>

    /// Creates the folder.
    init(_ url: URL, clock: any Clock<Duration> = ContinuousClock()) throws(CacheError) {
        time = TimeSource(clock)
        // Another version of Talyn with another format has another folder.
        self.url = url.appendingPathComponent("v1", isDirectory: true)
        path = self.url.path
        turn = Self.turn(in: path)
        do {
            try FileManager.default.createDirectory(
                at: self.url,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .cannotCreate(url, reason: Redaction.default.text(of: error))
        }
    }

    /// Whether a folder is that of a store.
    static func exists(in url: URL) -> Bool {
        access(url.appendingPathComponent("v1").path + "/.", F_OK) == 0
    }

    // MARK: - Names

    /// The names of the files for a key.
    static func slots(for key: CacheKey) -> some Sequence<String> {
        let name = name(for: key)
        return (0..<DiskCacheStore.maximumVariants).lazy.map { "\(name).\($0)" }
    }

    /// The name for a key, without a slot. Two keys with one name take turns.
    private static func name(for key: CacheKey) -> String {
        let text = Data(key.text.utf8)
        var (first, second) = (Checksum(), Checksum(seed: 0x9E37_79B9_7F4A_7C15))
        first.add(text)
        second.add(text)
        return first.value.hexadecimal + second.value.hexadecimal
    }

    /// The characters in the name of a body's file.
    static let bodyNameCharacters = ASCIISet("0123456789abcdefABCDEF-")

    private func entryPath(_ name: String) -> String { "\(path)/entries/\(name.prefix(2))/\(name)" }

    private func entryURL(_ name: String) -> URL { URL(filePath: entryPath(name), directoryHint: .notDirectory) }

    private func bodyURL(_ name: String) -> URL {
        URL(filePath: "\(path)/bodies/\(name.prefix(2))/\(name)", directoryHint: .notDirectory)
    }

    // MARK: - Reading

    /// An entry; nil if it doesn't exist, can't be read, or is damaged.
    func file(_ name: String) -> CacheFile? {
        // Most names have no file. A URL would cost more than this look.
        guard access(entryPath(name), F_OK) == 0, let open = try? OpenFile(reading: entryURL(name)),
            let length = try? open.length, length < 1 << 24, let data = try? open.read(Int(length), at: 0)
        else { return nil }
        return CacheFile(data)
    }

    /// Whether an entry can be used. Reads all its bytes.
    func isSound(_ name: String) -> Bool {
        guard let file = file(name) else { return false }
        guard case .file(let body, let expected) = file.body else { return true }
        guard let open = openBody(body), (try? open.length) == file.response.bodyLength else { return false }
        return (try? open.checksum()) == expected
    }

    func openBody(_ name: String) -> OpenFile? {
        try? OpenFile(reading: bodyURL(name))
    }

    /// The name of the next free file for a key; that of the least recently used variant if all are in use.
    func slot(for key: CacheKey) -> String {
        var oldest: (slot: String, lastUse: Double)?
        for slot in Self.slots(for: key) {
            guard let lastUse = FileStatus(entryPath(slot))?.modified else { return slot }
            if lastUse < oldest?.lastUse ?? .infinity { oldest = (slot, lastUse) }
        }
        return oldest?.slot ?? "\(Self.name(for: key)).0"
    }

    /// Notes the use of an entry, as the time of its file.
    func touch(_ name: String) {
        _ = utimes(entryPath(name), nil)
    }

    /// The kinds of files.
    enum Part: String {
        case entries, bodies
    }

    /// The names of all entries.
    var allNames: [String] {
        var names: [String] = []
        forEachFile(in: .entries) { if !$0.isTemporary { names.append($0.name) } }
        return names
    }

    /// A file in the folder.
    struct File {
        let folder: String
        let name: String

        var path: String { "\(folder)/\(name)" }
        /// Whether the file is being written, or was left by a killed process.
        var isTemporary: Bool { name.hasPrefix(".") }

        /// The size in bytes, and the time of the last use.
        var attributes: (size: Int64, lastUse: Double)? {
            FileStatus(path).map { ($0.size, $0.modified) }
        }
    }

    /// Visits all files of a kind, one folder after the other: a cache can have millions of them.
    func forEachFile(in part: Part, _ visit: (File) -> Void) {
        let manager = FileManager.default
        let parent = "\(path)/\(part.rawValue)"
        for folder in (try? manager.contentsOfDirectory(atPath: parent)) ?? [] {
            let folder = "\(parent)/\(folder)"
            for name in (try? manager.contentsOfDirectory(atPath: folder)) ?? [] {
                visit(File(folder: folder, name: name))
            }
        }
    }

    // MARK: - Writing

    /// Writes an entry in one step: a reader gets the former one or the whole new one. Call it in ``exclusively(_:)``: until the
    /// entry has its name, its file looks like one that a killed process left.
    func write(_ data: Data, to name: String) throws(FileError) {
        let file = entryURL(name)
        let temporary = file.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString)")
        try inFolder(of: file) { () throws(FileError) in
            try FilePlacement(source: temporary, destination: file, replacesExistingFile: true)
                .write(data, permissions: 0o600)
        }
    }

    /// Creates a file with a lock for a body.
    func createBody(for key: CacheKey) async throws -> (name: String, file: OpenFile) {
        let name = "\(Self.name(for: key))-\(UUID().uuidString)"
        let url = bodyURL(name)
        // Nobody must see the file before it has its lock.
        let file = try await exclusively { () throws(FileError) in
            let file = try inFolder(of: url) { () throws(FileError) in try OpenFile(creatingPrivate: url) }
            _ = file.lock()
            return file
        }
        return (name, file)
    }

    /// Does work that creates a file, with its folder if that is missing.
    private func inFolder<Value>(of file: URL, _ work: () throws(FileError) -> Value) throws(FileError) -> Value {
        do throws(FileError) {
            return try work()
        } catch .cannotWrite(_, .ENOENT) {
            try? FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            return try work()
        }
    }

    func removeBody(_ name: String) {
        unlink(bodyURL(name).path)
    }

    /// Removes the files that a killed process left: half entries, and bodies without an entry.
    ///
    /// - Returns: Their number.
    @discardableResult
    func removeAbandonedFiles() -> Int {
        var count = 0
        func remove(_ file: File, if isUnused: () -> Bool) {
            guard isUnused() else { return }
            // A file that is being created, or gets its name, can look abandoned for a moment.
            // Such a file of a busy folder goes later.
            _ = try? ifUnlocked { if isUnused(), unlink(file.path) == 0 { count += 1 } }
        }
        forEachFile(in: .entries) { entry in
            remove(entry) { entry.isTemporary && isAbandoned(entry) }
        }
        forEachFile(in: .bodies) { body in
            remove(body) { isAbandoned(body) && !isUsed(body.name) }
        }
        return count
    }

    /// Whether no process is writing a file: the writer has a lock.
    private func isAbandoned(_ file: File) -> Bool {
        (try? OpenFile(reading: URL(filePath: file.path, directoryHint: .notDirectory)))?.lock() ?? false
    }

    /// Whether an entry has a body.
    private func isUsed(_ body: String) -> Bool {
        let base = body.prefix { $0 != "-" }
        return (0..<DiskCacheStore.maximumVariants).contains { slot in
            if case .file(body, _)? = file("\(base).\(slot)")?.body { true } else { false }
        }
    }

    /// Removes all files, also damaged ones. Processes that use the folder go on.
    func removeAllFiles() {
        for part in [Part.entries, .bodies] { forEachFile(in: part) { unlink($0.path) } }
    }

    /// Removes an entry.
    ///
    /// - Returns: The number of bytes that became free.
    @discardableResult
    func remove(_ name: String) -> Int64 {
        let file = file(name)
        unlink(entryPath(name))
        return file.map { free($0) } ?? 0
    }

    /// Removes the body of an entry whose own file is gone.
    ///
    /// - Returns: The number of bytes that became free, with those of the entry.
    func free(_ file: CacheFile) -> Int64 {
        guard case .file(let body, _) = file.body else { return Int64(file.length) }
        removeBody(body)
        return Int64(file.length) + file.response.bodyLength
    }
}

extension CacheFolder {
    /// Applies the options for private data.
    func protect(_ options: DiskCacheStore.Options) {
        #if !os(Linux)
        var url = url
        var values = URLResourceValues()
        values.isExcludedFromBackup = options.isExcludedFromBackup
        try? url.setResourceValues(values)
        #endif
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        try? FileManager.default.setAttributes([.protectionKey: options.fileProtection], ofItemAtPath: url.path)
        #endif
    }
}

extension FileWork {
    /// Does work with files, whose failure is a ``BodyError``.
    static func perform<Value: Sendable>(
        _ work: @escaping @Sendable () throws(FileError) -> Value
    ) async throws -> Value {
        do {
            return try await run(work)
        } catch {
            throw BodyError(error) ?? error
        }
    }
}

extension OpenFile {
    /// The checksum of the whole file, which must be at its start.
    func checksum() throws(FileError) -> UInt64 {
        var checksum = Checksum()
        while true {
            let chunk = try read(FileWork.chunkSize)
            if chunk.isEmpty { return checksum.value }
            checksum.add(chunk)
        }
    }
}

/// The status of a file, as the system gives it.
private struct FileStatus {
    let size: Int64
    /// The time of the last change, in seconds since 1970.
    let modified: Double

    /// Nil if there is no such file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        // Darwin has another name. The check of Apple's platforms on Linux compiles with glibc.
        #if canImport(ObjectiveC)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        size = Int64(status.st_size)
        modified = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
