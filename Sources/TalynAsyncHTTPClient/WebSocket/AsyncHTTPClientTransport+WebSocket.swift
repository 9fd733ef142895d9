#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOExtras
import NIOHTTP1
import TalynCore
import _TalynSupport

extension AsyncHTTPClientTransport {
    /// Opens a WebSocket connection, which no pool keeps.
    ///
    /// - Returns: The response with the status 101 and the connection, or the response of a server that refuses.
    @inline(never)
    func open(_ request: OutgoingRequest) async throws -> TransportResponse {
        try request.checkURL()
        try request.checkHostLength()
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
            observers: connectionObservers,
            channels: webSockets
        )
        do {
            if isShutDown.withLock({ $0 }) { throw HTTPClientError.alreadyShutdown }
            return try await opening.run(connector)
        } catch let error as InvalidWebSocketHandshake {
            throw TransportError(.invalidResponse, of: request, underlyingError: error, detail: error.detail)
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
    private struct State {
        /// The channels that connect to the addresses of the server, or of the proxy.
        var channels: [any Channel] = []
        var isCancelled = false
        var isSent = false
    }

    private let handshake: WebSocketHandshake
    private let options: WebSocketOptions
    private let origin: Origin
    private let idleTimeout: TimeAmount?
    private let observers: ConnectionObservers
    /// The connections of the transport.
    private let channels: OpenChannels
    private let start = NIODeadline.now()
    private let state = Lock(State())

    init(
        _ handshake: WebSocketHandshake,
        _ options: WebSocketOptions,
        origin: Origin,
        idleTimeout: TimeAmount?,
        observers: ConnectionObservers,
        channels: OpenChannels
    ) {
        self.handshake = handshake
        self.options = options
        self.origin = origin
        self.idleTimeout = idleTimeout
        self.observers = observers
        self.channels = channels
    }

    /// Whether a server may have got the request.
    var isSent: Bool { state.withLock(\.isSent) }

    func run(_ connector: WebSocketConnector) async throws -> TransportResponse {
        try Task.checkCancellation()
        let promise = Promise<Result<TransportResponse, any Error>>()
        try connector.connect(to: origin) { try self.add($0) }.flatMap { self.shakeHands(on: $0) }
            .whenComplete { promise.resolve($0) }
        let result = await promise.value() ?? .failure(CancellationError())
        if case .failure = result { cancel() }
        return try result.get()
    }

    /// Notes a channel, in any phase before the end of the handshake.
    private func add(_ channel: any Channel) throws {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.channels.append(channel) }
            return state.isCancelled
        }
        if isCancelled { throw CancellationError() }
        try channels.add(channel)
    }

    private func cancel() {
        let channels = state.withLock { state in
            state.isCancelled = true
            return state.channels
        }
        for channel in channels { channel.close(promise: nil) }
    }

    /// Sends the request. Runs on the event loop.
    private func shakeHands(on channel: any Channel) -> EventLoopFuture<TransportResponse> {
        state.withLock { $0.isSent = true }
        let connected = NIODeadline.now()
        let inbox = WebSocketInbox(options)
        let outbox = WebSocketOutbox(limit: options.sendBufferSize)
        let answer = channel.eventLoop.makePromise(of: WebSocketUpgradeHandler.Answer.self)
        let tracked = NIOLoopBound(
            TrackedConnection(channel, "http/1.1", observers: observers),
            eventLoop: channel.eventLoop
        )
        let label = tracked.value.label
        let handler = NIOLoopBound(
            WebSocketHandler(inbox, outbox, options, origin: origin),
            eventLoop: channel.eventLoop
        )
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
                    outbox,
                    maximumFrameSize: options.maximumFrameSize
                )
            }
            response.metrics = metrics
            return response
        }
    }
}

/// The connections of a transport, to close them with it.
final class OpenChannels: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isClosed = false
    }

    private let state = Locked(State())

    /// - Throws: The error of a transport that has been shut down.
    func add(_ channel: any Channel) throws {
        let key = ObjectIdentifier(channel)
        try state.withLock { state in
            if state.isClosed { throw HTTPClientError.alreadyShutdown }
            state.channels[key] = channel
        }
        channel.closeFuture.whenComplete { [state] _ in state.withLock { $0.channels[key] = nil } }
    }

    /// Closes all channels, also those that are added afterwards.
    func closeAll() {
        let channels = state.withLock { state in
            state.isClosed = true
            return state.channels.values
        }
        for channel in channels { channel.close(promise: nil) }
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
