public import _TalynFoundation
import _TalynSupport

/// The server's side of a WebSocket conversation, which a stub scripts.
///
/// ```swift
/// stubs.on(.webSocket("/rooms/{id}")) { conversation in
///     try await conversation.expect("hello")
///     try await conversation.sleep(for: .seconds(5))
///     conversation.send("welcome to \(conversation.request.pathParameters["id"] ?? "")")
/// }
/// ```
///
/// The end of the closure closes the connection with the code 1000. The script is strict: a message that it doesn't expect, or that it
/// never receives, fails the test at the line that sent it. Its task is cancelled when the client drops the connection, or has closed it
/// and all messages before that are received.
public final class StubConversation: Sendable {
    /// The request of the handshake.
    public let request: ReceivedRequest

    private let channel: StubWebSocket
    private let time: TimeSource
    private let report: @Sendable (StubFailure) -> Void

    init(
        _ request: ReceivedRequest,
        _ channel: StubWebSocket,
        _ time: TimeSource,
        _ report: @escaping @Sendable (StubFailure) -> Void
    ) {
        self.request = request
        self.channel = channel
        self.time = time
        self.report = report
    }

    /// Runs the script.
    func run(_ script: @Sendable (StubConversation) async throws -> Void) async {
        do {
            try await script(self)
            reportUnread { "It has ended, and got \($0)." }
            channel.end(WebSocketClose())
        } catch is UnexpectedMessage {
            channel.end(WebSocketClose(.policyViolation, reason: "The stub doesn't expect this message."))
        } catch {
            channel.lose(error)
            guard error is CancellationError else { return }
            reportUnread { _ in "The client dropped the connection before the script received it." }
        }
    }

    /// Ends the script, and reports the messages that it hasn't received.
    private func reportUnread(_ problem: (WebSocketMessage) -> String) {
        for sent in channel.endScript() {
            report(.unexpectedMessage(request, at: sent.site, problem(sent.message), channel.text(sent)))
        }
    }

    // MARK: Messages

    /// The next message of the client; nil after the client has closed the connection.
    ///
    /// - Throws: `CancellationError`, and the error of a connection that was dropped.
    public func receive() async throws -> WebSocketMessage? { try await channel.receiveFromClient()?.message }

    /// Receives a message, and fails the test unless it is this one.
    ///
    /// - Throws: An error that ends the conversation.
    public func expect(_ message: WebSocketMessage) async throws {
        let sent = try await channel.receiveFromClient()
        guard sent?.message != message else { return }
        try fail(sent, expecting: message)
    }

    /// Receives a message, and fails the test unless it is this text.
    ///
    /// - Throws: An error that ends the conversation.
    public func expect(_ text: String) async throws { try await expect(.text(text)) }

    /// Receives a message, and fails the test unless its JSON equals that of a value.
    ///
    /// - Throws: An error that ends the conversation, and the error of the encoder.
    public func expect(json value: some Encodable, encoder: JSONEncoder = CodingOptions().jsonEncoder) async throws {
        let expected = try encoder.encode(value)
        let sent = try await channel.receiveFromClient()
        let data = sent.map { sent in
            switch sent.message {
            case .text(let text): Data(text.utf8)
            case .data(let data): data
            }
        }
        guard let data, let json = try? JSONNode(json: data), json == (try? JSONNode(json: expected)) else {
            return try fail(sent, expecting: .text(String(decoding: expected, as: UTF8.self)))
        }
    }

    private func fail(_ sent: StubWebSocket.Sent?, expecting message: WebSocketMessage) throws {
        let expected = "It expects \(channel.text(StubWebSocket.Sent(message: message, site: nil)))"
        guard let sent else {
            report(
                .unexpectedMessage(
                    request,
                    at: request.request.callSite,
                    "\(expected), and the client has closed.",
                    nil
                )
            )
            throw UnexpectedMessage()
        }
        report(.unexpectedMessage(request, at: sent.site, "\(expected).", channel.text(sent)))
        throw UnexpectedMessage()
    }

    /// Sends a message to the client. One above ``/Talyn/WebSocketOptions/maximumMessageSize`` fails the connection.
    public func send(_ message: WebSocketMessage) { channel.sendToClient(message) }

    /// Sends text to the client.
    public func send(_ text: String) { send(.text(text)) }

    /// Sends the JSON of a value to the client, as text.
    ///
    /// - Throws: The error of the encoder.
    public func send(json value: some Encodable, encoder: JSONEncoder = CodingOptions().jsonEncoder) throws {
        send(.text(String(decoding: try encoder.encode(value), as: UTF8.self)))
    }

    /// Waits, by the clock of the set: in a test with virtual time, without real time.
    ///
    /// - Throws: `CancellationError`.
    public func sleep(for duration: Duration) async throws { try await time.sleep(for: duration) }

    // MARK: End and faults

    /// The end of the connection, by either side; nil while it is open.
    public var end: WebSocketClose? { channel.end }

    /// Closes the connection.
    ///
    /// The client takes a code that no close frame may have, and a reason above 123 bytes, for a violation of the protocol.
    /// ``/Talyn/WebSocketCloseCode/noStatusReceived`` stands for a close frame without a code.
    public func close(_ code: WebSocketCloseCode = .normalClosure, reason: String = "") {
        let close = WebSocketClose(code, reason: reason)
        guard code == .noStatusReceived || (try? close.check()) != nil else { return violate() }
        channel.end(close)
    }

    /// Drops the connection without a close frame, as a network does.
    ///
    /// - Parameter inFrame: Whether the connection ends in the middle of a frame. A `StubServer` then sends the beginning of one.
    public func drop(inFrame: Bool = false) {
        channel.lose(inFrame: inFrame)
    }

    /// Stops answering pings and close frames, and loses the messages that follow, as a half-open connection does. The client finds out by
    /// its pings.
    public func stall() { channel.stall() }

    /// Lets the client find a violation of the protocol, such as text that isn't UTF-8.
    public func violate(_ kind: WebSocketError.Kind = .protocolViolation) { channel.fail(WebSocketError(kind)) }
}

/// Ends a script whose expectation has failed.
struct UnexpectedMessage: Error {}
