#if Tools
import _TalynFoundation
import _TalynSupport

import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A client on a connection that has left HTTP.
struct WebSocketClient: Sendable {
    private let channel: any Channel
    private let handler: NIOLoopBound<WebSocketClientHandler>
    private let inbox: MessageQueue<WebSocketMessage>
    let pings: MessageQueue<ByteBuffer>
    private let received: Locked<WebSocketClose?>

    /// Sends the head of the response, and speaks WebSocket from then on.
    ///
    /// - Parameter head: The response with the status 101.
    init(_ channel: any Channel, _ options: WebSocketOptions, head: ByteBuffer) async throws {
        let inbox = MessageQueue<WebSocketMessage>(
            countLimit: options.queueLimit,
            sizeLimit: options.maximumMessageSize
        )
        let pings = MessageQueue<ByteBuffer>(countLimit: 16)
        let received = Locked<WebSocketClose?>(nil)
        handler = try await channel.eventLoop.flatSubmit {
            let handler = WebSocketClientHandler(options, inbox, pings, received)
            let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
            return Self.replaceHTTP(channel, by: handler, maximumFrameSize: options.maximumMessageSize).map { bound }
        }
        .get()
        (self.channel, self.inbox, self.pings, self.received) = (channel, inbox, pings, received)
        // The client sends nothing before it has the head.
        try await perform { $0.send(raw: head, $1) }
    }

    /// Removes the handlers of HTTP that see bytes. Those above see nothing any more.
    private static func replaceHTTP(
        _ channel: any Channel,
        by handler: WebSocketClientHandler,
        maximumFrameSize: Int
    ) -> EventLoopFuture<Void> {
        do {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let encoder = try pipeline.context(handlerType: HTTPResponseEncoder.self)
            let frames = ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: min(maximumFrameSize, 1 << 30)))
            try pipeline.addHandlers(
                [WebSocketFrameEncoder(), frames, handler],
                position: .after(try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self))
            )
            return pipeline.removeHandler(context: decoder).and(pipeline.removeHandler(context: encoder)).map { _ in }
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    // MARK: Messages

    /// The next message of the client; nil after its close frame.
    ///
    /// - Throws: ``WebSocketViolation``, and `ChannelError` for a client that has left.
    func receive() async throws -> WebSocketMessage? {
        try await inbox.next { channel.eventLoop.execute { [handler] in handler.value.resume() } }
    }

    /// The close frame of the client.
    var close: WebSocketClose { received.withLock(\.self) ?? WebSocketClose(.abnormalClosure) }

    /// Sends a message, and returns when the system has taken it.
    func send(_ message: WebSocketMessage) async throws {
        let frame: WebSocketFrame =
            switch message {
            case .text(let text): WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
            case .data(let data): WebSocketFrame(fin: true, opcode: .binary, data: ByteBuffer(bytes: data))
            }
        try await perform { $0.send(frame, $1) }
    }

    func sendPong(_ content: ByteBuffer) async throws {
        try await perform { $0.send(WebSocketFrame(fin: true, opcode: .pong, data: content), $1) }
    }

    // MARK: End

    /// Does the closing handshake, and returns when the connection has ended.
    func end(_ close: WebSocketClose) async {
        // These codes are never sent: the connection ended without a close frame.
        if [.abnormalClosure, .tlsFailure].contains(close.code) { return await drop() }
        channel.eventLoop.execute { [handler] in handler.value.close(close) }
        await waitForEnd()
    }

    /// Ends the connection without a close frame.
    ///
    /// - Parameter inFrame: Whether the client gets the beginning of a frame before.
    func drop(inFrame: Bool = false) async {
        if inFrame {
            // Three of five bytes.
            try? await perform { $0.send(raw: ByteBuffer(bytes: [0x82, 5, 1, 2, 3]), $1) }
        }
        channel.close(promise: nil)
        await waitForEnd()
    }

    /// Violates the protocol, so that the client fails as that of a transport did.
    func violate(_ kind: WebSocketError.Kind) async {
        let bytes: [UInt8] =
            switch kind {
            case .invalidText: [0x81, 1, 0xFF]
            case .messageTooLarge: [0x82, 127, 0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
            // A reserved opcode.
            default: [0x83, 0]
            }
        try? await perform { $0.send(raw: ByteBuffer(bytes: bytes), $1) }
        // The client closes the connection, at the latest with its close frame.
        await end(WebSocketClose(.internalError))
    }

    private func waitForEnd() async {
        await withTaskCancellationHandler {
            try? await channel.closeFuture.get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    private func perform(
        _ action: @escaping @Sendable (WebSocketClientHandler, EventLoopPromise<Void>) -> Void
    ) async throws {
        let promise = channel.eventLoop.makePromise(of: Void.self)
        channel.eventLoop.execute { [handler] in action(handler.value, promise) }
        try await withTaskCancellationHandler {
            try await promise.futureResult.get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }
}
#endif
