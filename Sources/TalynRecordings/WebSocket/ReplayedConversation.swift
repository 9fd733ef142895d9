import TalynCore
import _TalynFoundation
import _TalynSupport

/// The server's side of a recorded conversation.
///
/// A received message comes after the messages that the client sent before it, as in the recording.
final class ReplayedConversation: Sendable {
    private struct State {
        /// The number of messages that the client has sent.
        var sentCount = 0
        var end: WebSocketClose?
        /// The error of the recording that ended the conversation.
        var problem: RecordingError?
        var isReported = false
    }

    /// Makes the errors of an entry.
    struct Problems: Sendable {
        let incomplete: @Sendable (String) -> RecordingError
        let unexpected: @Sendable (_ message: Int?, _ problem: String) -> RecordingError
        /// Gets the error that the client gets.
        let onProblem: @Sendable (RecordingError) -> Void
        /// Gets the number of recorded messages that the client hasn't sent.
        let onSend: @Sendable (Int) -> Void
    }

    let toClient = MessageQueue<WebSocketMessage>()
    private let conversation: Recording.Conversation
    /// The recorded messages of the client, and their numbers.
    private let expected: [(number: Int, pattern: MessagePattern)]
    private let sent = MessageQueue<Void>()
    private let time: TimeSource?
    private let origin: Origin?
    private let problems: Problems
    private let state = Locked(State())

    /// - Parameters:
    ///   - redaction: The mask of recorded messages, before they are compared.
    ///   - secrets: The secrets of the request.
    ///   - time: The clock of the recorded pace; nil for no waits.
    init(
        _ conversation: Recording.Conversation,
        _ redaction: Redaction,
        _ secrets: Secrets,
        origin: Origin?,
        time: TimeSource?,
        _ problems: Problems
    ) {
        self.conversation = conversation
        self.origin = origin
        self.time = time
        self.problems = problems
        expected = conversation.messages.enumerated().filter(\.element.isSent).map {
            ($0.offset, MessagePattern($0.element, redaction, secrets))
        }
        problems.onSend(expected.count)
    }

    var end: WebSocketClose? { state.withLock(\.end) }

    // MARK: Server

    /// Plays the messages of the server, and the end.
    func play() async {
        var last: Date?
        for message in conversation.messages {
            if message.isSent {
                guard (try? await sent.next()) != nil else { return }
            } else {
                await wait(from: last, to: message.date)
                guard !message.isCutOff else { return fail(problems.incomplete("has only the beginning of a message")) }
                toClient.add(message.content, size: message.content.length)
            }
            last = message.date
        }
        switch conversation.ending {
        // The server waits for the client.
        case .open, .closed(_, byClient: true): break
        case .closed(let close, byClient: false): finish(close, .success(()))
        case .violation(let kind):
            let error = WebSocketError(kind)
            finish(WebSocketClose(error.code ?? .abnormalClosure), .failure(error))
        case .lost(let kind): lose(TransportError(kind, origin: origin))
        case .incomplete(let problem): fail(problems.incomplete(problem))
        }
    }

    private func wait(from last: Date?, to next: Date?) async {
        guard let time, let last, let next, next > last else { return }
        try? await time.sleep(for: .seconds(min(next.timeIntervalSince(last), 86_400)))
    }

    // MARK: Client

    /// Takes a message of the client.
    ///
    /// - Throws: ``RecordingError`` for a message that the recording doesn't have here.
    func take(_ message: WebSocketMessage) throws {
        let (end, problem, index) = state.withLock { state in
            defer { if state.end == nil { state.sentCount += 1 } }
            return (state.end, state.problem, state.sentCount)
        }
        if let problem { throw reported(problem) }
        if let end { throw WebSocketError(.closed, close: end) }
        guard expected.indices.contains(index) else {
            // A conversation that was cut off, or that the client left, can have had more messages.
            if case .incomplete(let problem) = conversation.ending { throw failed(problems.incomplete(problem)) }
            throw failed(problems.unexpected(nil, "expects no further message, and got \(Self.text(message))"))
        }
        let (number, pattern) = expected[index]
        guard pattern.matches(message) else {
            throw failed(
                problems.unexpected(number, "is \(pattern.text), and the client sent \(pattern.text(of: message))")
            )
        }
        problems.onSend(expected.count - index - 1)
        sent.add(())
    }

    func close(_ close: WebSocketClose) {
        guard case .closed(let recorded, byClient: true) = conversation.ending else {
            return finish(close, .success(()))
        }
        finish(recorded, .success(()))
    }

    func cancel() { lose(TransportError(.connectionLost, origin: origin)) }

    private func lose(_ error: TransportError) { finish(WebSocketClose(.abnormalClosure), .failure(error)) }

    private func failed(_ problem: RecordingError) -> RecordingError {
        fail(problem)
        return reported(problem)
    }

    private func fail(_ problem: RecordingError) {
        state.withLock { if $0.end == nil { $0.problem = problem } }
        finish(WebSocketClose(.abnormalClosure), .failure(problem))
    }

    /// An error that the client gets. It is reported once.
    func reported(_ problem: RecordingError) -> RecordingError {
        let isNew = state.withLock { state in
            defer { state.isReported = true }
            return !state.isReported
        }
        if isNew { problems.onProblem(problem) }
        return problem
    }

    private func finish(_ close: WebSocketClose, _ outcome: Result<Void, any Error>) {
        state.withLock { $0.end = $0.end ?? close }
        toClient.end(outcome)
        sent.end(.success(()))
    }

    private static func text(_ message: WebSocketMessage) -> String { "\(message)" }
}

/// The client's side of a recorded conversation.
final class ReplayedWebSocket: WebSocketChannel {
    private let conversation: ReplayedConversation
    private let server: Task<Void, Never>

    init(_ conversation: ReplayedConversation) {
        self.conversation = conversation
        server = Task.inScope { await conversation.play() }
    }

    deinit {
        conversation.cancel()
        server.cancel()
    }

    var end: WebSocketClose? { conversation.end }

    var isPaused: Bool { false }

    var activity: Int { 0 }

    func receive() async throws -> WebSocketMessage? {
        do {
            return try await conversation.toClient.next()
        } catch let problem as RecordingError {
            throw conversation.reported(problem)
        }
    }

    func send(_ message: WebSocketMessage, from site: CallSite?) async throws {
        try Task.checkCancellation()
        try conversation.take(message)
    }

    func ping() async throws {
        if let end { throw WebSocketError(.closed, close: end) }
    }

    func close(_ close: WebSocketClose) async { conversation.close(close) }

    func cancel() { conversation.cancel() }
}
