import _TalynFoundation
import _TalynSupport

/// Writes a response to a ``DiskCacheStore``.
final class DiskCacheWriter: CacheWriter {
    private struct State {
        var buffer = Data()
        var body: (name: String, file: OpenFile)?
        var length: Int64 = 0
        /// The checksum of the bytes in the file.
        var checksum = Checksum()
        var isCommitted = false
    }

    private let folder: CacheFolder
    private let space: CacheSpace
    private let response: StoredResponse
    private let key: CacheKey
    private let replaced: [CacheEntry.ID]
    // One task uses the writer. The lock is for its release.
    private let state = Locked(State())

    init(
        folder: CacheFolder,
        space: CacheSpace,
        response: StoredResponse,
        key: CacheKey,
        replaced: [CacheEntry.ID]
    ) {
        self.folder = folder
        self.space = space
        self.response = response
        self.key = key
        self.replaced = replaced
    }

    deinit {
        let (body, isCommitted) = state.withLock { ($0.body, $0.isCommitted) }
        if let body, !isCommitted { folder.removeBody(body.name) }
    }

    func write(_ chunk: Data) async throws {
        let length = state.withLock { state in
            state.length += Int64(chunk.count)
            state.buffer.append(chunk)
            return state.length
        }
        guard length <= space.maximumBodySize else { throw CacheError.tooLarge }
        let isFull = state.withLock { state in
            state.length > DiskCacheStore.maximumInlineBody && state.buffer.count >= FileWork.chunkSize
        }
        if isFull { try await flush() }
    }

    /// Writes the buffer to the file of the body.
    private func flush() async throws {
        let (data, former, checksum) = state.withLock { state in
            defer { state.buffer = Data() }
            return (state.buffer, state.body, state.checksum)
        }
        let folder = folder
        let body = if let former { former } else { try await folder.createBody(for: key) }
        let written = try await FileWork.perform { () throws(FileError) in
            var checksum = checksum
            checksum.add(data)
            do throws(FileError) {
                try body.file.write(data)
            } catch {
                folder.removeBody(body.name)
                throw error
            }
            return (body, checksum)
        }
        state.withLock { ($0.body, $0.checksum) = written }
    }

    func commit() async throws {
        let length = state.withLock { $0.length }
        if length > DiskCacheStore.maximumInlineBody { try await flush() }
        let (buffer, body, checksum) = state.withLock { ($0.buffer, $0.body?.name, $0.checksum.value) }
        var response = response
        response.bodyLength = length
        let data = CacheFile.data(
            key: key,
            response: response,
            body: body.map { .file($0, checksum: checksum) } ?? .inline(buffer)
        )
        let (folder, space, key, head) = (folder, space, key, response)
        let replaced = replaced.map { EntryName($0) }
        try await folder.exclusively { () throws(FileError) in
            // An equal request at the same time may have stored its response. So all variants are checked.
            let old = CacheFolder.slots(for: key).filter { folder.isReplaceable($0, replaced, by: head, for: key) }
            // Without free slots, the least recently used variant goes. It stays if the disk is full.
            let slot = old.first ?? folder.slot(for: key)
            let overwritten = folder.file(slot)
            try folder.write(data, to: slot)
            space.add(Int64(data.count) + (body == nil ? 0 : length))
            if let overwritten { space.add(-folder.free(overwritten)) }
            for slot in old.dropFirst() { space.add(-folder.remove(slot)) }
        }
        state.withLock { $0.isCommitted = true }
    }
}

extension CacheFolder {
    /// Whether a file has one of the entries, or a response to the same requests as a new response.
    fileprivate func isReplaceable(
        _ slot: String,
        _ entries: [EntryName],
        by response: StoredResponse,
        for key: CacheKey
    ) -> Bool {
        guard let file = file(slot), file.key == key else { return false }
        return entries.contains { $0.slot == slot && $0.fingerprint == file.fingerprint }
            || file.response.answersSameRequests(as: response)
    }
}
