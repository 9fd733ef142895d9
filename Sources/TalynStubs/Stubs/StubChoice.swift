/// The choice among the stubs that match a request, and the number of calls of each stub.
///
/// A pure state machine.
struct StubChoice: Sendable {
    struct Entry: Sendable {
        let times: StubTimes
        /// Whether it answers only requests that no other stub answers.
        let isFallback: Bool
        var count = 0

        var isUsedUp: Bool { count >= times.maximum }
    }

    enum Decision: Equatable {
        /// The stub, and the number of its answers before.
        case answer(stub: Int, use: Int)
        case nothingMatches
        /// All stubs that match have reached their maximum.
        case usedUp(stub: Int)
        case ambiguous([Int])
        /// Another stub comes first in the order.
        case tooEarly(stub: Int, expected: Int)
        /// A stub that comes later in the order was called already.
        case tooLate(stub: Int, called: Int)

        /// The stub that answers; nil if none does.
        var answering: Int? {
            if case .answer(let stub, _) = self { stub } else { nil }
        }
    }

    /// Whether the stubs must be called in their order.
    var isOrdered: Bool
    private(set) var entries: [Entry] = []

    init(isOrdered: Bool) {
        self.isOrdered = isOrdered
    }

    mutating func add(times: StubTimes, isFallback: Bool) {
        entries.append(Entry(times: times, isFallback: isFallback))
    }

    /// - Parameter matching: The stubs that match, in ascending order.
    mutating func choose(from matching: [Int]) -> Decision {
        if let never = matching.first(where: { entries[$0].times.maximum == 0 }) { return .usedUp(stub: never) }
        if let first = matching.first(where: isFree) {
            if matching.count == 1, !isOrdered { return use(first) }
            let free = matching.filter(isFree)
            if isOrdered { return chooseInOrder(from: free, first) }
            return free.count > 1 ? .ambiguous(free) : use(first)
        }
        if let fallback = matching.last(where: { entries[$0].isFallback && !entries[$0].isUsedUp }) {
            return use(fallback)
        }
        return matching.last.map { .usedUp(stub: $0) } ?? .nothingMatches
    }

    /// Whether the stub may answer before the fallbacks.
    private func isFree(_ stub: Int) -> Bool { !entries[stub].isFallback && !entries[stub].isUsedUp }

    /// The next stub in the order answers: one with calls missing if there is one, else one that may be called.
    private mutating func chooseInOrder(from free: [Int], _ first: Int) -> Decision {
        let position = entries.lastIndex { !$0.isFallback && $0.count > 0 } ?? 0
        let ahead = free.filter { $0 >= position }
        let due = ahead.first { entries[$0].count < entries[$0].times.minimum && unfinished(before: $0) == nil }
        guard let chosen = due ?? ahead.first else { return .tooLate(stub: first, called: position) }
        if let expected = unfinished(before: chosen) { return .tooEarly(stub: chosen, expected: expected) }
        return use(chosen)
    }

    private mutating func use(_ stub: Int) -> Decision {
        defer { entries[stub].count += 1 }
        return .answer(stub: stub, use: entries[stub].count)
    }

    private func unfinished(before stub: Int) -> Int? {
        entries[..<stub].firstIndex { !$0.isFallback && $0.count < $0.times.minimum }
    }

    /// The stubs with fewer calls than their minimum.
    var unfinished: [Int] {
        entries.indices.filter { entries[$0].count < entries[$0].times.minimum }
    }
}
