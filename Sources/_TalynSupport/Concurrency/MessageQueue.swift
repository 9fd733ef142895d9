/// Elements that one side adds and another side takes, in their order. It has limits, and an end.
public final class MessageQueue<Element: Sendable>: Sendable {
    private typealias Taker = Promise<Result<Element?, any Error>>

    private struct State {
        var elements = Queue<(element: Element, size: Int)>()
        var size = 0
        /// The tasks that wait for an element, in their order.
        var takers = Queue<Taker>()
        /// The result after the last element; nil before the end.
        var outcome: Result<Void, any Error>?
        var endWaiters: [Promise<Void>] = []
        var isPaused = false
        /// Whether the adding side hears of the next task that waits.
        var announcesTaker = false

        /// Removes a cancelled taker.
        mutating func remove(_ taker: Taker) {
            var others = Queue<Taker>()
            while let other = takers.popFirst() {
                if other !== taker { others.append(other) }
            }
            takers = others
        }
    }

    private let countLimit: Int
    private let sizeLimit: Int
    private let state = Lock(State())

    /// - Parameters:
    ///   - countLimit: The number of elements from which on there is no room.
    ///   - sizeLimit: The size of all elements together from which on there is no room.
    public init(countLimit: Int = .max, sizeLimit: Int = .max) {
        self.countLimit = max(countLimit, 1)
        self.sizeLimit = max(sizeLimit, 1)
    }

    /// Whether the adding side waits for room; see ``hasRoom()``.
    public var isPaused: Bool { state.withLock(\.isPaused) }

    public var hasEnded: Bool { state.withLock { $0.outcome != nil } }

    // MARK: Adding

    /// Whether there is room. If not, a later ``next(onRoom:)`` tells when.
    public func hasRoom() -> Bool {
        state.withLock { state in
            state.isPaused = state.elements.count >= countLimit || state.size >= sizeLimit
            return !state.isPaused
        }
    }

    /// Whether a task waits for an element. If not, ``next(onRoom:)`` tells when one does.
    public func isAwaited() -> Bool {
        state.withLock { state in
            state.announcesTaker = state.takers.isEmpty
            return !state.takers.isEmpty
        }
    }

    /// Adds an element, also without room. After the end, it is dropped. One thread at a time adds.
    public func add(_ element: Element, size: Int = 0) {
        while true {
            let taker = state.withLock { state -> Taker? in
                if state.outcome != nil { return nil }
                if let taker = state.takers.popFirst() { return taker }
                state.elements.append((element, size))
                state.size += size
                return nil
            }
            // A cancelled taker takes no element.
            guard let taker, !taker.resolve(.success(element)) else { return }
        }
    }

    /// Ends the queue. The elements in it can still be taken. The first call counts.
    ///
    /// - Parameter outcome: The result after the last element.
    public func end(_ outcome: Result<Void, any Error>) {
        var (takers, waiters) = state.withLock { state in
            guard state.outcome == nil else { return (Queue<Taker>(), [Promise<Void>]()) }
            state.outcome = outcome
            defer { (state.takers, state.endWaiters) = (Queue(), []) }
            return (state.takers, state.endWaiters)
        }
        while let taker = takers.popFirst() { taker.resolve(outcome.map { nil }) }
        for waiter in waiters { waiter.resolve(()) }
    }

    // MARK: Taking

    /// The next element; nil at the end.
    ///
    /// - Parameter onRoom: Hears that there is room again, or that the element is waited for; see ``hasRoom()`` and ``isAwaited()``.
    /// - Throws: The error of the end, and `CancellationError`.
    public func next(onRoom: () -> Void = {}) async throws -> Element? {
        var hasRoom = false
        let taking = state.withLock { state -> Taking in
            if let (element, size) = state.elements.popFirst() {
                state.size -= size
                hasRoom = state.isPaused && state.elements.count <= countLimit / 2 && state.size <= sizeLimit / 2
                if hasRoom { state.isPaused = false }
                return .result(.success(element))
            }
            if let outcome = state.outcome { return .result(outcome.map { nil }) }
            let taker = Taker()
            state.takers.append(taker)
            hasRoom = state.announcesTaker
            state.announcesTaker = false
            return .wait(taker)
        }
        if hasRoom { onRoom() }
        switch taking {
        case .result(let result): return try result.get()
        case .wait(let taker):
            guard let result = await taker.value() else {
                state.withLock { $0.remove(taker) }
                throw CancellationError()
            }
            return try result.get()
        }
    }

    private enum Taking {
        case result(Result<Element?, any Error>)
        case wait(Taker)
    }

    /// Removes the elements that nobody has taken.
    public func removeAll() -> [Element] {
        state.withLock { state in
            var elements: [Element] = []
            while let (element, _) = state.elements.popFirst() { elements.append(element) }
            state.size = 0
            return elements
        }
    }

    /// Waits for the end, or for the cancellation of the task.
    public func waitForEnd() async {
        let waiter = Promise<Void>()
        let hasEnded = state.withLock { state in
            if state.outcome == nil { state.endWaiters.append(waiter) }
            return state.outcome != nil
        }
        if !hasEnded, await waiter.value() == nil { state.withLock { $0.endWaiters.removeAll { $0 === waiter } } }
    }
}
