public import TalynCore
import _TalynSupport

/// Limits the number of calls that run at the same time: further calls wait until others end.
///
/// ```swift
/// let weather = Provider<Weather>(plugins: [ConcurrencyLimitPlugin(4, maximumWaiting: 100)])
/// ```
///
/// Calls wait in order of their ``RequestOptions/priority``, and in order of arrival within the same priority. When too
/// many wait, the least urgent one fails with a ``RejectionError``. Several providers can share the plugin; it then
/// counts their calls together.
///
/// A running call must not wait for another call with the same key, such as one that refreshes its token: the two could
/// wait for each other forever. Make such a call with a provider without the plugin, or let ``CallKey/by(_:)`` return
/// nil for it.
public final class ConcurrencyLimitPlugin: CallInterceptor {
    /// The end of a wait.
    enum Outcome: Sendable {
        case admitted
        case evicted
    }

    typealias Machine = ConcurrencyLimitStateMachine<Promise<Outcome>>

    private let key: CallKey
    let machine: Locked<Machine>

    /// Creates a plugin.
    ///
    /// - Parameters:
    ///   - limit: The number of calls that can run at the same time; at least one.
    ///   - maximumWaiting: The number of calls that can wait; nil for no limit.
    ///   - key: The calls to count together; by default those with the same scheme, host and port.
    public init(_ limit: Int, maximumWaiting: Int? = nil, key: CallKey = .origin) {
        self.key = key
        machine = Locked(Machine(limit: limit, maximumWaiting: maximumWaiting ?? .max))
    }

    /// The number of keys with a state.
    var keyCount: Int { machine.withLock { $0.keyCount } }

    /// The numbers of calls that run and that wait.
    func counts(_ key: String) -> (running: Int, waiting: Int) { machine.withLock { $0.counts(key) } }

    public func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        guard let key = key.text(endpoint, context.target) else { return try await next(endpoint) }
        try await begin(key, endpoint, context)
        defer { end(key) }
        return try await next(endpoint)
    }

    /// Ends a running call, and lets the first waiting one begin that isn't cancelled.
    private func end(_ key: String) {
        while let waiter = machine.withLock({ $0.end(key) }) {
            if waiter.resolve(.admitted) { return }
        }
    }

    /// Waits until the call can begin.
    private func begin(_ key: String, _ endpoint: Endpoint, _ context: CallContext) async throws {
        let priority = endpoint.priority
        switch machine.withLock({ $0.enter(key, priority: priority, makeWaiter: { Promise<Outcome>() }) }) {
        case .admitted: break
        case .rejected: throw RejectionError(.tooManyWaiting, key: key)
        case .queued(let id, let waiter, let evicted):
            evicted?.resolve(.evicted)
            let start = context.elapsed
            switch await waiter.value() {
            case .admitted?:
                context.note("waited \((context.elapsed - start).inWords) for other calls to end", by: self)
            case .evicted?:
                throw RejectionError(.tooManyWaiting, key: key)
            case nil:
                machine.withLock { $0.leave(key, id: id) }
                throw TalynError.cancelled
            }
        }
    }
}

/// Decides which calls run and which wait, for each key.
struct ConcurrencyLimitStateMachine<Waiter> {
    enum Decision {
        case admitted
        /// The call waits, and takes the place of a less urgent one if too many wait.
        case queued(id: Int, Waiter, evicted: Waiter?)
        case rejected
    }

    private struct Group {
        var runningCount = 0
        var queue = WaitQueue<Waiter>()
    }

    private let limit: Int
    let maximumWaiting: Int
    private var groups: [String: Group] = [:]
    private var nextID = 0

    init(limit: Int, maximumWaiting: Int) {
        self.limit = max(limit, 1)
        self.maximumWaiting = max(maximumWaiting, 0)
    }

    /// The number of keys with a state.
    var keyCount: Int { groups.count }

    /// The numbers of calls that run and that wait.
    func counts(_ key: String) -> (running: Int, waiting: Int) {
        groups[key].map { ($0.runningCount, $0.queue.count) } ?? (0, 0)
    }

    /// Begins a call, or adds it to the queue.
    mutating func enter(_ key: String, priority: RequestPriority, makeWaiter: () -> Waiter) -> Decision {
        nextID += 1
        // Changes the group in place: a copy in a variable would copy the queue.
        return { [limit, maximumWaiting, nextID] (group: inout Group) in
            if group.runningCount < limit {
                group.runningCount += 1
                return .admitted
            }
            var evicted: Waiter?
            if group.queue.count >= maximumWaiting {
                guard group.queue.position(for: priority) < group.queue.count else { return .rejected }
                evicted = group.queue.evictLast()
            }
            let waiter = makeWaiter()
            group.queue.enqueue(waiter, id: nextID, priority: priority)
            return .queued(id: nextID, waiter, evicted: evicted)
        }(&groups[key, default: Group()])
    }

    /// Ends a running call.
    ///
    /// - Returns: The waiter of the call that begins instead. No other call can take its place. If it was cancelled, end it, too.
    mutating func end(_ key: String) -> Waiter? {
        guard let index = groups.index(forKey: key) else { return nil }
        if let entry = groups.values[index].queue.dequeue() { return entry.waiter }
        groups.values[index].runningCount -= 1
        if groups.values[index].runningCount == 0 { groups.remove(at: index) }
        return nil
    }

    /// Removes a call that was cancelled while it waited.
    mutating func leave(_ key: String, id: Int) {
        groups[key]?.queue.leave(id)
    }
}
