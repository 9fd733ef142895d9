#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import TalynCore
import _TalynSupport

/// Sends the request of a handshake, and opens the ``WebSocketHandler`` if the server agrees. Otherwise, it collects the response.
final class WebSocketUpgradeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    /// The answer of the server.
    enum Answer: Sendable {
        case upgraded(HTTPFields)
        /// A response, with at most 1 MiB of its body.
        case refused(statusCode: Int, HTTPFields, Data)
    }

    private enum State {
        case waiting
        case upgrading(HTTPResponseHead)
        case refused(HTTPResponseHead, ByteBuffer)
        case done
    }

    private let handshake: WebSocketHandshake
    private let handler: WebSocketHandler
    private let idleTimeout: TimeAmount?
    private let promise: EventLoopPromise<Answer>
    private var state = State.waiting
    private var timer: Scheduled<Void>?

    /// - Parameter handler: It stands before the codec of HTTP.
    init(
        _ handshake: WebSocketHandshake,
        _ handler: WebSocketHandler,
        idleTimeout: TimeAmount?,
        _ promise: EventLoopPromise<Answer>
    ) {
        self.handshake = handshake
        self.handler = handler
        self.idleTimeout = idleTimeout
        self.promise = promise
    }

    func handlerAdded(context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.head(handshake.head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        setTimer(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        finish(.failure(HTTPClientError.remoteConnectionClosed))
    }

    private func setTimer(_ context: ChannelHandlerContext) {
        timer?.cancel()
        guard let idleTimeout else { return }
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: idleTimeout) {
            self.errorCaught(context: context, error: HTTPClientError.readTimeout)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .done = state { return }
        setTimer(context)
        switch (unwrapInboundIn(data), state) {
        case (.head(let head), .waiting):
            guard head.headers.count <= HTTPFields.maximumCount else {
                return errorCaught(context: context, error: HeaderFieldLimitError())
            }
            guard head.status == .switchingProtocols else {
                handler.refuse()
                return state = .refused(head, ByteBuffer())
            }
            if let error = handshake.fault(of: head) { return errorCaught(context: context, error: error) }
            state = .upgrading(head)
        case (.body(var part), .refused(let head, var body)):
            state = .waiting
            body.writeBuffer(&part)
            state = .refused(head, body)
            if body.readableBytes > IncomingResponse.longestErrorBody { refuse(context) }
        case (.end, .upgrading(let head)): upgrade(context, head)
        case (.end, .refused): refuse(context)
        default: break
        }
    }

    private func upgrade(_ context: ChannelHandlerContext, _ head: HTTPResponseHead) {
        let pipeline = context.pipeline.syncOperations
        do {
            // From now on, the connection reads only while there is room for messages.
            try context.channel.syncOptions?.setOption(.autoRead, value: false)
            handler.open()
            finish(.success(.upgraded(HTTPFields(head.headers))))
            let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPResponseDecoder>.self)
            let encoder = try pipeline.context(handlerType: HTTPRequestEncoder.self)
            for codec in [decoder, encoder] { pipeline.removeHandler(context: codec, promise: nil) }
            pipeline.removeHandler(self, promise: nil)
        } catch {
            errorCaught(context: context, error: error)
        }
    }

    private func refuse(_ context: ChannelHandlerContext) {
        guard case .refused(let head, let body) = state else { return }
        let data = Data(body.readableBytesView.prefix(IncomingResponse.longestErrorBody + 1))
        finish(.success(.refused(statusCode: Int(head.status.code), HTTPFields(head.headers), data)))
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        // A body without a length ends with the connection.
        refuse(context)
        finish(.failure(HTTPClientError.remoteConnectionClosed))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        finish(.failure(error))
        context.close(promise: nil)
    }

    /// The first result counts.
    private func finish(_ result: Result<Answer, any Error>) {
        if case .done = state { return }
        state = .done
        timer?.cancel()
        timer = nil
        promise.completeWith(result)
    }
}

/// A response with the status 101 that agrees to no WebSocket connection (RFC 6455, section 4.1).
struct InvalidWebSocketHandshake: Error, Sendable, DescribedError {
    let problem: String
    let detail: TransportError.Detail?
    var recovery: String? { "Check the server, and the proxies in between." }

    init(_ problem: String, detail: TransportError.Detail? = nil) {
        self.problem = problem
        self.detail = detail
    }
}
#endif
