import _TalynFoundation
import _TalynSupport

/// The client's end of a stubbed WebSocket connection. Its release drops the connection, whose rest the script keeps.
final class StubWebSocketClient: WebSocketChannel {
    private let socket: StubWebSocket

    init(_ socket: StubWebSocket) {
        self.socket = socket
    }

    deinit {
        socket.cancel()
    }

    var end: WebSocketClose? { socket.end }
    var isPaused: Bool { false }
    var activity: Int { 0 }

    func receive() async throws -> WebSocketMessage? { try await socket.receive() }
    func send(_ message: WebSocketMessage, from site: CallSite?) async throws {
        try await socket.send(message, from: site)
    }
    func ping() async throws { try await socket.ping() }
    func close(_ close: WebSocketClose) async { await socket.close(close) }
    func cancel() { socket.cancel() }
}

/// A stubbed WebSocket connection.
final class StubWebSocket: Sendable {
    struct Sent: Sendable {
        let message: WebSocketMessage
        let site: CallSite?
    }

    private struct State {
        var end: WebSocketClose?
        var isStalled = false
        /// The number of messages of the client that the script hasn't received.
        var unread = 0
        /// Whether the client has closed the connection.
        var isLeft = false

        var isAbandoned: Bool { isLeft && unread == 0 }
    }

    private let toClient: MessageQueue<WebSocketMessage>
    private let fromClient = MessageQueue<Sent>()
    private let maximumMessageSize: Int
    private let origin: Origin?
    private let state = Lock(State())
    private let script = Lock<Task<Void, Never>?>(nil)

    init(_ options: WebSocketOptions, origin: Origin?) {
        toClient = MessageQueue(countLimit: options.queueLimit, sizeLimit: options.maximumMessageSize)
        maximumMessageSize = options.maximumMessageSize
        self.origin = origin
    }

    /// Notes the task of the script. It is cancelled when the client has left, after the messages of the client.
    func start(_ task: Task<Void, Never>) { script.withLock { $0 = task } }

    // MARK: Client

    var end: WebSocketClose? { state.withLock(\.end) }

    func receive() async throws -> WebSocketMessage? { try await toClient.next() }

    func send(_ message: WebSocketMessage, from site: CallSite?) async throws {
        try Task.checkCancellation()
        let end = state.withLock { state in
            if state.end == nil {
                state.unread += 1
                // Under the lock, so that the end of the script comes before the message, or gets it.
                fromClient.add(Sent(message: message, site: site))
            }
            return state.end
        }
        if let end { throw WebSocketError(.closed, close: end) }
    }

    func ping() async throws {
        if let end { throw WebSocketError(.closed, close: end) }
        guard state.withLock(\.isStalled) else { return }
        await toClient.waitForEnd()
        try Task.checkCancellation()
        throw TransportError(.connectionLost, origin: origin)
    }

    func close(_ close: WebSocketClose) async {
        fromClient.end(.success(()))
        end(close)
        let isAbandoned = state.withLock { state in
            state.isLeft = true
            return state.isAbandoned
        }
        if isAbandoned { cancelScript() }
        await toClient.waitForEnd()
    }

    func cancel() {
        lose(nil)
        // After a closing handshake, the script still gets the messages before it.
        if !state.withLock(\.isLeft) { cancelScript() }
    }

    private func cancelScript() { script.withLock { $0 }?.cancel() }

    // MARK: Server

    /// The next message of the client; nil after its end.
    func receiveFromClient() async throws -> Sent? {
        guard let sent = try await fromClient.next() else { return nil }
        let isAbandoned = state.withLock { state in
            state.unread -= 1
            return state.isAbandoned
        }
        if isAbandoned { cancelScript() }
        return sent
    }

    /// The script has ended. The client can send no further message, unless the connection is half-open.
    ///
    /// - Returns: The messages of the client that the script hasn't received.
    func endScript() -> [Sent] {
        state.withLock { state in
            if !state.isStalled { state.end = state.end ?? WebSocketClose() }
            return fromClient.removeAll()
        }
    }

    func sendToClient(_ message: WebSocketMessage) {
        guard message.length <= maximumMessageSize else { return fail(WebSocketError(.messageTooLarge)) }
        if !state.withLock(\.isStalled) { toClient.add(message, size: message.length) }
    }

    func end(_ close: WebSocketClose) {
        // The close frame doesn't arrive.
        guard !state.withLock(\.isStalled) else { return }
        finish(close, .success(()))
    }

    func lose(_ error: (any Error)? = nil, inFrame: Bool = false) {
        let failure = TransportError(
            .connectionLost,
            origin: origin,
            underlyingError: error,
            cause: inFrame ? "The connection ended in the middle of a frame." : (error as? WebSocketError)?.cause,
            detail: inFrame ? .cutFrame : nil
        )
        finish(WebSocketClose(.abnormalClosure), .failure(failure))
    }

    func fail(_ error: WebSocketError) {
        finish(WebSocketClose(error.code ?? .protocolError), .failure(error))
    }

    func stall() { state.withLock { $0.isStalled = true } }

    private func finish(_ close: WebSocketClose, _ outcome: Result<Void, any Error>) {
        state.withLock { $0.end = $0.end ?? close }
        toClient.end(outcome)
        fromClient.end(.success(()))
    }

    /// A message in a text, with its secrets masked.
    func text(_ sent: Sent) -> String {
        guard case .text(let text) = sent.message else { return "\(sent.message)" }
        let shown = Redaction.default.text(
            ofBody: Data(text.utf8),
            contentType: text.first == "{" ? "application/json" : "text/plain"
        )
        return "the text \(shown.prefix(200).debugDescription)"
    }
}
