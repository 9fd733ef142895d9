/// Makes no more than so many calls at a time: those beyond wait until others end.
///
/// ```swift
/// let weather = Provider<Weather>(plugins: [ConcurrencyLimitPlugin(4, maximumWaiting: 100)])
/// ```
///
/// Calls wait in the order of their ``RequestOptions/priority``, and of their coming where that is the same. When too many
/// wait, the least urgent fails with a ``RefusalError``. The plugin may be given to several providers, which it then
/// counts together.
///
/// A call that is under way must not wait for another that the plugin counts with it, such as one that refreshes its token: they
/// could wait for each other forever. Make such a call by a provider without the plugin, or let ``CallKey/by(_:)`` give nil.
public final class ConcurrencyLimitPlugin: Plugin {
    private enum Turn: Sendable {
        case begins
        case refused
    }

    private typealias Machine = ConcurrencyLimitStateMachine<Callback<Turn>>

    private let key: CallKey
    private let machine: Locked<Machine>

    /// Creates a plugin.
    ///
    /// - Parameters:
    ///   - limit: How many calls may be under way at a time; at least one.
    ///   - maximumWaiting: How many calls may wait; nil for any number.
    ///   - key: Which calls count together, by default those to the same scheme, host and port.
    public init(_ limit: Int, maximumWaiting: Int? = nil, key: CallKey = .origin) {
        self.key = key
        machine = Locked(Machine(limit: limit, maximumWaiting: maximumWaiting ?? .max))
    }

    /// How many keys have a state.
    var keyCount: Int { machine.withLock { $0.keyCount } }

    /// How many calls are under way, and how many wait.
    func counts(_ key: String) -> (running: Int, waiting: Int) { machine.withLock { $0.counts(key) } }

    public func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response {
        guard let key = key.text(endpoint, target) else { return try await next(endpoint) }
        if let place = try enter(key, endpoint) { try await wait(at: place, key, endpoint) }
        defer { machine.withLock { $0.end(key) }?.resolve(.begins) }
        return try await next(endpoint)
    }

    /// Takes one of the places for calls under way, or one in the line for them.
    private func enter(_ key: String, _ endpoint: Endpoint) throws -> (id: Int, turn: Callback<Turn>)? {
        let priority = endpoint.priority
        switch machine.withLock({ $0.enter(key, priority: priority, makeWaiter: { Callback<Turn>() }) }) {
        case .passes:
            return nil
        case .waits(let id, let turn, let expelled):
            expelled?.resolve(.refused)
            return (id, turn)
        case .refused:
            throw RefusalError(.tooManyWaiting, key: key)
        }
    }

    private func wait(at place: (id: Int, turn: Callback<Turn>), _ key: String, _ endpoint: Endpoint) async throws {
        let start = endpoint.elapsed
        let turn = await place.turn.value()
        guard case .begins? = turn else {
            machine.withLock { $0.leave(key, id: place.id) }?.resolve(.begins)
            if case .refused? = turn { throw RefusalError(.tooManyWaiting, key: key) }
            throw TalynError.cancelled
        }
        endpoint.note("waited \((endpoint.elapsed - start).inWords) for other calls to end", by: self)
    }
}
