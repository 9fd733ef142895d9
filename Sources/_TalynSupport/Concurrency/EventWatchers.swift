/// The readers of the events of one object. Each of them gets the events from then on, in the order in which they were added.
public final class EventWatchers<Event: Sendable>: Sendable {
    private struct Reader {
        let continuation: AsyncStream<Event>.Continuation
        /// The number of events before it.
        let start: Int
    }

    private struct State {
        var readers: [Int: Reader] = [:]
        var lastReader = 0
        /// The number of all events.
        var eventCount = 0
        var pending = Queue<(event: Event, number: Int)>()
        var isSending = false
        /// Whether no events follow the pending ones.
        var isFinished = false
    }

    /// The number of unread events that are kept for a reader. A slower reader loses the oldest ones.
    private static var capacity: Int { 64 }

    private let state = Locked(State())

    public init() {}

    /// A new reader's events. The sequence ends with this object, or with ``finish()``.
    ///
    /// - Parameter first: An event that the reader gets before them, such as the current state. With one, call the function under the
    ///   lock of that state, so that no change of the state is missing in the sequence.
    public func stream(startingWith first: Event? = nil) -> AsyncStream<Event> {
        let number = state.withLock { state in
            state.lastReader += 1
            return state.lastReader
        }
        return AsyncStream(bufferingPolicy: .bufferingNewest(Self.capacity)) { [state] continuation in
            if let first { continuation.yield(first) }
            continuation.onTermination = { [weak state] _ in
                state?.withLock { $0.readers[number] = nil }
            }
            let isOver = state.withLock { state in
                if !state.isFinished {
                    state.readers[number] = Reader(continuation: continuation, start: state.eventCount)
                }
                return state.isFinished
            }
            if isOver { continuation.finish() }
        }
    }

    /// Adds an event. Call it under the lock of the state that has changed, and ``send()`` after that.
    public func add(_ event: Event) {
        state.withLock { state in
            state.eventCount += 1
            if !state.readers.isEmpty { state.pending.append((event, state.eventCount)) }
        }
    }

    /// Ends the sequences after the events that were added. Call ``send()`` after that.
    public func finish() {
        state.withLock { $0.isFinished = true }
    }

    /// Sends the events that were added. If another thread is sending, that one sends them.
    public func send() {
        while let (event, continuations) = next() {
            for continuation in continuations { continuation.yield(event) }
            state.withLock { $0.isSending = false }
        }
        let finished = state.withLock { state in
            guard state.isFinished, !state.isSending, state.pending.isEmpty else { return [Reader]() }
            defer { state.readers = [:] }
            return Array(state.readers.values)
        }
        for reader in finished { reader.continuation.finish() }
    }

    private func next() -> (Event, [AsyncStream<Event>.Continuation])? {
        state.withLock { state in
            guard !state.isSending, let (event, number) = state.pending.popFirst() else { return nil }
            state.isSending = true
            return (event, state.readers.values.filter { $0.start < number }.map(\.continuation))
        }
    }

    deinit {
        // Outside the lock: the end of a stream takes it, too.
        for reader in state.withLock({ Array($0.readers.values) }) { reader.continuation.finish() }
    }
}
