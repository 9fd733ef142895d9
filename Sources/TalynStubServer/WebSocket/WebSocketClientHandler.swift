#if Tools
import _TalynFoundation
import _TalynSupport

import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The frames of a client: its messages go to a queue, which stops the reading while it is full.
final class WebSocketClientHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    let inbox: MessageQueue<WebSocketMessage>
    let pings: MessageQueue<ByteBuffer>
    /// The close frame of the client.
    let received: Locked<WebSocketClose?>

    private let closeTimeout: TimeAmount
    private var assembler: MessageAssembler
    private var context: ChannelHandlerContext?
    private var isReadPending = false
    private var hasSentClose = false

    init(
        _ options: WebSocketOptions,
        _ inbox: MessageQueue<WebSocketMessage>,
        _ pings: MessageQueue<ByteBuffer>,
        _ received: Locked<WebSocketClose?>
    ) {
        self.inbox = inbox
        self.pings = pings
        self.received = received
        closeTimeout = TimeAmount(options.closeTimeout)
        assembler = MessageAssembler(maximumSize: options.maximumMessageSize)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    // MARK: Receiving

    func read(context: ChannelHandlerContext) {
        isReadPending = !(hasEnded || inbox.hasRoom())
        if !isReadPending { context.read() }
    }

    /// Reads on after the queue has room again.
    func resume() {
        guard isReadPending else { return }
        isReadPending = false
        context?.read()
    }

    /// Whether messages that arrive are dropped.
    private var hasEnded: Bool { hasSentClose || inbox.hasEnded }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        do throws(WebSocketViolation) {
            guard let event = try assembler.take(unwrapInboundIn(data)) else { return }
            switch event {
            case .message(let message): if !hasEnded { inbox.add(message, size: message.length) }
            // A server may answer only some of many pings (RFC 6455, section 5.5.3).
            case .ping(let content): if pings.hasRoom() { pings.add(content) }
            case .close(let close):
                received.withLock { $0 = $0 ?? close }
                inbox.end(.success(()))
                if hasSentClose { context.close(promise: nil) }
            }
        } catch {
            fail(error)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is NIOWebSocketError else { return context.close(promise: nil) }
        fail(WebSocketViolation(error))
    }

    private func fail(_ violation: WebSocketViolation) {
        inbox.end(.failure(violation))
        close(violation.close)
    }

    func channelInactive(context: ChannelHandlerContext) {
        inbox.end(.failure(ChannelError.eof))
        pings.end(.success(()))
        context.fireChannelInactive()
    }

    // MARK: Sending

    func send(_ frame: WebSocketFrame, _ promise: EventLoopPromise<Void>) {
        guard let context, !hasSentClose else { return promise.fail(ChannelError.ioOnClosedChannel) }
        context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
    }

    /// Sends bytes that may be no frames.
    func send(raw bytes: ByteBuffer, _ promise: EventLoopPromise<Void>) {
        do {
            guard let context else { throw ChannelError.ioOnClosedChannel }
            let encoder = try context.pipeline.syncOperations.context(handlerType: WebSocketFrameEncoder.self)
            encoder.writeAndFlush(NIOAny(IOData.byteBuffer(bytes)), promise: promise)
        } catch {
            promise.fail(error)
        }
    }

    /// Sends a close frame, and closes the connection after that of the client.
    func close(_ close: WebSocketClose) {
        guard let context, !hasSentClose else { return }
        hasSentClose = true
        let isAnswered = received.withLock { $0 != nil }
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(close.frame(context.channel.allocator))).whenComplete { _ in
            if isAnswered { channel.close(promise: nil) }
        }
        context.eventLoop.scheduleTask(in: closeTimeout) { channel.close(promise: nil) }
        resume()
    }
}

extension WebSocketClose {
    fileprivate func frame(_ allocator: ByteBufferAllocator) -> WebSocketFrame {
        var payload = allocator.buffer(capacity: 2)
        if code.isAllowedInFrame {
            payload.writeInteger(code.rawValue)
            payload.writeBytes(reasonBytes)
        }
        return WebSocketFrame(fin: true, opcode: .connectionClose, data: payload)
    }
}
#endif
