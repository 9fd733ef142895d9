import TalynCore

/// The readers of the events of a plugin. Each of them gets the events from then on.
package final class EventWatchers<Event: Sendable>: Sendable {
    /// The number of events that a slow reader can miss none of.
    private static var capacity: Int { 64 }

    private let continuations = Locked<[Int: AsyncStream<Event>.Continuation]>([:])
    private let numbers = Locked(0)

    package init() {}

    package func stream() -> AsyncStream<Event> {
        let number = numbers.withLock { number in
            number += 1
            return number
        }
        return AsyncStream(bufferingPolicy: .bufferingNewest(Self.capacity)) { [continuations] continuation in
            continuation.onTermination = { [weak continuations] _ in
                continuations?.withLock { $0[number] = nil }
            }
            continuations.withLock { $0[number] = continuation }
        }
    }

    package func send(_ event: Event) {
        for continuation in continuations.withLock({ Array($0.values) }) { continuation.yield(event) }
    }

    deinit {
        // Outside the lock: the end of a stream takes it, too.
        for continuation in continuations.withLock({ Array($0.values) }) { continuation.finish() }
    }
}
