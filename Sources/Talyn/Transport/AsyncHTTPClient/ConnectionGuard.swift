#if AsyncHTTPClient && os(Linux)
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Stands on each connection between the HTTP decoder and AsyncHTTPClient's own handler.
///
/// It does two things:
///
/// - It fails a response whose status is below 100. AsyncHTTPClient 1.37 ignores such a head, and traps on its end.
/// - It marks errors of the system as ``EstablishedConnectionError``. AsyncHTTPClient reports the same `IOError` for a
///   connection that was refused and for one that broke after a request was sent.
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// Whether a response has failed. AsyncHTTPClient closes the connection then, and must see nothing more of it.
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

/// A response whose status is not a number of three digits from 100 on (RFC 9110, section 15).
struct InvalidStatus: Error, LocalizedError {
    var errorDescription: String? { "The status of the response is not one of HTTP." }
}

/// An error of the system on a connection that was established: a request may have been sent on it.
struct EstablishedConnectionError: Error {
    let underlyingError: any Error

    /// Marks errors that AsyncHTTPClient also reports of connections that were never established.
    ///
    /// Others stay as they are: AsyncHTTPClient looks at those of TLS.
    static func marking(_ error: any Error) -> any Error {
        error is IOError || error is ChannelError ? EstablishedConnectionError(underlyingError: error) : error
    }
}

/// Stands at the start of each HTTP/2 stream, and fails a response whose status is not a number of three digits.
///
/// What follows in the stream traps on some: on an empty status, a negative one, and one below 100.
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

    /// Whether the text is one of `100` to `999` (RFC 9113, section 8.3.2).
    static func isStatus(_ text: String) -> Bool {
        let digits = text.utf8
        return digits.count == 3 && digits.allSatisfy { 0x30...0x39 ~= $0 } && digits.first != 0x30
    }
}
#endif
