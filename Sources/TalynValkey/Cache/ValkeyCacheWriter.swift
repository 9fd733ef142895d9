#if Valkey
import _TalynFoundation
import TalynCache
import _TalynSupport

/// Collects a body in memory, and stores it with its head in one step.
@available(Valkey, *)
struct ValkeyCacheWriter: CacheWriter {
    let store: ValkeyCacheStore
    let response: StoredResponse
    let key: CacheKey
    let replaced: [CacheEntry.ID]
    let turn: CacheTurn?
    private let body = Locked(Data())

    init(
        store: ValkeyCacheStore,
        response: StoredResponse,
        key: CacheKey,
        replaced: [CacheEntry.ID],
        turn: CacheTurn?
    ) {
        self.store = store
        self.response = response
        self.key = key
        self.replaced = replaced
        self.turn = turn
    }

    func write(_ chunk: Data) async throws {
        let length = body.withLock { body in
            body.append(chunk)
            return body.count
        }
        if length > store.options.maximumBodySize { throw CacheError.tooLarge }
    }

    func commit() async throws {
        let body = body.withLock { $0 }
        var response = response
        response.bodyLength = Int64(body.count)
        try await store.store(response, body, for: key, replacing: replaced, turn: turn)
    }
}
#endif
