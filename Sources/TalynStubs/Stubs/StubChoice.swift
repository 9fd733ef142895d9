/// Chooses which of the stubs that match answers, and counts.
///
/// Decides and does nothing else.
struct StubChoice: Sendable {
    struct Entry: Sendable {
        let times: StubTimes
        /// Whether it only answers what no other stub does.
        let isFallback: Bool
        var count = 0

        var isUsedUp: Bool { count >= times.maximum }
    }

    enum Decision: Equatable {
        /// The stub, and how often it has answered before.
        case answer(stub: Int, use: Int)
        case nothingMatches
        /// All that match have been called as often as they may be.
        case usedUp(stub: Int)
        case ambiguous([Int])
        /// Another one is to be called first.
        case tooEarly(stub: Int, expected: Int)
        /// One that comes after it has been called.
        case tooLate(stub: Int, called: Int)

        /// The stub that answers, if one does.
        var answering: Int? {
            if case .answer(let stub, _) = self { stub } else { nil }
        }
    }

    /// Whether the stubs are to be called in their order.
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
        let free = matching.filter { !entries[$0].isFallback && !entries[$0].isUsedUp }
        if let first = free.first {
            if isOrdered { return chooseInOrder(from: free, first) }
            return free.count > 1 ? .ambiguous(free) : use(first)
        }
        if let fallback = matching.last(where: { entries[$0].isFallback && !entries[$0].isUsedUp }) {
            return use(fallback)
        }
        return matching.last.map { .usedUp(stub: $0) } ?? .nothingMatches
    }

    /// The next in the order answers: at first one that is still to be called, and else one that may be.
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

    /// The stubs that have been called less often than they are to be.
    var unfinished: [Int] {
        entries.indices.filter { entries[$0].count < entries[$0].times.minimum }
    }
}
