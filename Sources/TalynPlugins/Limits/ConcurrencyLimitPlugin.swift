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
///
/// With a ``ConcurrencyLimitStore``, several processes keep one limit together.
public final class ConcurrencyLimitPlugin: CallInterceptor {
    /// The end of a wait.
    enum Outcome: Sendable {
        case admitted
        case evicted
        /// The store didn't answer.
        case failed(StoreError)
    }

    typealias Machine = ConcurrencyLimitStateMachine<Promise<Outcome>>

    private let key: CallKey
    let machine: Locked<Machine>
    let sharing: ConcurrencyLimitSharing?

    /// Creates a plugin.
    ///
    /// - Parameters:
    ///   - limit: The number of calls that can run at the same time; at least one.
    ///   - maximumWaiting: The number of calls that can wait; nil for no limit.
    ///   - key: The calls to count together; by default those with the same scheme, host and port.
    ///   - store: A store of places, for a limit of several processes. Nil for a limit of this one.
    ///   - storeOptions: The longest wait for the store, and the effect on calls while it doesn't answer.
    ///   - clock: The clock that measures the lifetime of places in a store.
    public init(
        _ limit: Int,
        maximumWaiting: Int? = nil,
        key: CallKey = .origin,
        store: (any ConcurrencyLimitStore)? = nil,
        storeOptions: StoreOptions = StoreOptions(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.key = key
        machine = Locked(Machine(limit: limit, maximumWaiting: maximumWaiting ?? .max, isShared: store != nil))
        sharing = store.map { ConcurrencyLimitSharing(store: $0, options: storeOptions, time: TimeSource(clock)) }
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
        let now = sharing?.time.now ?? .zero
        while let waiter = machine.withLock({ $0.end(key, now: now) }) {
            if waiter.resolve(.admitted) { break }
        }
        renewIfNeeded(key)
    }

    /// Waits until the call can begin.
    private func begin(_ key: String, _ endpoint: Endpoint, _ context: CallContext) async throws {
        let priority = endpoint.priority
        let now = sharing?.time.now ?? .zero
        let decision = machine.withLock {
            $0.enter(key, priority: priority, now: now, makeWaiter: { Promise<Outcome>() })
        }
        renewIfNeeded(key)
        switch decision {
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
            case .failed(let error)?:
                throw error
            case nil:
                machine.withLock { $0.leave(key, id: id) }
                throw TalynError.cancelled
            }
        }
    }
}
