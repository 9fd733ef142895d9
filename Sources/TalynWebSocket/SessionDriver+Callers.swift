import TalynCore
import _TalynSupport

/// The functions for readers, senders and the app.
extension SessionDriver {
    var state: State { values.withLock(\.state) }

    func states() -> AsyncStream<State> { values.withLock { watchers.stream(startingWith: $0.state) } }

    /// The next message; nil at the end. A cancelled reader ends the session.
    func next() async throws(TalynError) -> Incoming? {
        start { $0.hasReader = true }
        do {
            try Task.checkCancellation()
            guard let message = try await messages.next(onRoom: { wake() }) else { return nil }
            values.withLock { $0.unread -= 1 }
            wake()
            return try message.get()
        } catch is CancellationError {
            stop(.failure(.cancelled))
            throw .cancelled
        } catch {
            throw TalynError(error)
        }
    }

    /// The open connection, or the next one.
    func connection() async throws(TalynError) -> Connection {
        start()
        if let connection = try openConnection(onMissing: { _ in }) { return connection }
        guard let maximum = rules.maximumWait else { return try await nextConnection().get() }
        let limit = TimeLimit(duration: maximum, time: time)
        if let result = await limit.outcome(of: { await self.nextConnection() }) { return try result.get() }
        var cause = "The session had no open connection for \(maximum.inWords)."
        let unread = values.withLock(\.unread)
        if unread >= Self.unreadLimit { cause += " \(unread) of its messages wait for a reader." }
        throw TalynError(TransportError(.timedOut, cause: cause, delivery: .notSent))
    }

    private func nextConnection() async -> Result<Connection, TalynError> {
        let number = values.withLock { values in
            values.lastSender += 1
            return values.lastSender
        }
        defer { values.withLock { $0.senders[number] = nil } }
        while true {
            let change = Promise<Void>()
            do throws(TalynError) {
                let open = try openConnection { $0.senders[number] = change }
                if let open { return .success(open) }
            } catch {
                return .failure(error)
            }
            wake()
            if await change.value() == nil { return .failure(.cancelled) }
        }
    }

    /// - Throws: The error of a session that has ended.
    private func openConnection(onMissing: (inout Values) -> Void) throws(TalynError) -> Connection? {
        let result = values.withLock { values -> Result<Connection?, TalynError> in
            if let outcome = values.outcome {
                return outcome.flatMap { .failure(TalynError(WebSocketError(.closed))) }
            }
            if let connection = values.connection, connection.isOpen { return .success(connection) }
            onMissing(&values)
            return .success(nil)
        }
        return try result.get()
    }

    // MARK: Start and end

    /// Starts the conversation, unless it has begun.
    private func start(_ change: (inout Values) -> Void = { _ in }) {
        values.withLock { values in
            change(&values)
            guard values.task == nil, values.outcome == nil else { return }
            values.task = Task.inScope { await self.run() }
        }
    }

    /// Ends the session, with a closing handshake. Readers get the messages that have arrived.
    func close(_ close: WebSocketClose) async {
        guard let connection = end(.success(()), close) else { return stop(.success(())) }
        await connection.end(by: close)
    }

    /// Ends the session and all that it does.
    func stop(_ outcome: Result<Void, TalynError>) {
        end(outcome)
        let (task, resuming, close) = values.withLock { ($0.task, $0.resuming, $0.close) }
        guard let task else { return endMessages() }
        // A reader of the closure would close it with the code 1001.
        if let close { resuming?.willEnd(by: close) }
        task.cancel()
    }

    /// Notes the end, the first one.
    ///
    /// - Returns: The open connection.
    @discardableResult
    func end(_ outcome: Result<Void, TalynError>, _ close: WebSocketClose? = nil) -> Connection? {
        let (first, connection) = values.withLock { values in
            if values.outcome == nil {
                values.outcome = outcome
                values.close = close
            }
            return (values.outcome, values.connection)
        }
        if case .failure(let error)? = first { show(.closed(error)) } else { show(.closed(nil)) }
        return connection
    }

    /// Lets readers hear of the end after the last message.
    func endMessages() {
        let outcome = values.withLock { values in
            values.connection = nil
            return values.outcome ?? .success(())
        }
        messages.end(outcome.mapError { $0 as any Error })
    }

    /// Changes the state, with the connection for senders. The first end is the last state.
    func show(_ state: State, _ connection: Connection? = nil) {
        let senders = values.withLock { values -> [Promise<Void>] in
            if case .closed = values.state { return [] }
            values.state = state
            watchers.add(state)
            if case .closed = state { watchers.finish() } else { values.connection = connection }
            defer { values.senders = [:] }
            return Array(values.senders.values)
        }
        watchers.send()
        for sender in senders { sender.resolve(()) }
    }

    /// Lets the conversation look for a reader or a sender again.
    private func wake() { values.withLock { $0.wake.take() }?.resolve(()) }
}
