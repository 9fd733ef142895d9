import Foundation
import Talyn

/// Writes a response to a ``DiskCacheStore``.
final class DiskCacheWriter: CacheWriter {
    private struct State {
        var buffer = Data()
        var body: (name: String, file: OpenFile)?
        var length: Int64 = 0
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
        let (data, body) = state.withLock { state in
            defer { state.buffer = Data() }
            return (state.buffer, state.body)
        }
        let (folder, key) = (folder, key)
        let written = try await FileWork.run { () throws(BodyError) in
            let body = if let body { body } else { try folder.createBody(for: key) }
            do throws(BodyError) {
                try body.file.write(data)
            } catch {
                folder.removeBody(body.name)
                throw error
            }
            return body
        }
        state.withLock { $0.body = written }
    }

    func commit() async throws {
        let length = state.withLock { $0.length }
        if length > DiskCacheStore.maximumInlineBody { try await flush() }
        let (buffer, body) = state.withLock { ($0.buffer, $0.body?.name) }
        var response = response
        response.bodyLength = length
        let file = CacheFile(key: key, response: response, body: body.map { .file($0) } ?? .inline(buffer))
        let (folder, space, replaced, data) = (folder, space, replaced, file.data)
        try await FileWork.run { () throws(BodyError) in
            for name in replaced { space.add(-folder.remove(name)) }
            try folder.write(data, to: folder.freeSlot(for: file.key))
            space.add(Int64(data.count) + (body == nil ? 0 : length))
        }
        state.withLock { $0.isCommitted = true }
    }
}
