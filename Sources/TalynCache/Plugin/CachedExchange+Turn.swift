import HTTPTypes
import TalynCore
import _TalynSupport

extension CachedExchange {
    /// The longest time for which a request waits for that of another process.
    static let turnPatience = Duration.seconds(5)

    /// The place of a request among those of all processes.
    enum Turn {
        /// This process asks the server; without a turn if the store failed.
        case own(CacheTurn?)
        /// Another process has stored the response.
        case answered([CacheEntry])
    }

    /// Waits for the turn to ask the server, or for the response of another process. A store that fails stops nobody.
    func turn() async -> Turn {
        let end = cache.time.now + Self.turnPatience
        var pause = Duration.milliseconds(10)
        while true {
            // A store that fails is asked no further.
            guard let turn = await firstTurn() else { return .own(nil) }
            if let turn { return .own(turn) }
            let rest = end - cache.time.now
            guard rest > .zero, (try? await cache.time.sleep(for: min(pause, rest))) != nil else {
                return .own(await lonelyTurn())
            }
            pause = min(pause * 2, .milliseconds(200))
            let entries = await storedEntries()
            let decision = CacheDecision(for: cached, stored: entries.map(\.response), at: cache.date())
            switch decision {
            case .use, .useAndRevalidate, .notModified: return .answered(entries)
            case .validate, .complete, .fetch, .fail: continue
            }
        }
    }

    /// The turn, or nil if another process has it; nil if the store failed.
    func firstTurn() async -> CacheTurn?? {
        await withStore { try await $0.turn(for: cached.key, identity: cached.flightKey) }
    }

    /// The turn of a request whose response no other one waits for, which only notes removals; nil if the store failed.
    func lonelyTurn() async -> CacheTurn? {
        guard cached.mode != .noStore, cached.method == .get || cached.hasOwnKey else { return CacheTurn() }
        return await withStore { try await $0.turn(for: cached.key, identity: nil) } ?? nil
    }
}
