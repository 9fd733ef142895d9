import TalynCore
import _TalynSupport

/// The requests under way whose responses others may wait for.
final class Flights: Sendable {
    private struct Flight {
        /// Whether the response has begun, and its body is being stored.
        var hasBegun = false
        let outcome = Outcome()
        /// The tasks that wait; nil for one that is about to wait.
        private var waiters: [Int: CheckedContinuation<Void, Never>?] = [:]

        /// Adds a task that is about to wait.
        mutating func addWaiter(_ number: Int) {
            waiters[number] = .some(nil)
        }

        /// Makes a task wait; returns false if it was released already.
        mutating func wait(_ number: Int, _ continuation: CheckedContinuation<Void, Never>) -> Bool {
            guard waiters[number] != nil else { return false }
            waiters[number] = continuation
            return true
        }

        /// Lets a task go on.
        mutating func release(_ number: Int) -> CheckedContinuation<Void, Never>? {
            waiters.removeValue(forKey: number).flatMap { $0 }
        }

        /// Lets all tasks go on.
        mutating func releaseAll() -> [CheckedContinuation<Void, Never>] {
            defer { waiters = [:] }
            return waiters.values.compactMap { $0 }
        }
    }

    /// The end of a request, for the tasks that waited for it.
    private final class Outcome: Sendable {
        private let state = Locked(false)

        /// Whether the request ended without a response that others can use, because its caller didn't go on.
        var isCancelled: Bool { state.withLock { $0 } }

        func cancel() {
            state.withLock { $0 = true }
        }
    }

    /// The place of a request among identical ones.
    enum Start {
        /// Others can wait for it. End it by ``end(_:)``.
        case first
        /// Another one is under way.
        case underWay
        /// The response to the last one wasn't stored. To wait for this one would help no other.
        case alone
    }

    /// The largest number of remembered requests whose responses weren't stored.
    private static let maximumUnstored = 1_000

    private struct State {
        var flights: [String: Flight] = [:]
        /// The requests whose last responses weren't stored.
        var unstored: Set<String> = []
        /// The number of the last task. Numbers are never used twice: a task can come late, when another request with its key
        /// is under way.
        private var lastWaiter = 0

        /// Adds a task that is about to wait for a request under way.
        mutating func addWaiter(for key: String) -> Int {
            lastWaiter += 1
            flights[key]?.addWaiter(lastWaiter)
            return lastWaiter
        }
    }

    /// The longest wait for a body: its reader may be slow, or never go on.
    static let patience = Duration.seconds(5)

    private let state = Locked(State())
    private let time: TimeSource

    init(_ time: TimeSource) {
        self.time = time
    }

    var keys: [String] { state.withLock { Array($0.flights.keys) } }

    /// Starts a request, unless an equal one is under way.
    func begin(_ key: String) -> Start {
        state.withLock { state in
            if state.flights[key] == nil {
                state.flights[key] = Flight()
                return .first
            }
            return state.unstored.contains(key) ? .alone : .underWay
        }
    }

    /// Notes whether the response to a request is stored.
    func note(_ key: String, isStored: Bool) {
        state.withLock { state in
            if isStored {
                state.unstored.remove(key)
            } else {
                if state.unstored.count >= Self.maximumUnstored { state.unstored = [] }
                state.unstored.insert(key)
            }
        }
    }

    /// Notes that the body of the response is being stored.
    func storeBody(_ key: String) {
        let waiters = state.withLock { state in
            state.flights[key]?.hasBegun = true
            return state.flights[key]?.releaseAll() ?? []
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Ends a request, and lets all others go on.
    ///
    /// - Parameter isCancelled: Whether its caller didn't go on. One of the others then takes its place.
    func end(_ key: String, isCancelled: Bool = false) {
        var flight = state.withLock { $0.flights.removeValue(forKey: key) }
        if isCancelled { flight?.outcome.cancel() }
        for waiter in flight?.releaseAll() ?? [] { waiter.resume() }
    }

    /// Waits for the end of a request, and at most ``patience`` for its body.
    ///
    /// - Returns: Whether to begin again: the request was cancelled, or it ended before the wait.
    /// - Throws: `CancellationError` when the task is cancelled.
    @discardableResult
    func wait(for key: String) async throws -> Bool {
        guard let outcome = state.withLock({ $0.flights[key]?.outcome }) else { return true }
        if let number = addWaiter(for: key, onlyBeforeBody: true) { try await waitForNews(of: key, as: number) }
        guard !outcome.isCancelled, let number = addWaiter(for: key) else { return outcome.isCancelled }
        let timer = time.timer(for: Self.patience)
        let alarm = Task.inScope { [self] in
            guard (try? await timer.wait()) != nil else { return }
            release(number, key)
        }
        defer { alarm.cancel() }
        try await waitForNews(of: key, as: number)
        return outcome.isCancelled
    }

    /// Adds a task that is about to wait; returns nil if there is nothing to wait for.
    func addWaiter(for key: String, onlyBeforeBody: Bool = false) -> Int? {
        state.withLock { state in
            guard let flight = state.flights[key], !onlyBeforeBody || !flight.hasBegun else { return nil }
            return state.addWaiter(for: key)
        }
    }

    /// Waits until the body of the response begins or the request ends.
    private func waitForNews(of key: String, as number: Int) async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { $0.flights[key]?.wait(number, continuation) ?? false }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            release(number, key)
        }
        try Task.checkCancellation()
    }

    private func release(_ number: Int, _ key: String) {
        state.withLock { $0.flights[key]?.release(number) }?.resume()
    }
}
