#if AsyncHTTPClient && os(Linux)
import NIOCore
import NIOSSL
import TalynCore
import _TalynSupport

/// Carries the frames of an open connection. It reads only while there is room for messages.
///
/// It stands before the codec of HTTP. During the handshake, it passes bytes on up to the end of each head, so that the bytes of frames
/// after it never get to the codec.
final class WebSocketHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum State: Equatable {
        /// The bytes are those of HTTP. The number of bytes of the empty line that ends a head.
        case handshake(Int)
        /// The server has refused. All bytes are those of its response.
        case refused
        case open
        /// The server has violated the protocol. The receiver gets the messages before it first, and may answer them.
        case failing
        /// The close frame is sent, or waits for the messages before it.
        case closing
        /// The close frame of the server has arrived, or the connection failed. The TCP connection ends.
        case ended
    }

    private struct Outgoing {
        var frames: ArraySlice<ByteBuffer>
        let promise: EventLoopPromise<Void>?
    }

    private let inbox: WebSocketInbox
    private let origin: Origin?
    private var reader: WebSocketFrameReader
    private var state = State.handshake(0)
    private var isDisconnected = false
    private var failure: WebSocketError?
    /// The bytes that have arrived and aren't read yet.
    private var bytes = ByteBuffer()
    private var outgoing = CircularBuffer<Outgoing>()
    private var pings: [UInt64: EventLoopPromise<Void>] = [:]
    private var lastPing: UInt64 = 0
    private var cause: (any Error)?
    private var context: ChannelHandlerContext?

    init(_ inbox: WebSocketInbox, _ options: WebSocketOptions, origin: Origin?) {
        self.inbox = inbox
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

    /// The TCP connection has ended. The receiver still gets the messages that have arrived.
    private func disconnect() {
        isDisconnected = true
        resume()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isHTTP { return context.fireErrorCaught(error) }
        if cause == nil { cause = error }
        context.close(promise: nil)
    }

    // MARK: Handshake

    private var isHTTP: Bool {
        switch state {
        case .handshake, .refused: true
        default: false
        }
    }

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
        while case .handshake(var matched) = state {
            let view = bytes.readableBytesView
            var count = 0
            while matched < 4, count < view.count {
                matched = Self.matched(matched, view[view.startIndex + count])
                count += 1
            }
            guard let head = bytes.readSlice(length: count), count > 0 else { return }
            state = .handshake(matched % 4)
            context.fireChannelRead(wrapInboundOut(head))
        }
        guard state == .refused, bytes.readableBytes > 0 else { return }
        let rest = bytes
        bytes = ByteBuffer()
        context.fireChannelRead(wrapInboundOut(rest))
    }

    /// The number of bytes of an empty line after another byte.
    private static func matched(_ count: Int, _ byte: UInt8) -> Int {
        let carriageReturn = UInt8(ascii: "\r")
        if byte == (count % 2 == 0 ? carriageReturn : UInt8(ascii: "\n")) { return count + 1 }
        return byte == carriageReturn ? 1 : 0
    }

    // MARK: Receiving

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard state != .ended, state != .failing else { return }
        inbox.noteActivity()
        var piece = unwrapInboundIn(data)
        if bytes.readableBytes == 0 { bytes = piece } else { bytes.writeBuffer(&piece) }
        if isHTTP { passHandshake(context) }
        process()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isHTTP { return context.fireChannelReadComplete() }
        if state == .ended || state == .closing || state == .open && inbox.messages.hasRoom() { context.read() }
    }

    /// Reads on after the receiver has made room.
    func resume() {
        guard !isHTTP else { return }
        if state == .failing, isDisconnected || inbox.messages.isAwaited() { finishFailure() }
        process()
        guard state == .ended || state == .closing || state == .open && inbox.messages.hasRoom() else { return }
        if isDisconnected { lose() } else { context?.read() }
    }

    private func process() {
        guard state == .open || state == .closing else { return }
        do throws(WebSocketError) {
            while state == .closing || state == .open && inbox.messages.hasRoom(),
                let event = try reader.next(in: &bytes)
            {
                handle(event)
            }
        } catch {
            fail(error)
        }
        if bytes.readableBytes == 0 { bytes = ByteBuffer() } else { bytes.discardReadBytes() }
    }

    private func handle(_ event: WebSocketFrameReader.Event) {
        switch event {
        case .message(let message):
            // The caller closes the connection.
            if state == .open { inbox.messages.add(message, size: message.length) }
        case .ping(let content):
            if state == .open { write(WebSocketFrames.pong(content)) }
        case .pong(let content):
            // A pong answers the earlier pings, too (RFC 6455, section 5.5.3).
            guard let number = content.getInteger(at: content.readerIndex, as: UInt64.self),
                content.readableBytes == 8, pings[number] != nil
            else { return }
            for key in pings.keys.sorted() where key <= number { pings.removeValue(forKey: key)?.succeed() }
        case .close(let close):
            let answers = state == .open
            end(close, .success(()))
            if answers { write(WebSocketFrames.close(close)) }
        }
    }

    // MARK: Sending

    private var isOpen: Bool { state == .open || state == .failing }

    func send(_ frames: [ByteBuffer], _ promise: EventLoopPromise<Void>) {
        guard isOpen, context != nil else { return promise.fail(closedError) }
        outgoing.append(Outgoing(frames: frames[...], promise: promise))
        pump()
    }

    func ping(_ promise: EventLoopPromise<Void>) {
        guard isOpen, context != nil else { return promise.fail(closedError) }
        lastPing += 1
        pings[lastPing] = promise
        write(WebSocketFrames.ping(ByteBuffer(integer: lastPing)))
    }

    /// Sends a close frame after the messages before it.
    func close(_ close: WebSocketClose) {
        finishFailure()
        guard state == .open, let context else { return }
        state = .closing
        outgoing.append(Outgoing(frames: [WebSocketFrames.close(close)], promise: nil))
        pump()
        // The receiver may have left messages, so that nothing was read.
        process()
        context.read()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        inbox.noteActivity()
        pump()
        context.fireChannelWritabilityChanged()
    }

    /// Writes frames as the channel has room. Control frames can go between two of them.
    private func pump() {
        guard let context, !outgoing.isEmpty else { return }
        var hasWritten = false
        while context.channel.isWritable, var next = outgoing.popFirst() {
            if let frame = next.frames.popFirst() {
                let isLast = next.frames.isEmpty
                if !isLast { outgoing.prepend(next) }
                context.write(wrapOutboundOut(frame), promise: isLast ? next.promise : nil)
                hasWritten = true
            }
        }
        if hasWritten { context.flush() }
    }

    private func write(_ frame: ByteBuffer) {
        guard let context else { return }
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    // MARK: End

    /// The error of a message that isn't sent.
    private var closedError: any Error {
        WebSocketError(.closed, close: inbox.close)
    }

    /// Fails the connection (RFC 6455, section 7.1.7), when the receiver has had the messages before the violation.
    private func fail(_ error: WebSocketError) {
        failure = error
        let isClosing = state == .closing
        state = .failing
        bytes = ByteBuffer()
        if isClosing || isDisconnected || inbox.messages.isAwaited() { return finishFailure(answers: !isClosing) }
        context?.eventLoop.assumeIsolated().scheduleTask(in: Self.failureTime) { self.finishFailure() }
    }

    private func finishFailure(answers: Bool = true) {
        guard state == .failing, let failure else { return }
        let close = WebSocketClose(failure.code ?? .protocolError)
        end(close, .failure(failure))
        if answers { write(WebSocketFrames.close(close)) }
    }

    private func end(_ close: WebSocketClose, _ outcome: Result<Void, any Error>) {
        guard state != .ended else { return }
        state = .ended
        bytes = ByteBuffer()
        inbox.end(close, outcome)
        release(closedError)
        guard let context else { return }
        context.read()
        // The server closes TCP first, so that its side needs no waiting state.
        let channel = context.channel
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingerTime) { channel.close(promise: nil) }
    }

    /// The TCP connection has ended.
    private func lose() {
        if state != .ended {
            state = .ended
            let error = TransportError(.connectionLost, origin: origin, underlyingError: lossCause)
            inbox.end(WebSocketClose(.abnormalClosure), .failure(error))
        }
        release(TransportError(.connectionLost, origin: origin, underlyingError: lossCause))
    }

    private var lossCause: (any Error)? { cause is NIOSSLError ? nil : cause }

    /// Fails what waits for the connection.
    private func release(_ error: any Error) {
        let waiting = outgoing
        outgoing.removeAll()
        for message in waiting { message.promise?.fail(error) }
        let promises = pings.values
        pings = [:]
        for promise in promises { promise.fail(error) }
    }
}
#endif
