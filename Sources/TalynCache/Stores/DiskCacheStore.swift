public import Foundation
public import Talyn

/// A store in a folder, up to a number of bytes. The least recently used response goes first.
///
/// Several processes can share a folder. A process that is killed leaves no half response: each response becomes visible in
/// one step. Damaged files, and those of other versions, are no entries.
public final class DiskCacheStore: CacheStore {
    /// The number of responses for a key. They differ in their variants, credentials and versions.
    static let maximumVariants = 8

    /// The largest body in the file of its head, in bytes.
    static let maximumInlineBody = 32_768

    let folder: CacheFolder
    private let space: CacheSpace
    private let options: Options

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
    public init(folder: URL, options: Options = Options()) throws(CacheError) {
        self.options = options
        self.folder = try CacheFolder(folder)
        space = CacheSpace(self.folder, maximumSize: options.maximumSize)
        self.folder.protect(options)
    }

    public func entries(for key: CacheKey) async throws -> [CacheEntry] {
        let folder = folder
        return try await FileWork.run { () throws(BodyError) in
            var entries: [CacheEntry] = []
            for slot in CacheFolder.slots(for: key) {
                guard let file = folder.data(slot).flatMap({ CacheFile($0) }), file.key == key else { continue }
                entries.append(file.entry(slot))
            }
            return entries
        }
    }

    public func body(of entry: CacheEntry) async throws -> HTTPBody? {
        let folder = folder
        return try await FileWork.run { () throws(BodyError) in
            folder.touch(entry.id)
            if let body = entry.body { return HTTPBody(body) }
            guard let file = folder.data(entry.id).flatMap({ CacheFile($0) }) else { return nil }
            switch file.body {
            case .inline(let data): return HTTPBody(data)
            case .file(let name):
                let length = file.response.bodyLength
                guard let body = folder.openBody(name), (try? body.length) == length else { return nil }
                return HTTPBody(body, length: length)
            }
        }
    }

    public func writer(
        for response: StoredResponse,
        key: CacheKey,
        replacing replaced: [CacheEntry.ID]
    ) async throws -> any CacheWriter {
        let isPrivate = response.credentials != nil || response.freshness.control.contains("private")
        guard options.storesPrivateResponses || !isPrivate else { throw CacheError.isPrivate }
        return DiskCacheWriter(folder: folder, space: space, response: response, key: key, replaced: replaced)
    }

    public func update(_ entry: CacheEntry, to response: StoredResponse) async throws {
        let (folder, space) = (folder, space)
        try await FileWork.run { () throws(BodyError) in
            guard let data = folder.data(entry.id), let file = CacheFile(data), file.key == entry.key else { return }
            var response = response
            response.bodyLength = file.response.bodyLength
            let update = CacheFile(key: file.key, response: response, body: file.body).data
            try folder.write(update, to: entry.id)
            space.add(Int64(update.count - data.count))
        }
    }

    public func remove(_ entries: [CacheEntry]) async throws {
        let (folder, space) = (folder, space)
        try await FileWork.run { () throws(BodyError) in
            for entry in entries { space.add(-folder.remove(entry.id)) }
        }
    }

    public func allEntries() async throws -> [CacheEntry] {
        let folder = folder
        return try await FileWork.run { () throws(BodyError) in
            folder.allNames.compactMap { name in
                folder.data(name).flatMap { CacheFile($0) }.map {
                    CacheEntry(id: name, key: $0.key, response: $0.response)
                }
            }
        }
    }
}

extension CacheFile {
    /// The entry of the file with a name.
    fileprivate func entry(_ name: String) -> CacheEntry {
        if case .inline(let data) = body { return CacheEntry(id: name, key: key, response: response, body: data) }
        return CacheEntry(id: name, key: key, response: response)
    }
}

extension HTTPBody {
    /// The content of a file that is open.
    fileprivate init(_ file: OpenFile, length: Int64) {
        self.init(length: length, isReplayable: false) {
            {
                let chunk = try await FileWork.run { () throws(BodyError) in try file.read(FileWork.chunkSize) }
                return chunk.isEmpty ? nil : chunk
            }
        }
    }
}

extension DiskCacheStore {
    /// Whether a folder is that of a store.
    package static func exists(in folder: URL) -> Bool { CacheFolder.exists(in: folder) }

    /// Removes the damaged entries, and the abandoned bodies.
    ///
    /// - Returns: The number of removed files.
    package func removeDamagedFiles() async throws -> Int {
        let folder = folder
        return try await FileWork.run { () throws(BodyError) in
            let entries = folder.allNames.filter { !folder.isSound($0) }
            for name in entries { _ = folder.remove(name) }
            let bodies = folder.abandonedBodies
            for body in bodies { folder.removeBody(body.lastPathComponent) }
            return entries.count + bodies.count
        }
    }

    /// Waits for the work that keeps the folder below its limit.
    package func waitForSpace() async throws {
        try await space.wait()
    }
}
