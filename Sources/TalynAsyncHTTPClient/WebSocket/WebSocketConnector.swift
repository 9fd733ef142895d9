#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import AsyncHTTPClient
import NIOCore
import NIOExtras
import NIOHTTP1
import NIOPosix
import NIOSOCKS
import NIOSSL
import NIOTLS
import TalynCore
import _TalynSupport

/// Makes connections for WebSockets, by the settings of a client: its proxy, TLS, pins and timeouts.
final class WebSocketConnector: Sendable {
    private let configuration: HTTPClient.Configuration
    /// Made at the first connection, since each reads the trusted roots.
    private let tls = Lock<[Peer: NIOSSLContext]>([:])

    /// The host that a certificate is checked for.
    private enum Peer {
        case name, address
    }

    init(_ configuration: HTTPClient.Configuration) {
        self.configuration = configuration
    }

    private var timeout: TimeAmount { configuration.timeout.connect ?? .seconds(10) }

    /// A connection to an origin, through the proxy and with TLS.
    ///
    /// - Parameter prepare: Gets each channel before it connects. The server can have several addresses.
    func connect(
        to origin: Origin,
        _ prepare: @escaping @Sendable (any Channel) throws -> Void
    ) throws -> EventLoopFuture<any Channel> {
        let addressTLS = origin.host.isAddress ? configuration.addressTLS : nil
        let context = origin.scheme == "https" ? try tlsContext(addressTLS) : nil
        let proxy = configuration.proxy
        let target = configuration.target(for: origin)
        let deadline = NIODeadline.now() + timeout
        let bootstrap = try bootstrap()
            .channelInitializer { channel in channel.eventLoop.makeCompletedFuture { try prepare(channel) } }
        return bootstrap.connect(host: proxy?.host ?? target, port: proxy?.port ?? origin.port).flatMap {
            [configuration] channel in
            let preparation = WebSocketPreparation(channel, deadline: deadline)
            return preparation.pass(proxy, to: target, port: origin.port)
                .flatMap { preparation.secure(context, host: origin.host) }
                .flatMapThrowing {
                    guard context != nil, configuration.verifiesHosts else { return }
                    let verification = HostVerification(channel)
                    guard verification.accepts(origin.host, isUnverified: addressTLS != nil) else {
                        throw NIOSSLExtraError.failedToValidateHostname
                    }
                }
                // Checks pins.
                .flatMap {
                    configuration.http1_1ConnectionDebugInitializer?(channel)
                        ?? channel.eventLoop.makeSucceededVoidFuture()
                }
                .map { channel }
                .flatMapError { error in
                    channel.close(promise: nil)
                    return channel.eventLoop.makeFailedFuture(error)
                }
        }
    }

    private func bootstrap() throws -> ClientBootstrap {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        var bootstrap = ClientBootstrap(group: loop)
            .connectTimeout(timeout)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .enableMPTCP(configuration.enableMultipath)
        if configuration.dnsResolver == .randomized {
            bootstrap = bootstrap.resolver(NIORandomizedDNSResolver(loop: loop))
        }
        guard let address = configuration.localAddress else { return bootstrap }
        guard address.isAddress else { throw HTTPClientError.invalidLocalAddress }
        return bootstrap.bind(to: try SocketAddress(ipAddress: address, port: 0))
    }

    private func tlsContext(_ addressTLS: TLSConfiguration?) throws -> NIOSSLContext {
        let peer: Peer = addressTLS == nil ? .name : .address
        if let context = tls.withLock({ $0[peer] }) { return context }
        var settings = addressTLS ?? configuration.tlsConfiguration ?? .makeClientConfiguration()
        settings.applicationProtocols = ["http/1.1"]
        let context = try NIOSSLContext(configuration: settings)
        return tls.withLock { kept in
            kept[peer] = kept[peer] ?? context
            return kept[peer] ?? context
        }
    }
}

extension HTTPClient.Configuration {
    /// The host that a connection to an origin asks DNS or a proxy for.
    fileprivate func target(for origin: Origin) -> String {
        guard !dnsOverride.isEmpty else { return origin.host }
        let host = origin.host.asURLHost
        return dnsOverride.first { $0.key.lowercased() == host }?.value ?? origin.host
    }
}

/// Passes a proxy, and secures a connection.
private struct WebSocketPreparation: Sendable {
    let channel: any Channel
    let deadline: NIODeadline

    init(_ channel: any Channel, deadline: NIODeadline) {
        self.channel = channel
        self.deadline = deadline
    }

    private var done: EventLoopFuture<Void> { channel.eventLoop.makeSucceededVoidFuture() }

    func pass(_ proxy: HTTPClient.Configuration.Proxy?, to host: String, port: Int) -> EventLoopFuture<Void> {
        guard let proxy else { return done }
        return proxy == .socksServer(host: proxy.host, port: proxy.port)
            ? passSOCKS(to: host, port: port) : passHTTP(proxy, to: host.asURLHost, port: port)
    }

    private func passSOCKS(to host: String, port: Int) -> EventLoopFuture<Void> {
        run { pipeline, promise in
            let address = (try? SocketAddress(ipAddress: host, port: port)).map { SOCKSAddress.address($0) }
            let client = SOCKSClientHandler(targetAddress: address ?? .domain(host, port: port))
            let waiter = EventWaiter(promise, deadline: deadline, HTTPClientError.socksHandshakeTimeout) {
                $0 is SOCKSProxyEstablishedEvent
            }
            try pipeline.addHandler(client)
            try pipeline.addHandler(waiter)
            return [client, waiter]
        }
    }

    private func passHTTP(
        _ proxy: HTTPClient.Configuration.Proxy,
        to host: String,
        port: Int
    ) -> EventLoopFuture<Void> {
        run { pipeline, promise in
            var headers = proxy.connectHeaders
            headers.replaceOrAdd(name: "Host", value: "\(host):\(port)")
            if let authorization = proxy.authorization {
                headers.replaceOrAdd(name: "Proxy-Authorization", value: authorization.headerValue)
            }
            let encoder = HTTPRequestEncoder()
            let decoder = ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes))
            let client = NIOHTTP1ProxyConnectHandler(
                targetHost: host,
                targetPort: port,
                headers: headers,
                deadline: deadline,
                promise: promise
            )
            try pipeline.addHandlers(encoder, decoder, client)
            return [client, decoder, encoder]
        }
    }

    func secure(_ context: NIOSSLContext?, host: String) -> EventLoopFuture<Void> {
        guard let context else { return done }
        return run { pipeline, promise in
            let name = host.isAddress ? nil : host
            let waiter = EventWaiter(promise, deadline: deadline, HTTPClientError.tlsHandshakeTimeout) { event in
                if case .handshakeCompleted? = event as? TLSUserEvent { true } else { false }
            }
            try pipeline.addHandler(try NIOSSLClientHandler(context: context, serverHostname: name))
            try pipeline.addHandler(waiter)
            return [waiter]
        }
    }

    /// Adds handlers, waits for their work, and removes some of them.
    private func run(
        _ add:
            @escaping @Sendable (ChannelPipeline.SynchronousOperations, EventLoopPromise<Void>) throws ->
            [any RemovableChannelHandler]
    ) -> EventLoopFuture<Void> {
        channel.eventLoop.flatSubmit { [channel] in
            let promise = channel.eventLoop.makePromise(of: Void.self)
            do {
                let handlers = NIOLoopBound(
                    try add(channel.pipeline.syncOperations, promise),
                    eventLoop: channel.eventLoop
                )
                // The removal of a decoder takes a moment. Until then, it also reads the writes.
                return promise.futureResult.flatMap {
                    let pipeline = channel.pipeline.syncOperations
                    // The handler for HTTP proxies removes itself.
                    return .andAllComplete(handlers.value.map { pipeline.removeHandler($0) }, on: channel.eventLoop)
                }
            } catch {
                promise.fail(error)
                return promise.futureResult
            }
        }
    }
}

/// Waits for an event of a handler before it.
private final class EventWaiter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let promise: EventLoopPromise<Void>
    private let deadline: NIODeadline
    private let timeoutError: any Error
    private let isExpected: (Any) -> Bool
    private var timer: Scheduled<Void>?

    init(
        _ promise: EventLoopPromise<Void>,
        deadline: NIODeadline,
        _ timeoutError: any Error,
        isExpected: @escaping (Any) -> Bool
    ) {
        self.promise = promise
        self.deadline = deadline
        self.timeoutError = timeoutError
        self.isExpected = isExpected
    }

    func handlerAdded(context: ChannelHandlerContext) {
        timer = context.eventLoop.scheduleTask(deadline: deadline) { [promise, timeoutError] in
            promise.fail(timeoutError)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        promise.fail(HTTPClientError.remoteConnectionClosed)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isExpected(event) { promise.succeed() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        promise.fail(error)
        context.fireErrorCaught(error)
    }
}
#endif
