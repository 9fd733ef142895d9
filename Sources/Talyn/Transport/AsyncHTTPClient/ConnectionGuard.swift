#if AsyncHTTPClient && os(Linux)
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Handles errors of a connection that AsyncHTTPClient doesn't. It sits between the HTTP decoder and the client's own
/// handler.
///
/// It does two things:
///
/// - It fails a response with a status below 100. AsyncHTTPClient 1.37 ignores such a head, and traps on its end.
/// - It marks system errors as ``EstablishedConnectionError``. AsyncHTTPClient reports the same `IOError` for a refused
///   connection and for one that broke after a request was sent.
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// Whether a response has failed. AsyncHTTPClient then closes the connection, and must not get more events.
    private var hasFailed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
            hasFailed = true
            context.fireErrorCaught(InvalidStatus())
        } else {
            context.fireChannelRead(data)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(EstablishedConnectionError.marking(error))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard let promise else { return context.write(data, promise: nil) }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { result in
            promise.completeWith(result.mapError { EstablishedConnectionError.marking($0) })
        }
        context.write(data, promise: written)
    }
}

/// An error for a response whose status is invalid (RFC 9110, section 15).
struct InvalidStatus: Error, LocalizedError {
    var errorDescription: String? { "The response has an invalid status." }
}

/// A system error on an established connection. A request may have been sent on it.
struct EstablishedConnectionError: Error {
    let underlyingError: any Error

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
