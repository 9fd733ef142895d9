#if AsyncHTTPClient && os(Linux)
import NIOCore
import TalynCore
import _TalynSupport

/// An open WebSocket connection on SwiftNIO.
final class AsyncHTTPClientWebSocket: WebSocketChannel {
    private let channel: any Channel
    private let handler: NIOLoopBound<WebSocketHandler>
    private let inbox: WebSocketInbox
    private let outbox: WebSocketOutbox
    private let maximumFrameSize: Int

    init(
        _ channel: any Channel,
        _ handler: NIOLoopBound<WebSocketHandler>,
        _ inbox: WebSocketInbox,
        _ outbox: WebSocketOutbox,
        maximumFrameSize: Int
    ) {
        self.channel = channel
        self.handler = handler
        self.inbox = inbox
        self.outbox = outbox
        self.maximumFrameSize = maximumFrameSize
    }

    deinit {
        // After a closing handshake, our close frame may still have to be sent. The handler then ends the connection.
        if inbox.hasClosingHandshake { return }
        channel.close(promise: nil)
    }

    var end: WebSocketClose? { inbox.close }

    var isPaused: Bool { inbox.messages.isPaused }

    var activity: Int { inbox.activity }

    func receive() async throws -> WebSocketMessage? {
        try await inbox.messages.next { channel.eventLoop.execute { [handler] in handler.value.resume() } }
    }

    func send(_ message: WebSocketMessage, from site: CallSite?) async throws {
        try Task.checkCancellation()
        let frames = WebSocketFrames.frames(of: message, maximumSize: maximumFrameSize)
        switch outbox.add(frames) {
        case .added(let isFirst):
            if isFirst { channel.eventLoop.execute { [handler] in handler.value.sendOutbox() } }
        case .refused:
            try await perform { $0.send(frames, $1) }
        }
    }

    func ping() async throws {
        try await perform { $0.ping($1) }
    }

    func close(_ close: WebSocketClose) async {
        channel.eventLoop.execute { [handler] in handler.value.close(close) }
        await inbox.messages.waitForEnd()
    }

    func cancel() {
        channel.eventLoop.execute { [handler] in handler.value.drop() }
    }

    /// Does something on the event loop, and waits for it. A cancelled task drops the connection, since a frame can't be taken back.
    private func perform(
        _ action: @escaping @Sendable (WebSocketHandler, WebSocketHandler.Completion) -> Void
    ) async throws {
        try Task.checkCancellation()
        let completion = WebSocketHandler.Completion()
        channel.eventLoop.execute { [handler] in action(handler.value, completion) }
        guard let result = await completion.value() else {
            cancel()
            throw CancellationError()
        }
        guard case .failure(let error) = result else { return }
        try Task.checkCancellation()
        guard error is ChannelError || error is IOError else { throw error }
        // The server may have said why before it ended the connection.
        if let end, end.code != .abnormalClosure { throw WebSocketError(.closed, close: end) }
        throw TransportError(.connectionLost, underlyingError: error)
    }
}
#endif
