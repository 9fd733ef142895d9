public import TalynCore
import _TalynFoundation
import _TalynSupport

/// A store in memory, up to a number of bytes. The least recently used response goes first.
public final class MemoryCacheStore: CacheStore {
    /// The number of responses for a key. They differ in their variants, credentials and versions.
    private static let maximumVariants = 8

    let maximumSize: Int
    private let state: Lock<State>

    /// Creates a store.
    ///
    /// - Parameter maximumSize: The number of bytes of all responses, with their header fields. A response that is larger than
    ///   a quarter of it isn't stored.
    public init(maximumSize: Int = 32 << 20) {
        self.maximumSize = maximumSize
        state = Lock(State())
    }

    /// The number of bytes of all responses, with their header fields.
    public var size: Int { state.withLock { $0.size } }

    public func entries(for key: CacheKey) async throws -> [CacheEntry] {
        state.withLock { $0.entries(for: key) }
    }

    public func body(of entry: CacheEntry) async throws -> HTTPBody? {
        state.withLock { $0.body(of: entry) }.map { HTTPBody($0) }
    }

    public func writer(
        for response: StoredResponse,
        key: CacheKey,
        replacing replaced: [CacheEntry.ID]
    ) async throws -> any CacheWriter {
        Writer(store: self, response: response, key: key, replaced: replaced)
    }

    public func update(_ entry: CacheEntry, to response: StoredResponse) async throws {
        state.withLock { state in
            state.update(entry, to: response)
            state.shrink(to: maximumSize)
        }
    }

    public func remove(_ entries: [CacheEntry]) async throws {
        state.withLock { state in
            for entry in entries { state.remove(entry.id) }
        }
    }

    public func allEntries() async throws -> [CacheEntry] {
        state.withLock { $0.allEntries }
    }

    fileprivate func add(_ response: StoredResponse, _ body: Data, for key: CacheKey, replacing: [CacheEntry.ID]) {
        state.withLock { state in
            for id in replacing { state.remove(id) }
            // An equal request at the same time may have stored its response.
            for entry in state.entries(for: key) where entry.response.answersSameRequests(as: response) {
                state.remove(entry.id)
            }
            state.shrinkVariants(of: key, to: Self.maximumVariants - 1)
            state.add(response, body, for: key)
            state.shrink(to: maximumSize)
        }
    }

    fileprivate var maximumBodySize: Int { maximumSize / 4 }
}

/// Collects a body in memory.
private struct Writer: CacheWriter {
    let store: MemoryCacheStore
    let response: StoredResponse
    let key: CacheKey
    let replaced: [CacheEntry.ID]
    private let body = Locked(Data())

    func write(_ chunk: Data) async throws {
        let length = body.withLock { body in
            body.append(chunk)
            return body.count
        }
        if length > store.maximumBodySize { throw CacheError.tooLarge }
    }

    func commit() async throws {
        let body = body.withLock { $0 }
        var response = response
        response.bodyLength = Int64(body.count)
        // Otherwise a response with very many header fields would remove all others.
        guard response.headSize(for: key) <= store.maximumBodySize else { throw CacheError.tooLarge }
        store.add(response, body, for: key, replacing: replaced)
    }
}

/// The responses, in a list by their last use.
private struct State {
    private struct Item {
        var entry: CacheEntry
        let body: Data
        var size: Int
        /// The neighbours in the list by last use.
        var newer: Int?
        var older: Int?
    }

    private var items: [Int: Item] = [:]
    private var numbers: [CacheKey: [Int]] = [:]
    private var newest: Int?
    private var oldest: Int?
    private var count = 0
    private(set) var size = 0

    var allEntries: [CacheEntry] { items.values.map(\.entry) }

    func entries(for key: CacheKey) -> [CacheEntry] {
        (numbers[key] ?? []).compactMap { items[$0]?.entry }
    }

    /// The body, and the use of the response.
    mutating func body(of entry: CacheEntry) -> Data? {
        guard let number = Int(entry.id), let item = items[number] else { return nil }
        if newest != number {
            detach(item)
            attach(number)
        }
        return item.body
    }

    mutating func add(_ response: StoredResponse, _ body: Data, for key: CacheKey) {
        count += 1
        let entry = CacheEntry(id: String(count), key: key, response: response)
        items[count] = Item(entry: entry, body: body, size: entry.size + body.count)
        size += entry.size + body.count
        numbers[key, default: []].append(count)
        attach(count)
    }

    mutating func update(_ entry: CacheEntry, to response: StoredResponse) {
        guard let number = Int(entry.id), var item = items[number] else { return }
        item.entry = CacheEntry(id: entry.id, key: entry.key, response: response)
        size -= item.size
        item.size = item.entry.size + item.body.count
        size += item.size
        items[number] = item
    }

    mutating func remove(_ id: CacheEntry.ID) {
        guard let number = Int(id), let item = items.removeValue(forKey: number) else { return }
        size -= item.size
        detach(item)
        numbers[item.entry.key]?.removeAll { $0 == number }
        if numbers[item.entry.key]?.isEmpty == true { numbers[item.entry.key] = nil }
    }

    /// Removes the least recently stored responses for a key, until a number of them is left.
    mutating func shrinkVariants(of key: CacheKey, to maximum: Int) {
        for number in (numbers[key] ?? []).dropLast(maximum) { remove(String(number)) }
    }

    mutating func shrink(to maximumSize: Int) {
        while size > maximumSize, let oldest, let item = items[oldest] { remove(item.entry.id) }
    }

    /// Makes an item the newest.
    private mutating func attach(_ number: Int) {
        items[number]?.older = newest
        items[number]?.newer = nil
        if let newest { items[newest]?.newer = number }
        newest = number
        if oldest == nil { oldest = number }
    }

    /// Takes an item out of the list.
    private mutating func detach(_ item: Item) {
        if let newer = item.newer { items[newer]?.older = item.older } else { newest = item.older }
        if let older = item.older { items[older]?.newer = item.newer } else { oldest = item.newer }
    }
}

extension CacheEntry {
    fileprivate var size: Int { response.headSize(for: key) }
}

extension StoredResponse {
    /// The approximate size of the head in memory in bytes.
    fileprivate func headSize(for key: CacheKey) -> Int {
        let fields = headerFields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64 }
        return 512 + key.text.utf8.count + fields
    }
}
