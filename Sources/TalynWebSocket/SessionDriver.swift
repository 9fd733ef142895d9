import TalynCore
import _TalynFoundation
import _TalynSupport

/// Opens the connections of a session one after the other, and hands their messages to its readers. One task does both.
final class SessionDriver<Incoming: Sendable, Outgoing: Sendable>: Sendable {
    typealias Connection = WebSocketConnection<Incoming, Outgoing>
    typealias State = WebSocketSession<Incoming, Outgoing>.State

    struct Values {
        var state = State.idle
        var task: Task<Void, Never>?
        /// The connection for senders; nil while none is open.
        var connection: Connection?
        /// The connection whose closure runs.
        var resuming: Connection?
        /// The end of the session; nil before it.
        var outcome: Result<Void, TalynError>?
        /// The close frame that the caller asks for.
        var close: WebSocketClose?
        /// The senders that wait for a connection, by their numbers.
        var senders: [Int: Promise<Void>] = [:]
        var lastSender = 0
        var hasReader = false
        /// The number of messages that were handed out and that no reader has taken.
        var unread = 0
        /// Wakes the task, which waits for a reader or a sender.
        var wake: Promise<Void>?
    }

    /// The number of messages that no reader has taken from which on a sender gets no further connection.
    static var unreadLimit: Int { 64 }

    private let connect: @Sendable (_ timeLeft: Duration?) async throws(TalynError) -> Connection
    private let resume: @Sendable (Connection) async throws -> Void
    let rules: WebSocketReconnection
    let time: TimeSource
    private let random: SharedRandom
    let values = Lock(Values())
    let messages = MessageQueue<Result<Incoming, TalynError>>()
    let watchers = EventWatchers<State>()

    init(
        _ connect: @escaping @Sendable (_ timeLeft: Duration?) async throws(TalynError) -> Connection,
        _ rules: WebSocketReconnection,
        _ time: TimeSource,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        resume: @escaping @Sendable (Connection) async throws -> Void
    ) {
        self.connect = connect
        self.resume = resume
        self.rules = rules
        self.time = time
        self.random = SharedRandom(random)
    }

    // MARK: Connections

    /// Holds the conversation, up to the end of the session.
    func run() async {
        do throws(TalynError) {
            try await holdConversation()
            end(.success(()))
        } catch {
            end(.failure(error))
        }
        endMessages()
    }

    private var hasEnded: Bool { values.withLock { $0.outcome != nil } }

    private func holdConversation() async throws(TalynError) {
        var machine = ReconnectionStateMachine(rules)
        var deadline: Duration?
        while let delay = try await converse(&machine, &deadline) {
            show(.waiting(delay))
            do {
                // The connection after the deadline fails at once.
                try await time.sleep(for: deadline.map { min(delay, $0 - time.now) } ?? delay)
            } catch {
                throw TalynError(error)
            }
        }
    }

    /// Opens a connection, and passes its messages on until its end.
    ///
    /// - Returns: The wait before the next connection; nil at the end of the session.
    private func converse(
        _ machine: inout ReconnectionStateMachine,
        _ deadline: inout Duration?
    ) async throws(TalynError) -> Duration? {
        show(.connecting)
        var random = random
        let connection: Connection
        do throws(TalynError) {
            connection = try await connect(deadline.map { $0 - time.now })
        } catch {
            let asked = error.response.flatMap { RetryAfter.delay(in: $0.headerFields) { Date() } }
            let decision = machine.failed(error, wait: asked, random: &random)
            guard case .reconnect(let delay) = decision else { throw error }
            return delay
        }
        machine.opened()
        if deadline == nil { deadline = connection.response.context?.timeLeft.map { time.now + $0 } }
        let failure = try await passMessages(of: connection, &machine)
        if hasEnded { return nil }
        if let failure, failure.transportError?.kind == .deadlineExceeded { throw failure }
        let close = connection.end ?? WebSocketClose(.abnormalClosure)
        let decision = machine.ended(close, random: &random)
        if case .reconnect(let delay) = decision { return delay }
        if decision == .end, close.isNormal { return nil }
        throw failure ?? TalynError(WebSocketError(.closed, close: close), response: connection.response)
    }

    // MARK: Messages

    /// Hands the messages of a connection to the readers.
    ///
    /// - Returns: The error that ended the connection; nil if it was closed.
    /// - Throws: The error of the closure on an open connection.
    private func passMessages(
        of connection: Connection,
        _ machine: inout ReconnectionStateMachine
    ) async throws(TalynError) -> TalynError? {
        do {
            values.withLock { $0.resuming = connection }
            defer { values.withLock { $0.resuming = nil } }
            try await resume(connection)
            show(.open, connection)
        } catch {
            // Readers get the messages of a connection that is lost.
            if connection.isOpen {
                await close(connection)
                throw TalynError(error)
            }
        }
        if hasEnded { await close(connection) }
        var isLeft = false
        var failure: TalynError?
        var iterator = connection.makeAsyncIterator()
        while failure == nil {
            do throws(TalynError) {
                guard let message = try await iterator.next() else { break }
                machine.received()
                await waitForReader(of: connection, &isLeft)
                hand(.success(message))
            } catch {
                if (error.underlyingError as? WebSocketError)?.kind == .invalidMessage {
                    await waitForReader(of: connection, &isLeft)
                    hand(.failure(error))
                } else {
                    failure = error
                }
            }
        }
        // The reader may still need its last message to tell where the next connection goes on.
        if values.withLock(\.hasReader) { await waitForReader(of: connection, &isLeft) }
        return failure
    }

    /// Closes a connection that a closed session doesn't need.
    private func close(_ connection: Connection) async {
        await connection.end(by: values.withLock(\.close) ?? WebSocketClose(.goingAway))
    }

    private func hand(_ message: Result<Incoming, TalynError>) {
        values.withLock { $0.unread += 1 }
        messages.add(message)
    }

    /// Waits until a reader has taken all messages, and asks for another one.
    ///
    /// A sender that waits for the next connection can be the reader itself. So it ends the wait after the end of the connection, and the
    /// rest of its messages is left to the reader, unless too many are.
    private func waitForReader(of connection: Connection, _ isLeft: inout Bool) async {
        while !isLeft, !messages.isAwaited() {
            let change = Promise<Void>()
            isLeft = values.withLock { values in
                values.wake = change
                return !values.senders.isEmpty && values.unread < Self.unreadLimit && !connection.isOpen
            }
            if isLeft || messages.isAwaited() { return }
            guard await change.value() != nil else { return }
        }
    }
}
