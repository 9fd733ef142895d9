import _TalynFoundation
import _TalynSupport

/// The removals from a cache.
///
/// A response whose request was sent before a removal can arrive after it. It is older than the removal, so it isn't stored.
final class Removals: Sendable {
    private struct State {
        var count = 0
        /// The number of the last removal of all responses.
        var lastOfAll = 0
        /// The number of the last removal of the responses for a key.
        var last: [CacheKey: Int] = [:]
    }

    private static let maximumKeys = 1_000

    private let state = Locked(State())

    /// The number of removals up to now.
    var count: Int { state.withLock(\.count) }

    /// Notes the removal of the responses for a key; nil for all keys.
    func note(_ key: CacheKey?) {
        state.withLock { state in
            state.count += 1
            if let key, state.last.count < Self.maximumKeys {
                state.last[key] = state.count
            } else {
                state.lastOfAll = state.count
                state.last = [:]
            }
        }
    }

    /// Whether the responses for a key were removed after a number of removals.
    func affect(_ key: CacheKey, since count: Int) -> Bool {
        state.withLock { $0.count > count && max($0.lastOfAll, $0.last[key] ?? 0) > count }
    }
}

/// A writer whose response is dropped if it is revoked before its commit, and removed if that happens during the commit.
struct RevocableWriter: CacheWriter {
    let writer: any CacheWriter
    /// Whether the response must not be stored any longer.
    let isRevoked: @Sendable () -> Bool
    /// Removes the response after its commit.
    let remove: @Sendable () async throws -> Void

    func write(_ chunk: Data) async throws {
        try await writer.write(chunk)
    }

    func commit() async throws {
        guard !isRevoked() else { return }
        try await writer.commit()
        // A removal during the commit doesn't find the response.
        if isRevoked() { try await remove() }
    }
}
