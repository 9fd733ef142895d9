#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL
import TalynCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Observes the exchanges of a connection. It sits between the HTTP codec and AsyncHTTPClient's own handler.
///
/// It does ten things that AsyncHTTPClient 1.37 doesn't:
///
/// - It fails a response with a status below 100. AsyncHTTPClient ignores such a head, and traps on its end.
/// - It marks system errors as ``EstablishedConnectionError``. AsyncHTTPClient reports the same `IOError` for a refused
///   connection and for one that broke after a request was sent.
/// - It fails an exchange whose server is idle for longer than the request allows. AsyncHTTPClient has one timeout for
///   all requests.
/// - It keeps the bytes that were received before a connection broke; see ``UnreadBytes``.
/// - It tells a streamed upload how many bytes the connection has taken; see ``AsyncHTTPClientUpload``.
/// - It measures the phases of an exchange.
/// - It sends the path of a URL with escapes that aren't UTF-8. AsyncHTTPClient sends an empty path.
/// - It marks the end of a reused connection before its response; see ``EstablishedConnectionError/isStale``.
/// - It prepares the content codings of a response for AsyncHTTPClient's decompression; see ``ContentCoding``.
/// - It tells the connection of an exchange; see ``TrackedConnection``.
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The idle timeout of requests without one of their own; nil for none.
    private let standardIdleTimeout: TimeAmount?
    /// Whether AsyncHTTPClient decompresses responses.
    private let decompresses: Bool
    private let connection: TrackedConnection
    /// Whether the channel is one stream of several on the connection.
    private let isStream: Bool
    /// The exchange on the connection; nil between exchanges.
    private var exchange: ConnectionExchange?
    /// Whether a response has failed. AsyncHTTPClient then closes the connection, and must not get more events.
    private var hasFailed = false
    /// The coding of a response of which no byte has arrived.
    private var coding = ContentCoding.none
    /// The timer for the idle timeout. It goes on between exchanges, since setting it for each would cost more.
    private var timer: (task: Scheduled<Void>, deadline: NIODeadline)?

    init(idleTimeout: TimeAmount?, decompresses: Bool, _ connection: TrackedConnection, isStream: Bool) {
        standardIdleTimeout = idleTimeout
        self.decompresses = decompresses
        self.connection = connection
        self.isStream = isStream
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stopTimer()
    }

    func channelInactive(context: ChannelHandlerContext) {
        stopTimer()
        if let exchange = endExchange(context), !exchange.hasResponseEnded {
            context.fireErrorCaught(exchange.error(HTTPClientError.remoteConnectionClosed))
        }
        if !isStream { connection.closed(at: context.eventLoop.now) }
        context.fireChannelInactive()
    }

    // MARK: Request

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        var promise = promise
        if let original = promise {
            let written = context.eventLoop.makePromise(of: Void.self)
            written.futureResult.whenComplete { result in
                original.completeWith(result.mapError { EstablishedConnectionError.marking($0) })
            }
            promise = written
        }
        switch part {
        case .head(var head):
            let request = InternalHeaderFields.take(from: &head.headers, idleTimeout: standardIdleTimeout)
            request.upload?.headWasSent()
            if let target = request.target {
                // A request to a proxy has an absolute target.
                head.uri = head.uri.hasPrefix("/") ? target : Self.replacePath(of: head.uri, by: target)
            }
            let now = context.eventLoop.now
            let isReusing = connection.exchangeStarted(head, at: now)
            exchange = ConnectionExchange(
                idleTimeout: request.idleTimeout,
                upload: request.upload,
                isReusing: isReusing,
                start: now
            )
            setTimer(context)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(let part):
            exchange?.sentPart(at: context.eventLoop.now)
            exchange?.upload?.connectionTook(part.readableBytes)
            context.write(data, promise: promise)
        case .end:
            exchange?.requestEnded(at: context.eventLoop.now)
            // A response can end before its request.
            if exchange?.isOver == true { _ = endExchange(context) }
            context.write(data, promise: promise)
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
        guard !hasFailed else { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            guard head.status.code >= 100 else {
                hasFailed = true
                context.fireErrorCaught(InvalidStatus())
                return
            }
            if head.headers.contains(name: InternalHeaderFields.metricsName) {
                head.headers.remove(name: InternalHeaderFields.metricsName)
            }
            if head.status.code >= 200, exchange != nil {
                let isEncoded = head.headers.contains(name: "Content-Encoding")
                coding = isEncoded && decompresses ? ContentCoding(preparing: &head.headers) : .none
                let isHTTP10 = head.version == .http1_0
                exchange?.receivedHead(isEncoded: isEncoded, isHTTP10: isHTTP10, at: context.eventLoop.now)
                if let exchange { InternalHeaderFields.add(exchange, connection.label, to: &head.headers) }
            }
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body(let part):
            exchange?.received(part, at: context.eventLoop.now)
            if coding == .unsupported, part.readableBytes > 0 {
                hasFailed = true
                return context.fireErrorCaught(UnsupportedContentCoding())
            }
            if part.readableBytes > 0 { coding = .none }
            context.fireChannelRead(data)
        case .end:
            // The decompression fails without a byte, as for a response to HEAD or one with status 304.
            if let empty = coding.emptyContent {
                context.fireChannelRead(wrapInboundOut(.body(ByteBuffer(bytes: empty))))
            }
            coding = .none
            exchange?.responseEnded()
            if exchange?.isOver == true { _ = endExchange(context) }
            context.fireChannelRead(data)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        exchange?.stopReading()
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // AsyncHTTPClient inspects TLS errors.
        guard let exchange, !exchange.hasResponseEnded, exchange.isReceiving || error is IOError,
            !(error is NIOSSLError)
        else {
            return context.fireErrorCaught(EstablishedConnectionError.marking(error))
        }
        _ = endExchange(context)
        context.fireErrorCaught(exchange.error(error))
    }

    private func endExchange(_ context: ChannelHandlerContext) -> ConnectionExchange? {
        if exchange != nil { connection.exchangeEnded(at: context.eventLoop.now) }
        return exchange.take()
    }

    // MARK: Idle timeout

    /// Sets the timer, unless it fires early enough.
    private func setTimer(_ context: ChannelHandlerContext) {
        guard let deadline = exchange?.deadline(at: context.eventLoop.now), deadline < timer?.deadline ?? .distantFuture
        else { return }
        stopTimer()
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [weak self] () -> Void in
            self?.timerFired(context)
        }
        timer = (task, deadline)
    }

    private func stopTimer() {
        timer?.task.cancel()
        timer = nil
    }

    private func timerFired(_ context: ChannelHandlerContext) {
        timer = nil
        guard let deadline = exchange?.deadline(at: context.eventLoop.now) else { return }
        if deadline > context.eventLoop.now {
            setTimer(context)
        } else {
            errorCaught(context: context, error: HTTPClientError.readTimeout)
        }
    }
}

/// An error for a response whose status is invalid (RFC 9110, section 15).
struct InvalidStatus: Error, LocalizedError {
    var errorDescription: String? { "The response has an invalid status." }
}

/// A system error on an established connection. A request may have been sent on it.
struct EstablishedConnectionError: Error {
    let underlyingError: any Error
    /// The bytes of the response that its reader hasn't got.
    var unread: UnreadBytes?
    /// Whether the connection had served a request before, and ended before the first byte of this response.
    var isStale = false

    /// Marks the errors that AsyncHTTPClient also reports for connections that were never established.
    ///
    /// Other errors stay as they are, since AsyncHTTPClient inspects TLS errors.
    static func marking(_ error: any Error) -> any Error {
        error is IOError || error is ChannelError ? EstablishedConnectionError(underlyingError: error) : error
    }
}

/// Fails responses with an invalid status at the start of each HTTP/2 stream.
///
/// The next handlers trap on a status that is empty, negative or below 100.
final class HTTP2StatusGuard: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload

    private var hasFailed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        if case .headers(let frame) = unwrapInboundIn(data),
            let status = frame.headers.first(where: { $0.name == ":status" })?.value, !Self.isStatus(status)
        {
            hasFailed = true
            context.fireErrorCaught(InvalidStatus())
        } else {
            context.fireChannelRead(data)
        }
    }

    /// Whether the text is a status from `100` to `999` (RFC 9113, section 8.3.2).
    static func isStatus(_ text: String) -> Bool {
        let digits = text.utf8
        return digits.count == 3 && digits.allSatisfy { 0x30...0x39 ~= $0 } && digits.first != 0x30
    }
}
#endif
