/// The readers of the events of one object. Each of them gets the events from then on, in the order in which they were added.
public final class EventWatchers<Event: Sendable>: Sendable {
    private struct State {
        var continuations: [Int: AsyncStream<Event>.Continuation] = [:]
        var lastNumber = 0
        var pending = Queue<Event>()
        var isSending = false
    }

    /// The number of events that a slow reader can miss none of.
    private static var capacity: Int { 64 }

    private let state = Locked(State())

    public init() {}

    /// A new reader's events. The sequence ends with this object.
    public func stream() -> AsyncStream<Event> {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return AsyncStream(bufferingPolicy: .bufferingNewest(Self.capacity)) { [state] continuation in
            continuation.onTermination = { [weak state] _ in
                state?.withLock { $0.continuations[number] = nil }
            }
            state.withLock { $0.continuations[number] = continuation }
        }
    }

    /// Adds an event. Call it under the lock of the state that has changed, and ``send()`` after that.
    public func add(_ event: Event) {
        state.withLock { state in
            if !state.continuations.isEmpty { state.pending.append(event) }
        }
    }

    /// Sends the events that were added. If another thread is sending, that one sends them.
    public func send() {
        while let (event, continuations) = next() {
            for continuation in continuations { continuation.yield(event) }
            state.withLock { $0.isSending = false }
        }
    }

    private func next() -> (Event, [AsyncStream<Event>.Continuation])? {
        state.withLock { state in
            guard !state.isSending, let event = state.pending.popFirst() else { return nil }
            state.isSending = true
            return (event, Array(state.continuations.values))
        }
    }

    deinit {
        // Outside the lock: the end of a stream takes it, too.
        for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.finish() }
    }
}
