import Foundation
import Talyn
import TalynCache
import TestSupport

/// A store in memory whose commits wait until the test lets them go on.
final class HeldStore: CacheStore {
    private let store = MemoryCacheStore()
    private let state = Watched((waiting: 0, isOpen: false))

    /// Suspends until a commit waits.
    func commitWaits() async {
        await state.wait { $0.waiting > 0 }
    }

    /// Lets all commits go on.
    func open() {
        state.update { $0.isOpen = true }
    }

    func entries(for key: CacheKey) async throws -> [CacheEntry] {
        try await store.entries(for: key)
    }

    func body(of entry: CacheEntry) async throws -> HTTPBody? {
        try await store.body(of: entry)
    }

    func writer(
        for response: StoredResponse,
        key: CacheKey,
        replacing replaced: [CacheEntry.ID]
    ) async throws -> any CacheWriter {
        Writer(writer: try await store.writer(for: response, key: key, replacing: replaced), state: state)
    }

    func update(_ entry: CacheEntry, to response: StoredResponse) async throws {
        try await store.update(entry, to: response)
    }

    func remove(_ entries: [CacheEntry]) async throws {
        try await store.remove(entries)
    }

    func allEntries() async throws -> [CacheEntry] {
        try await store.allEntries()
    }

    private struct Writer: CacheWriter {
        let writer: any CacheWriter
        let state: Watched<(waiting: Int, isOpen: Bool)>

        func write(_ chunk: Data) async throws {
            try await writer.write(chunk)
        }

        func commit() async throws {
            state.update { $0.waiting += 1 }
            await state.wait { $0.isOpen }
            try await writer.commit()
        }
    }
}
