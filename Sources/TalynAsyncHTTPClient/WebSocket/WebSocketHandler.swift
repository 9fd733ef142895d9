#if AsyncHTTPClient && os(Linux)
import NIOCore
import NIOSSL
import TalynCore
import _TalynSupport

/// Carries the frames of an open connection. It reads only while there is room for messages.
///
/// It stands before the codec of HTTP. During the handshake, it passes bytes on line by line, so that the bytes of frames after the head
/// never get to the codec.
final class WebSocketHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Hears whether the system has taken a message, or whether the pong of a ping has arrived.
    typealias Completion = Promise<Result<Void, any Error>>

    private enum State: Equatable {
        /// The bytes are those of HTTP.
        case handshake
        /// The server has refused. All bytes are those of its response.
        case refused
        case open
        /// The server has violated the protocol. The receiver gets the messages before it first, and may answer them.
        case failing
        /// The caller closes the connection. The close frame is sent after the messages before it.
        case closing(WebSocketClose)
        /// The close frame of the server has arrived, or the connection failed. The TCP connection ends.
        case ended
    }

    private let inbox: WebSocketInbox
    private let outbox: WebSocketOutbox
    private let origin: Origin?
    private var reader: WebSocketFrameReader
    private var state = State.handshake
    private var isDisconnected = false
    private var hasSentClose = false
    private var needsFlush = false
    private var isFlushing = false
    private var failure: WebSocketError?
    /// The bytes that have arrived and aren't read yet.
    private var bytes = ByteBuffer()
    private var outgoing = CircularBuffer<WebSocketOutbox.Message>(initialCapacity: 1)
    /// The content of the last ping, while the channel has no room for its pong.
    private var unansweredPing: ByteBuffer?
    private var pings: [UInt64: Completion] = [:]
    private var lastPing: UInt64 = 0
    private var cause: (any Error)?
    private var context: ChannelHandlerContext?

    init(_ inbox: WebSocketInbox, _ outbox: WebSocketOutbox, _ options: WebSocketOptions, origin: Origin?) {
        self.inbox = inbox
        self.outbox = outbox
        self.origin = origin
        reader = WebSocketFrameReader(maximumMessageSize: options.maximumMessageSize)
    }

    /// The longest time that an ended connection waits for the server to close TCP (RFC 6455, section 7.1.1).
    private static let lingerTime = TimeAmount.seconds(2)

    /// The longest time that a failed connection waits for its receiver.
    private static let failureTime = TimeAmount.seconds(1)

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        disconnect()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        disconnect()
        context.fireChannelInactive()
    }

    /// The TCP connection has ended. The receiver still gets the messages that have arrived. Nothing more is sent.
    private func disconnect() {
        isDisconnected = true
        if !isHTTP { release(lossError) }
        resume()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isHTTP { return context.fireErrorCaught(error) }
        if cause == nil { cause = error }
        context.close(promise: nil)
    }

    // MARK: Handshake

    private var isHTTP: Bool { state == .handshake || state == .refused }

    /// The head that was passed on agrees to the connection.
    func open() {
        state = .open
    }

    /// The head that was passed on is that of another response.
    func refuse() {
        state = .refused
    }

    /// Passes the bytes of HTTP on. Those of frames stay.
    private func passHandshake(_ context: ChannelHandlerContext) {
        while isHTTP, bytes.readableBytes > 0 {
            let line = state == .handshake ? bytes.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) : nil
            let length = line.map { $0 - bytes.readerIndex + 1 } ?? bytes.readableBytes
            guard let part = bytes.readSlice(length: length) else { return }
            context.fireChannelRead(wrapInboundOut(part))
        }
    }

    // MARK: Receiving

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard state != .ended, state != .failing else { return }
        // A server that sends, but doesn't read, isn't alive.
        if context.channel.isWritable { inbox.noteActivity() }
        var piece = unwrapInboundIn(data)
        if bytes.readableBytes == 0 { bytes = piece } else { bytes.writeBuffer(&piece) }
        if isHTTP { passHandshake(context) }
        process()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isHTTP { return context.fireChannelReadComplete() }
        if wantsMore { context.read() }
    }

    /// Whether the next bytes can be read.
    private var wantsMore: Bool {
        switch state {
        case .ended, .closing: true
        case .open: inbox.messages.hasRoom()
        case .handshake, .refused, .failing: false
        }
    }

    /// Reads on after the receiver has made room.
    func resume() {
        if state == .failing, isDisconnected || inbox.messages.isAwaited() { finishFailure() }
        process()
        guard wantsMore else { return }
        if isDisconnected { lose() } else { context?.read() }
    }

    private func process() {
        guard !isHTTP else { return }
        do throws(WebSocketError) {
            while state != .ended, wantsMore, let event = try reader.next(in: &bytes) { handle(event) }
        } catch {
            fail(error)
        }
        if bytes.readableBytes == 0 {
            bytes = ByteBuffer()
        } else if bytes.readerIndex > bytes.readableBytes {
            bytes.discardReadBytes()
        }
        pump()
    }

    private func handle(_ event: WebSocketFrameReader.Event) {
        switch event {
        case .message(let message):
            // The caller closes the connection.
            if state == .open { inbox.messages.add(message, size: message.length) }
        case .ping(let content):
            unansweredPing = content
            answerPing()
        case .pong(let content):
            // A pong answers the earlier pings, too (RFC 6455, section 5.5.3).
            guard let number = content.getInteger(at: content.readerIndex, as: UInt64.self),
                content.readableBytes == 8, pings[number] != nil
            else { return }
            for key in pings.keys where key <= number { pings.removeValue(forKey: key)?.resolve(.success(())) }
        case .close(let close):
            end(close, .success(()))
        }
    }

    // MARK: Sending

    /// Whether a frame can be sent. If not, the completion gets the error.
    private func canSend(_ completion: Completion) -> Bool {
        guard state == .open || state == .failing else {
            completion.resolve(.failure(WebSocketError(.closed, close: inbox.close)))
            return false
        }
        if isDisconnected { completion.resolve(.failure(lossError(.notSent))) }
        return !isDisconnected
    }

    func send(_ frames: [ByteBuffer], _ completion: Completion) {
        takeOutbox()
        if canSend(completion) { outgoing.append(.init(frames: frames[...], completion: completion)) }
        pump()
    }

    /// Sends what the outbox has.
    func sendOutbox() {
        takeOutbox()
        pump()
    }

    private func takeOutbox() {
        for message in outbox.take() { outgoing.append(message) }
    }

    func ping(_ completion: Completion) {
        guard canSend(completion) else { return }
        lastPing += 1
        pings[lastPing] = completion
        write(WebSocketFrames.ping(ByteBuffer(integer: lastPing)))
        flush()
    }

    /// Sends a close frame after the messages before it.
    func close(_ close: WebSocketClose) {
        finishFailure()
        guard state == .open else { return }
        takeOutbox()
        outbox.close()
        state = .closing(close)
        // The receiver may have left messages, so that nothing was read.
        resume()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { inbox.noteActivity() }
        pump()
        context.fireChannelWritabilityChanged()
    }

    private var isWritable: Bool { context?.channel.isWritable ?? false }

    /// Writes what waits, as the channel has room, and flushes. Control frames can go between two frames of a message.
    private func pump() {
        answerPing()
        while isWritable, !hasSentClose, var message = outgoing.popFirst() {
            guard let frame = message.frames.popFirst() else { continue }
            let isLast = message.frames.isEmpty
            if isLast { outbox.written(message) } else { outgoing.prepend(message) }
            write(frame, isLast ? message.completion : nil)
        }
        if case .closing(let close) = state, isWritable, outgoing.isEmpty { writeClose(close) }
        flush()
    }

    /// One pong may answer several pings (RFC 6455, section 5.5.3). So a server that doesn't read its pongs fills no memory.
    private func answerPing() {
        guard let content = unansweredPing, isWritable, !hasSentClose else { return }
        unansweredPing = nil
        write(WebSocketFrames.pong(content))
    }

    private func flush() {
        guard needsFlush else { return }
        needsFlush = false
        let wasFlushing = isFlushing
        isFlushing = true
        context?.flush()
        isFlushing = wasFlushing
    }

    /// The size of a piece of a large frame, in bytes.
    private static let pieceSize = 16 << 10

    private func write(_ frame: ByteBuffer, _ completion: Completion? = nil) {
        guard let context else { return }
        needsFlush = true
        var frame = frame
        while frame.readableBytes > 2 * Self.pieceSize, let piece = frame.readSlice(length: Self.pieceSize) {
            context.write(wrapOutboundOut(piece), promise: watchedPromise(context))
        }
        guard completion != nil || frame.readableBytes >= Self.pieceSize else {
            return context.write(wrapOutboundOut(frame), promise: nil)
        }
        let promise = watchedPromise(context)
        if let completion { promise.futureResult.whenComplete { completion.resolve($0) } }
        context.write(wrapOutboundOut(frame), promise: promise)
    }

    /// A promise for a write. Bytes that had to wait for the network are activity when they leave. Those that the system takes at once
    /// prove nothing.
    private func watchedPromise(_ context: ChannelHandlerContext) -> EventLoopPromise<Void> {
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenSuccess { if !self.isFlushing { self.inbox.noteActivity() } }
        return promise
    }

    /// Writes the only close frame. No frame follows it (RFC 6455, section 5.5.1).
    private func writeClose(_ close: WebSocketClose) {
        guard !hasSentClose else { return }
        hasSentClose = true
        write(WebSocketFrames.close(close))
        flush()
    }

    // MARK: End

    /// Fails the connection (RFC 6455, section 7.1.7), when the receiver has had the messages before the violation.
    private func fail(_ error: WebSocketError) {
        failure = error
        let isOpen = state == .open
        state = .failing
        bytes = ByteBuffer()
        if !isOpen || isDisconnected || inbox.messages.isAwaited() { return finishFailure() }
        context?.eventLoop.assumeIsolated().scheduleTask(in: Self.failureTime) { self.finishFailure() }
    }

    private func finishFailure() {
        guard state == .failing, let failure else { return }
        end(WebSocketClose(failure.code ?? .protocolError), .failure(failure))
    }

    /// Ends the conversation, and sends the close frame if none is sent.
    private func end(_ close: WebSocketClose, _ outcome: Result<Void, any Error>) {
        // The answers to earlier messages come before the close frame.
        if state == .open || state == .failing { sendOutbox() }
        state = .ended
        bytes = ByteBuffer()
        // A sender that knows the end by the inbox gets its error.
        outbox.close()
        inbox.end(close, outcome)
        release(WebSocketError(.closed, close: close))
        writeClose(close)
        guard let context, !isDisconnected else { return }
        context.read()
        // The server closes TCP first, so that its side needs no waiting state.
        let channel = context.channel
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingerTime) { channel.close(promise: nil) }
    }

    /// Ends the connection without a closing handshake. After one, our close frame is still sent.
    func drop() {
        if state == .ended, inbox.hasClosingHandshake { return }
        lose()
        context?.close(promise: nil)
    }

    /// The TCP connection has ended, or ends.
    private func lose() {
        if state != .ended {
            state = .ended
            bytes = ByteBuffer()
            outbox.close()
            inbox.end(WebSocketClose(.abnormalClosure), .failure(lossError))
        }
        release(lossError)
    }

    private var lossError: TransportError { lossError(nil) }

    private func lossError(_ delivery: TransportError.Delivery?) -> TransportError {
        let error = cause is NIOSSLError ? nil : cause
        return TransportError(.connectionLost, origin: origin, underlyingError: error, delivery: delivery)
    }

    /// Fails what waits for the connection.
    private func release(_ error: any Error) {
        unansweredPing = nil
        outbox.close()
        let waiting = outgoing.compactMap(\.completion) + pings.values
        outgoing.removeAll()
        pings = [:]
        for completion in waiting { completion.resolve(.failure(error)) }
    }
}
#endif
