public import TalynCore
public import _TalynFoundation
import _TalynSupport

/// A store in a folder, up to a number of bytes. The least recently used response goes first.
///
/// Several processes can share a folder. A process that is killed leaves no half response: each response becomes visible in
/// one step. Damaged files, and those of other versions, are no entries: checksums tell.
public final class DiskCacheStore: CacheStore {
    /// The number of responses for a key. They differ in their variants, credentials and versions.
    static let maximumVariants = 8

    /// The largest body in the file of its head, in bytes.
    static let maximumInlineBody = 32_768

    private static let maximumIntactBodies = 10_000

    let folder: CacheFolder
    public let credentialSalt: String
    private let space: CacheSpace
    private let options: Options
    /// The names of the body files whose checksums were right. A file never changes.
    private let intactBodies = Locked<Set<String>>([])

    /// The settings of a store.
    public struct Options: Sendable {
        /// The number of bytes of all files.
        public var maximumSize: Int64 = 256 << 20

        /// Whether it stores responses to requests with credentials, and those that the server marks as `private`.
        public var storesPrivateResponses = true

        /// Whether backups leave the folder out, on Apple platforms.
        public var isExcludedFromBackup = true

        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        /// The encryption of the files.
        public var fileProtection = FileProtectionType.completeUntilFirstUserAuthentication
        #endif

        /// Creates the default options.
        public init() {}
    }

    /// Creates a store in a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is created if it is missing. Only this user can read it.
    ///   - options: The settings.
    /// - Throws: ``CacheError`` if the folder can't be created.
    public convenience init(folder: URL, options: Options = Options()) throws(CacheError) {
        try self.init(folder: folder, options: options, clock: ContinuousClock())
    }

    /// - Parameter clock: The clock of waits for other processes.
    init(folder: URL, options: Options, clock: any Clock<Duration>) throws(CacheError) {
        self.options = options
        self.folder = try CacheFolder(folder, clock: clock)
        credentialSalt = self.folder.salt()
        space = CacheSpace(self.folder, maximumSize: options.maximumSize)
        self.folder.protect(options)
    }

    public func entries(for key: CacheKey) async throws -> [CacheEntry] {
        let folder = folder
        return await FileWork.run {
            var entries: [CacheEntry] = []
            for slot in CacheFolder.slots(for: key) {
                guard let file = folder.file(slot), file.key == key else { continue }
                entries.append(file.entry(in: slot, withBody: true))
            }
            return entries
        }
    }

    public func body(of entry: CacheEntry) async throws -> HTTPBody? {
        let (folder, intactBodies, name) = (folder, intactBodies, EntryName(entry.id))
        space.noteUse(of: name.slot)
        if let body = entry.body { return HTTPBody(body) }
        return try await FileWork.perform { () throws(FileError) in
            guard let file = folder.file(name) else { return nil }
            switch file.body {
            case .inline(let data): return HTTPBody(data)
            case .file(let body, let checksum):
                let length = file.response.bodyLength
                guard let body = folder.openBody(body), (try? body.length) == length else { return nil }
                // Once in a process: another look at a large file costs time.
                if !intactBodies.withLock({ $0.contains(file.fingerprint) }) {
                    guard try body.checksum() == checksum else { return nil }
                    intactBodies.withLock { names in
                        if names.count >= Self.maximumIntactBodies { names = [] }
                        names.insert(file.fingerprint)
                    }
                }
                return HTTPBody(body, length: length)
            }
        }
    }

    public func writer(
        for response: StoredResponse,
        key: CacheKey,
        replacing replaced: [CacheEntry.ID]
    ) async throws -> any CacheWriter {
        guard options.storesPrivateResponses || !response.isPrivate else { throw CacheError.isPrivate }
        return DiskCacheWriter(folder: folder, space: space, response: response, key: key, replaced: replaced)
    }

    public func update(_ entry: CacheEntry, to response: StoredResponse) async throws {
        guard options.storesPrivateResponses || !response.isPrivate else { return try await remove([entry]) }
        let (folder, space, name) = (folder, space, EntryName(entry.id))
        // Otherwise the update could overwrite a response that another call has just stored.
        try await folder.exclusively { () throws(FileError) in
            guard let file = folder.file(name) else { return }
            var response = response
            response.bodyLength = file.response.bodyLength
            let update = CacheFile.data(key: file.key, response: response, body: file.body)
            try folder.write(update, to: name.slot)
            space.add(Int64(update.count - file.length))
        }
    }

    public func remove(_ entries: [CacheEntry]) async throws {
        guard !entries.isEmpty else { return }
        let remove: @Sendable () -> Void = { [folder, space] in
            for entry in entries { space.add(-folder.remove(EntryName(entry.id))) }
        }
        do {
            try await folder.exclusively(remove)
        } catch CacheError.busy {
            // A response that must go doesn't stay because of another process. At worst a newer one goes, too.
            await FileWork.run(remove)
        }
    }

    public func removeAll() async throws {
        let (folder, space) = (folder, space)
        await FileWork.run {
            folder.removeAllFiles()
            space.empty()
        }
    }

    public func allEntries() async throws -> [CacheEntry] {
        let folder = folder
        return await FileWork.run {
            folder.allNames.compactMap { slot in folder.file(slot)?.entry(in: slot, withBody: false) }
        }
    }
}

/// The identifier of an entry: the name of its file, and the fingerprint of its content.
///
/// Another process can put another response into the file at any time.
struct EntryName {
    let slot: String
    let fingerprint: String

    var id: CacheEntry.ID { "\(slot)/\(fingerprint)" }
}

extension EntryName {
    init(_ id: CacheEntry.ID) {
        let parts = id.split(separator: "/", maxSplits: 1)
        slot = parts.first.map(String.init) ?? ""
        fingerprint = parts.last.map(String.init) ?? ""
    }
}

extension CacheFile {
    fileprivate func entry(in slot: String, withBody: Bool) -> CacheEntry {
        var data: Data?
        if withBody, case .inline(let body) = body { data = body }
        return CacheEntry(
            id: EntryName(slot: slot, fingerprint: fingerprint).id,
            key: key,
            response: response,
            body: data
        )
    }
}

extension CacheFolder {
    /// An entry; nil if its file has another content now.
    fileprivate func file(_ name: EntryName) -> CacheFile? {
        file(name.slot).flatMap { $0.fingerprint == name.fingerprint ? $0 : nil }
    }

    /// Removes an entry, unless its file has another content now.
    ///
    /// - Returns: The number of bytes that became free.
    func remove(_ name: EntryName) -> Int64 {
        file(name) == nil ? 0 : remove(name.slot)
    }
}

extension HTTPBody {
    /// The content of a file that is open.
    fileprivate init(_ file: OpenFile, length: Int64) {
        self.init(length: length, isReplayable: true) {
            var offset: Int64 = 0
            return {
                let chunk = try await FileWork.perform { [offset] () throws(FileError) in
                    try file.read(Int(Swift.min(Int64(FileWork.chunkSize), length - offset)), at: offset)
                }
                offset += Int64(chunk.count)
                return chunk.isEmpty ? nil : chunk
            }
        }
    }
}

extension DiskCacheStore {
    /// Whether a folder is that of a store. A tool asks so first, since creating a store creates its folder.
    ///
    /// - Parameter folder: The folder.
    public static func exists(in folder: URL) -> Bool { CacheFolder.exists(in: folder) }

    /// Removes the damaged entries, and the files that a killed process left. Reads all files.
    ///
    /// - Returns: The number of entries and files that were removed.
    public func removeDamagedFiles() async -> Int {
        let folder = folder
        return await FileWork.run {
            let entries = folder.allNames.filter { !folder.isSound($0) }
            for name in entries { folder.remove(name) }
            return entries.count + folder.removeAbandonedFiles()
        }
    }

    /// Waits until no responses are being removed to keep the folder within ``Options/maximumSize``.
    ///
    /// They are removed in the background after a response was stored. A program that ends soon after that waits, so that the folder
    /// doesn't grow from run to run. A cancelled task stops waiting.
    public func waitForEviction() async {
        await space.wait()
    }
}
