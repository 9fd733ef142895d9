#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL
import TalynCore

/// Observes the exchanges of a connection. It sits between the HTTP codec and AsyncHTTPClient's own handler.
///
/// It does what AsyncHTTPClient 1.37 doesn't:
///
/// - It fails a response with a status below 100. AsyncHTTPClient ignores such a head, and traps on its end.
/// - It tells the ``ExchangeLink`` of a call that its request goes out. Without that, nothing was sent.
/// - It closes a connection with bytes after a response, and an idle one before the server's `Keep-Alive` time is over. It sends no
///   request on a connection that ends.
/// - It fails a response in a transfer coding that can't be decoded.
/// - It fails an exchange whose server is idle for longer than the request allows. AsyncHTTPClient has one timeout for
///   all requests.
/// - It keeps the bytes that were received before a connection broke; see ``UnreadBytes``.
/// - It writes large parts of a request in pieces, and notes when the network has taken them.
/// - It tells a streamed upload how many bytes the connection has taken; see ``AsyncHTTPClientUpload``.
/// - It measures the phases of an exchange.
/// - It sends the path of a URL with escapes that aren't UTF-8. AsyncHTTPClient sends an empty path.
/// - It marks failures after which a request can be sent again; see ``EstablishedConnectionError``.
/// - It ends an HTTP/2 stream whose response ends before the request. AsyncHTTPClient traps on the next event of such a stream.
/// - It refuses requests to another host than those of the certificate; see ``HostVerification``.
/// - It prepares the content codings of a response for AsyncHTTPClient's decompression; see ``ContentCoding``.
/// - It tells the connection of an exchange; see ``TrackedConnection``.
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// Whether AsyncHTTPClient decompresses responses.
    private let decompresses: Bool
    private let connection: TrackedConnection
    /// Whether the channel is one stream of several on the connection.
    private let isStream: Bool
    /// The exchange on the connection; nil between exchanges.
    private var exchange: ConnectionExchange?
    /// Whether a response has failed. AsyncHTTPClient then closes the connection, and must not get more events.
    private var hasFailed = false
    /// Whether the connection carries no further request, and this handler closes it.
    private var isClosing = false
    /// Whether the certificate of the server is for another host.
    private var isForAnotherHost = false
    /// Whether AsyncHTTPClient is getting the end of a response.
    private var isPassingEnd = false
    /// Whether that response ended before its request.
    private var isPassingEarlyEnd = false
    /// Whether the response of the stream ended before the request. AsyncHTTPClient must not get more events.
    private var hasEndedEarly = false
    /// The number of bytes of the request since the last piece whose way to the network is watched.
    private var unwatchedBytes = 0
    /// Waits until the end of a request is on its way.
    private var endPromise: EventLoopPromise<Void>?
    /// The part of a response that AsyncHTTPClient hasn't got yet.
    private var held = HeldParts()
    /// The coding of a response of which no byte has arrived.
    private var coding = ContentCoding.none
    /// The header fields of the last request.
    private var requestHeaders = HTTPHeaders()
    /// Decompresses gzip bodies of several members; nil once it does, and without decompression.
    var gzipMembers: GzipMembers?
    private var keepAlive = KeepAlive()
    /// The time at which an idle connection is closed.
    private var idleDeadline = NIODeadline.distantFuture
    /// The timer for both timeouts. It goes on between exchanges, since setting it for each would cost more.
    private var timer: (task: Scheduled<Void>, deadline: NIODeadline)?

    init(decompresses: Bool, _ connection: TrackedConnection, isStream: Bool) {
        self.decompresses = decompresses
        self.connection = connection
        self.isStream = isStream
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stopTimer()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deliver(context)
        stopTimer()
        guard !hasEndedEarly else { return }
        if let exchange = endExchange(context), !exchange.hasResponseEnded {
            context.fireErrorCaught(exchange.error(connection.failure ?? HTTPClientError.remoteConnectionClosed))
        }
        if !isStream { connection.closed(at: context.eventLoop.now) }
        context.fireChannelInactive()
    }

    // MARK: Request

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if hasEndedEarly { return promise?.fail(HTTPClientError.requestStreamCancelled) ?? () }
        guard !isClosing else { return refuse(promise, context) }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            let now = context.eventLoop.now
            let link = ExchangeLink.take(from: &head.headers)
            if let link, !connection.isFor(link) {
                isClosing = true
                isForAnotherHost = true
                return refuse(promise, context)
            }
            guard let link, now < idleDeadline, !connection.isGoingAway,
                isUsedAtOnce(by: link) || !connection.wasClosed, link.started()
            else {
                isClosing = true
                return refuse(promise, context)
            }
            link.upload?.headWasSent()
            if let target = link.target {
                // A request to a proxy has an absolute target.
                head.uri = head.uri.hasPrefix("/") ? target : Self.replacePath(of: head.uri, by: target)
            }
            let isReusing = connection.exchangeStarted(head, at: now)
            exchange = ConnectionExchange(link, isReusing: isReusing, isHEAD: head.method == .HEAD, start: now)
            requestHeaders = head.headers
            unwatchedBytes = 0
            setTimer(context)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(let part):
            exchange?.wasActive(at: context.eventLoop.now)
            exchange?.link.upload?.connectionTook(part.readableBytes)
            write(part, promise, context)
        case .end:
            exchange?.requestEnded(at: context.eventLoop.now)
            // A response can end before its request.
            if exchange?.isOver == true { _ = endExchange(context) }
            context.write(data, promise: nil)
            endPromise = promise
        }
    }

    /// The largest piece of a body that goes to the channel at once, in bytes.
    private static let pieceSize = 64 << 10

    /// Writes a part of a body in pieces. A slow network may take longer for a whole part than the idle timeout.
    private func write(_ part: IOData, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        guard case .byteBuffer(var bytes) = part else {
            return context.write(wrapOutboundOut(.body(part)), promise: promise)
        }
        while bytes.readableBytes > Self.pieceSize, let piece = bytes.readSlice(length: Self.pieceSize) {
            writePiece(piece, nil, context)
        }
        writePiece(bytes, promise, context)
    }

    /// The server isn't idle while the network takes bytes of the request.
    private func writePiece(
        _ piece: ByteBuffer,
        _ promise: EventLoopPromise<Void>?,
        _ context: ChannelHandlerContext
    ) {
        var promise = promise
        unwatchedBytes += piece.readableBytes
        if unwatchedBytes >= Self.pieceSize {
            unwatchedBytes = 0
            let watched = promise ?? context.eventLoop.makePromise()
            watched.futureResult.assumeIsolated().whenSuccess { self.exchange?.wasActive(at: context.eventLoop.now) }
            promise = watched
        }
        context.write(wrapOutboundOut(.body(.byteBuffer(piece))), promise: promise)
    }

    /// AsyncHTTPClient fails a call whose request can't be sent to its end, even if the response is there. So it doesn't hear of that:
    /// the response decides, or the end of the connection.
    func flush(context: ChannelHandlerContext) {
        context.flush()
        endPromise.take()?.succeed()
    }

    /// Whether a request that may be repeated follows another one without a pause. Asking the system takes longer than the rest of
    /// this handler.
    private func isUsedAtOnce(by link: ExchangeLink) -> Bool { isPassingEnd && link.mayBeRepeated }

    /// Refuses a part of a request that can't be sent on the connection any more. Nothing of the request leaves this host.
    ///
    /// AsyncHTTPClient doesn't expect a connection to end while it writes.
    private func refuse(_ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        let error: any Error =
            isForAnotherHost ? NIOSSLExtraError.failedToValidateHostname : HTTPClientError.remoteConnectionClosed
        context.eventLoop.assumeIsolated().execute { [isForAnotherHost] in
            let connection = context.channel.parent
            promise?.fail(error)
            context.fireErrorCaught(error)
            context.close(promise: nil)
            if isForAnotherHost { connection?.close(promise: nil) }
        }
    }

    /// Replaces path and query of an absolute request target.
    private static func replacePath(of uri: String, by target: String) -> String {
        guard let authority = uri.firstRange(of: "://")?.upperBound else { return target }
        return uri[..<(uri[authority...].firstIndex(of: "/") ?? uri.endIndex)] + target
    }

    // MARK: Response

    func read(context: ChannelHandlerContext) {
        exchange?.startReading(at: context.eventLoop.now)
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed, !hasEndedEarly, connection.failure == nil else { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            guard head.status.code >= 100 else { return fail(InvalidStatus(), context) }
            guard head.status.code >= 200, exchange != nil else { return context.fireChannelRead(data) }
            do {
                let isChanged = try receive(&head, context)
                pass(isChanged ? wrapInboundOut(.head(head)) : data, as: .head, context)
            } catch {
                fail(error, context)
            }
        case .body(let part):
            exchange?.received(part, at: context.eventLoop.now)
            if coding == .unsupported, part.readableBytes > 0 { return fail(UnsupportedContentCoding(), context) }
            if part.readableBytes > 0 { coding = .none }
            pass(data, as: .body, context)
        case .end:
            // The decompression fails without a byte, as for a response to HEAD or one with status 304.
            if let empty = coding.emptyContent {
                pass(wrapInboundOut(.body(ByteBuffer(bytes: empty))), as: .body, context)
            }
            coding = .none
            exchange?.responseEnded()
            let isEarly = exchange?.isOver == false
            if exchange?.isOver == true { _ = endExchange(context) }
            guard isStream else { return held.end = data }
            context.fireChannelRead(data)
            if isEarly { endEarly(context) }
        }
    }

    /// Ends the stream of a request that the server doesn't want to have whole (RFC 9113, section 8.1).
    private func endEarly(_ context: ChannelHandlerContext) {
        hasEndedEarly = true
        _ = endExchange(context)
        context.eventLoop.assumeIsolated().execute { context.close(promise: nil) }
    }

    /// - Returns: Whether the head was changed.
    /// - Throws: An error for a head whose response can't be read.
    private func receive(_ head: inout HTTPResponseHead, _ context: ChannelHandlerContext) throws -> Bool {
        let (fields, framing) = try connection.fields.read(head.headers)
        if let exchange, !isStream { try exchange.check(head.status, framing) }
        if let field = framing.keepAlive { keepAlive.read(field) }
        // A part of compressed content can't be decompressed. The fields for the caller have been read.
        let isEncoded = framing.isEncoded && head.status != .partialContent
        if framing.isEncoded, !isEncoded { head.headers.remove(name: "Content-Encoding") }
        coding =
            isEncoded && decompresses
            ? ContentCoding(preparing: &head.headers, accepting: requestHeaders) : .none
        if coding == .gzip { gzipMembers.take()?.follow(context, after: self) }
        exchange?.receivedHead(isEncoded: isEncoded, at: context.eventLoop.now)
        exchange?.report(fields, connection.label, isHTTP10: head.version == .http1_0)
        return framing.isEncoded && decompresses
    }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        hasFailed = true
        deliver(context)
        context.fireErrorCaught(error)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard !hasEndedEarly else { return }
        context.fireChannelWritabilityChanged()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        exchange?.stopReading()
        guard held.end != nil else {
            deliver(context)
            return context.fireChannelReadComplete()
        }
        // AsyncHTTPClient gives the connection its next request at once. By then, the channel has noticed whether the server has
        // closed the connection. The caller gets head, body and end together, since each of them could wake its task.
        context.eventLoop.assumeIsolated().execute {
            self.deliver(context)
            context.fireChannelReadComplete()
        }
    }

    /// Passes a part of a response on, or keeps it until it is known whether the end arrives with it.
    private func pass(_ data: NIOAny, as kind: HeldParts.Kind, _ context: ChannelHandlerContext) {
        guard !isStream else { return context.fireChannelRead(data) }
        if held.keeps(data, as: kind) { return }
        deliver(context)
        context.fireChannelRead(data)
    }

    /// Passes the parts on that AsyncHTTPClient hasn't got.
    private func deliver(_ context: ChannelHandlerContext) {
        if let head = held.head.take() { context.fireChannelRead(head) }
        if let body = held.body.take() { context.fireChannelRead(body) }
        guard let end = held.end.take() else { return }
        isPassingEnd = true
        isPassingEarlyEnd = exchange?.hasResponseEnded == true
        context.fireChannelRead(end)
        isPassingEnd = false
        isPassingEarlyEnd = false
        if isClosing { context.close(promise: nil) }
    }

    /// AsyncHTTPClient closes the connection before it passes an early end to the call. The close fails the rest of the upload, and
    /// with it the call.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard isPassingEarlyEnd else { return context.close(mode: mode, promise: promise) }
        context.eventLoop.assumeIsolated().execute { context.close(mode: mode, promise: promise) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !hasEndedEarly else { return }
        if held.end != nil {
            // Bytes after a response (RFC 9112, section 9.2): the connection can't be used again, and no exchange fails.
            isClosing = true
            return
        }
        deliver(context)
        guard let exchange, !exchange.hasResponseEnded, let failure = failure(error, of: exchange) else {
            return context.fireErrorCaught(error)
        }
        _ = endExchange(context)
        context.fireErrorCaught(failure)
    }

    /// The failure of an exchange by an error of its connection; nil for an error that passes on unchanged. AsyncHTTPClient inspects
    /// errors of TLS.
    private func failure(_ error: any Error, of exchange: ConnectionExchange) -> EstablishedConnectionError? {
        switch error {
        case is NIOSSLError: nil
        case let closed as NIOHTTP2Errors.StreamClosed:
            exchange.error(
                connection.failure ?? error,
                isUnprocessed: closed.errorCode == .refusedStream || connection.excludes(closed.streamID)
            )
        case is IOError: exchange.error(error)
        // Before the head, the bytes are those of an earlier response.
        case is HTTPParserError, is NIOHTTPDecoderError:
            exchange.isReceiving || exchange.isReusing ? exchange.error(error) : nil
        default: exchange.isReceiving ? exchange.error(error) : nil
        }
    }

    private func endExchange(_ context: ChannelHandlerContext) -> ConnectionExchange? {
        guard let ended = exchange.take() else { return nil }
        connection.exchangeEnded(at: context.eventLoop.now)
        if let limit = keepAlive.idleLimit, !isStream {
            idleDeadline = context.eventLoop.now + limit
            setTimer(context)
        }
        return ended
    }

    // MARK: Timeouts

    private func deadline(at now: NIODeadline) -> NIODeadline { exchange?.deadline(at: now) ?? idleDeadline }

    /// Sets the timer, unless it fires early enough.
    private func setTimer(_ context: ChannelHandlerContext) {
        let deadline = deadline(at: context.eventLoop.now)
        guard deadline < timer?.deadline ?? .distantFuture else { return }
        stopTimer()
        // A weak reference would make each other one slower.
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { () -> Void in
            self.timerFired(context)
        }
        timer = (task, deadline)
    }

    private func stopTimer() {
        timer?.task.cancel()
        timer = nil
    }

    private func timerFired(_ context: ChannelHandlerContext) {
        timer = nil
        guard deadline(at: context.eventLoop.now) <= context.eventLoop.now else { return setTimer(context) }
        if exchange == nil {
            isClosing = true
            context.close(promise: nil)
        } else {
            errorCaught(context: context, error: HTTPClientError.readTimeout)
        }
    }
}
#endif
