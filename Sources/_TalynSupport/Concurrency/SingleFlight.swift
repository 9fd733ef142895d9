/// Lets tasks that want the same thing at the same time share one operation.
///
/// The operation runs in a task of its own. A waiter that leaves affects no other one. When the last one leaves, the operation is
/// cancelled, and the next one starts another.
public final class SingleFlight<Key: Hashable & Sendable, Waiter: Sendable>: Sendable {
    public typealias Operation = @Sendable (_ flight: Int) async -> Void

    @usableFromInline struct Run: Sendable {
        @usableFromInline var task: Task<Void, Never>?
        /// Whether it was cancelled, also before it had a task.
        @usableFromInline var isCancelled = false
        /// The news for those that join later.
        @usableFromInline var news: (@Sendable (Waiter) -> Void)?

        @inlinable init() {}
    }

    @usableFromInline let table = Lock(FlightTable<Key, Run, Waiter>())

    @inlinable public init() {}

    /// Whether nothing is under way.
    public var isIdle: Bool { table.withLock(\.isEmpty) }

    public var waiterCount: Int { table.withLock(\.waiterCount) }

    /// Joins the operation for a key. The first waiter starts it, on the caller's thread up to its first suspension.
    ///
    /// - Parameter operation: Ends with ``finish(_:_:)``.
    @inlinable public func join(
        _ key: Key,
        as waiter: Waiter,
        _ operation: @escaping Operation
    ) -> (ticket: FlightTicket, isFirst: Bool) {
        let (ticket, isFirst, news) = table.withLock { table in
            let (ticket, isFirst) = table.join(key, as: waiter, startingWith: Run())
            return (ticket, isFirst, isFirst ? nil : table[ticket.flight]?.state.news)
        }
        news?(waiter)
        if isFirst { keep(Task.immediately { await operation(ticket.flight) }, of: ticket.flight) }
        return (ticket, isFirst)
    }

    /// Starts the operation for a key, unless it is under way. It goes on without waiters until one has come and left.
    @inlinable public func start(_ key: Key, _ operation: @escaping Operation) {
        let flight = table.withLock { table in table.flight(for: key) == nil ? table.start(key, Run()) : nil }
        if let flight { keep(Task.inScope { await operation(flight) }, of: flight) }
    }

    @usableFromInline func keep(_ task: Task<Void, Never>, of flight: Int) {
        let isCancelled = table.withLock { table in
            table[flight]?.state.task = task
            return table[flight]?.state.isCancelled
        }
        // Nil if it has ended, or all waiters have left.
        if isCancelled ?? true { task.cancel() }
    }

    /// Tells the waiters of an operation something before its end. Those that join later hear it, too.
    @inlinable public func tell(_ flight: Int, _ news: @escaping @Sendable (Waiter) -> Void) {
        let waiters = table.withLock { table in
            table[flight]?.state.news = news
            return table[flight]?.waiters ?? []
        }
        for waiter in waiters { news(waiter) }
    }

    /// Ends an operation, and cancels its task if it goes on. One that has ended already isn't affected.
    @inlinable public func finish(_ flight: Int, _ end: (Waiter) -> Void) {
        guard let ended = table.withLock({ $0.finish(flight) }) else { return }
        for waiter in ended.waiters { end(waiter) }
        ended.state.task?.cancel()
    }

    /// Removes a waiter.
    @inlinable public func leave(_ ticket: FlightTicket) {
        let abandoned = table.withLock { $0.leave(ticket) ? $0.finish(ticket.flight) : nil }
        abandoned?.state.task?.cancel()
    }

    /// Cancels the operation for a key. Its waiters get its result, and the next one starts another.
    public func cancel(_ key: Key) {
        let task = table.withLock { table -> Task<Void, Never>? in
            guard let flight = table.close(key) else { return nil }
            table[flight]?.state.isCancelled = true
            return table[flight]?.state.task
        }
        task?.cancel()
    }
}

extension SingleFlight {
    /// Joins or starts the operation for a key, and waits for its result.
    ///
    /// - Throws: The error of the operation. `CancellationError` when the task is cancelled.
    public func value<Value>(
        for key: Key,
        _ operation: @escaping @Sendable (_ flight: Int) async throws -> Value
    ) async throws -> Value where Waiter == Promise<Result<Value, any Error>> {
        let waiter = Waiter()
        let (ticket, _) = join(key, as: waiter) { [self] in await run($0, operation) }
        guard let result = await waiter.value() else {
            leave(ticket)
            throw CancellationError()
        }
        return try result.get()
    }

    /// Starts the operation for a key, unless it is under way, without waiting for it.
    public func start<Value>(
        _ key: Key,
        _ operation: @escaping @Sendable (_ flight: Int) async throws -> Value
    ) where Waiter == Promise<Result<Value, any Error>> {
        start(key) { [self] (flight) async -> Void in await run(flight, operation) }
    }

    private func run<Value>(
        _ flight: Int,
        _ operation: @Sendable (_ flight: Int) async throws -> Value
    ) async where Waiter == Promise<Result<Value, any Error>> {
        let result = await Result { try await operation(flight) }
        finish(flight) { $0.resolve(result) }
    }
}

/// The key where there is only one thing to share.
public enum SoleKey: Hashable, Sendable {
    case sole
}
