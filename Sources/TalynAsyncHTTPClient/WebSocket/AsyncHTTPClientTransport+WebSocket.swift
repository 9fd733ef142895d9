#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOExtras
import NIOHTTP1
import TalynCore
import _TalynSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension AsyncHTTPClientTransport {
    /// Opens a WebSocket connection, which no pool keeps.
    ///
    /// - Returns: The response with the status 101 and the connection, or the response of a server that refuses.
    @inline(never)
    func open(_ request: OutgoingRequest) async throws -> TransportResponse {
        try request.checkURL()
        guard let origin = request.origin, let connector = clients.connector(for: request) else {
            throw WebSocketError.unsupported(by: "An AsyncHTTPClientTransport on a client of the caller")
        }
        let handshake = try WebSocketHandshake(request, adding: addedHeaderFields)
        let options = request.webSocket ?? WebSocketOptions()
        let opening = WebSocketOpening(
            handshake,
            options,
            origin: origin,
            idleTimeout: request.options.idleTimeout.map { TimeAmount(idleTimeout: $0) } ?? standardIdleTimeout,
            observers: connectionObservers
        )
        do {
            if isShutDown.withLock({ $0 }) { throw HTTPClientError.alreadyShutdown }
            let opened = try await opening.run(connector)
            if opened.response.webSocket != nil { webSockets.add(opened.channel) }
            // The transport may have been shut down meanwhile.
            if isShutDown.withLock({ $0 }) { webSockets.closeAll() }
            return opened.response
        } catch let error as InvalidWebSocketHandshake {
            throw TransportError(.invalidResponse, of: request, underlyingError: error)
        } catch {
            throw TransportError(
                asyncHTTPClient: (error as? NIOHTTP1ProxyConnectHandler.Error)?.asClientError ?? error,
                of: request,
                opening.isSent ? .sent : .unsent
            )
        }
    }
}

/// One attempt to open a connection.
private final class WebSocketOpening: Sendable {
    typealias Opened = (channel: any Channel, response: TransportResponse)

    private let handshake: WebSocketHandshake
    private let options: WebSocketOptions
    private let origin: Origin
    private let idleTimeout: TimeAmount?
    private let observers: ConnectionObservers
    private let start = NIODeadline.now()
    /// The connection that the request goes to; nil before it.
    private let channel = Lock<(any Channel)?>(nil)

    init(
        _ handshake: WebSocketHandshake,
        _ options: WebSocketOptions,
        origin: Origin,
        idleTimeout: TimeAmount?,
        observers: ConnectionObservers
    ) {
        self.handshake = handshake
        self.options = options
        self.origin = origin
        self.idleTimeout = idleTimeout
        self.observers = observers
    }

    /// Whether a server may have got the request.
    var isSent: Bool { channel.withLock { $0 != nil } }

    func run(_ connector: WebSocketConnector) async throws -> Opened {
        try Task.checkCancellation()
        let promise = Promise<Result<Opened, any Error>>()
        try connector.connect(to: origin).flatMap { self.shakeHands(on: $0) }.whenComplete { result in
            if !promise.resolve(result) { try? result.get().channel.close(promise: nil) }
        }
        guard let result = await promise.value() else {
            channel.withLock { $0 }?.close(promise: nil)
            throw CancellationError()
        }
        return try result.get()
    }

    /// Sends the request. Runs on the event loop.
    private func shakeHands(on channel: any Channel) -> EventLoopFuture<Opened> {
        self.channel.withLock { $0 = channel }
        let connected = NIODeadline.now()
        let inbox = WebSocketInbox(options)
        let answer = channel.eventLoop.makePromise(of: WebSocketUpgradeHandler.Answer.self)
        let tracked = NIOLoopBound(
            TrackedConnection(channel, "http/1.1", observers: observers),
            eventLoop: channel.eventLoop
        )
        let label = tracked.value.label
        let handler = NIOLoopBound(WebSocketHandler(inbox, options, origin: origin), eventLoop: channel.eventLoop)
        do {
            _ = tracked.value.exchangeStarted(handshake.head, at: connected)
            channel.closeFuture.whenComplete { _ in tracked.value.closed(at: .now()) }
            let upgrade = WebSocketUpgradeHandler(handshake, handler.value, idleTimeout: idleTimeout, answer)
            let decoder = ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes))
            try channel.pipeline.syncOperations.addHandlers(handler.value, HTTPRequestEncoder(), decoder, upgrade)
        } catch {
            answer.fail(error)
        }
        return answer.futureResult.map { [options, start] answer in
            var metrics = TransportMetrics()
            metrics.connecting = .nanoseconds((connected - start).nanoseconds)
            metrics.waiting = .nanoseconds((.now() - connected).nanoseconds)
            metrics.networkProtocolName = label.networkProtocolName
            metrics.isReusedConnection = false
            (metrics.localPort, metrics.remotePort, metrics.remoteAddress) = (
                label.localPort, label.remotePort, label.remoteAddress
            )
            var response: TransportResponse
            switch answer {
            case .refused(let statusCode, let fields, let body):
                response = TransportResponse(statusCode: statusCode, headerFields: fields, body: HTTPBody(body))
            case .upgraded(let fields):
                response = TransportResponse(statusCode: 101, headerFields: fields, body: HTTPBody(Data()))
                response.webSocket = AsyncHTTPClientWebSocket(
                    channel,
                    handler,
                    inbox,
                    maximumFrameSize: options.maximumFrameSize
                )
            }
            response.metrics = metrics
            return (channel, response)
        }
    }
}

/// Open connections, to close them with their transport.
final class OpenChannels: Sendable {
    private let channels = Locked<[ObjectIdentifier: any Channel]>([:])

    func add(_ channel: any Channel) {
        let key = ObjectIdentifier(channel)
        channels.withLock { $0[key] = channel }
        channel.closeFuture.whenComplete { [channels] _ in channels.withLock { $0[key] = nil } }
    }

    func closeAll() {
        let open = channels.withLock(\.values)
        for channel in open { channel.close(promise: nil) }
    }
}

extension NIOHTTP1ProxyConnectHandler.Error {
    /// The same failure of a proxy, as AsyncHTTPClient has it.
    fileprivate var asClientError: HTTPClientError {
        let same: [(Self, HTTPClientError)] = [
            (.proxyAuthenticationRequired(), .proxyAuthenticationRequired),
            (.httpProxyHandshakeTimeout(), .httpProxyHandshakeTimeout),
            (.remoteConnectionClosed(), .remoteConnectionClosed),
            (.channelUnexpectedlyInactive(), .remoteConnectionClosed),
        ]
        return same.first { $0.0 == self }?.1 ?? .invalidProxyResponse
    }
}
#endif
