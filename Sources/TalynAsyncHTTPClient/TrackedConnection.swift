#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL
import TalynCore

#if canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Glibc
#endif

/// A connection of AsyncHTTPClient: its label, and the number of its exchanges. It reports to the observers of the transport.
///
/// The streams of an HTTP/2 connection share it. Only the event loop of the connection uses it.
final class TrackedConnection {
    let label: ConnectionLabel
    var fields = ReceivedFields()
    private let networkProtocolName: String
    private let isSecure: Bool
    /// Nil for connections that don't verify the host.
    private let verification: HostVerification?
    private let observers: ConnectionObservers
    /// Tells the state of the socket. The channel releases the handlers that retain this object when it closes.
    private let socket: (any SocketOptionProvider)?
    /// The server and the time of the first request; nil before it.
    private var first: (address: String, port: Int, time: NIODeadline)?
    private var activeCount = 0
    /// The last stream that the server processes, once it has announced the end of the connection (RFC 9113, section 6.8).
    private var lastStream: HTTP2StreamID?
    /// The error that ended the connection of several streams. Header fields are out of step after it (RFC 9113, section 4.3).
    private(set) var failure: HTTP2ConnectionFailure?
    /// The latest state of which each destination has heard.
    private var reported: [ObjectIdentifier: ConnectionState] = [:]

    /// - Parameters:
    ///   - channel: The channel, after the handshake of TLS.
    ///   - networkProtocolName: The ALPN identifier.
    ///   - observers: The observers of the transport.
    ///   - verifiesHosts: Whether the certificate must be for the host of each request.
    init(
        _ channel: any Channel,
        _ networkProtocolName: String,
        observers: ConnectionObservers,
        verifiesHosts: Bool = false
    ) {
        self.networkProtocolName = networkProtocolName
        self.observers = observers
        socket = channel as? any SocketOptionProvider
        isSecure = (try? channel.pipeline.syncOperations.handler(type: NIOSSLHandler.self)) != nil
        verification = isSecure && verifiesHosts ? HostVerification(channel) : nil
        label = ConnectionLabel(networkProtocolName, local: channel.localAddress, remote: channel.remoteAddress)
    }

    /// Whether the server has announced the end of the connection, and which streams it processes. Before that, it may announce the
    /// end alone, and still takes requests (RFC 9113, section 6.8).
    var isGoingAway: Bool { failure != nil || lastStream.map { $0 != .maxID } ?? false }

    /// Whether no exchange is under way.
    var isIdle: Bool { activeCount == 0 }

    /// Whether the server has said that it doesn't process a stream.
    func excludes(_ stream: HTTP2StreamID) -> Bool { lastStream.map { stream > $0 } ?? false }

    /// Whether the certificate of the server is for the host of a request.
    func isFor(_ link: ExchangeLink) -> Bool {
        verification?.accepts(link.host, isUnverified: link.hasUnverifiedHost) ?? true
    }

    /// Notes that the server announces the end of the connection. A later announcement may only exclude more streams.
    func goesAway(after stream: HTTP2StreamID) {
        lastStream = lastStream.map { min($0, stream) } ?? stream
    }

    /// Notes an error of the connection. The first one counts.
    func failed(with error: any Error) {
        failure = failure ?? HTTP2ConnectionFailure(error)
    }

    /// Whether the server has closed a connection between two exchanges. The channel may not have noticed yet.
    var wasClosed: Bool {
        guard first != nil, activeCount == 0, let socket else { return false }
        var isOpen = true
        // On its event loop, the future completes at once.
        socket.getTCPInfo().assumeIsolated().whenSuccess { isOpen = $0.tcpi_state == Self.establishedState }
        return !isOpen
    }

    /// `TCP_ESTABLISHED` of Linux. A connection that the server has closed or reset has another state.
    private static let establishedState: UInt8 = 1

    /// Notes the start of an exchange.
    ///
    /// - Returns: Whether the connection had served another request before.
    func exchangeStarted(_ head: HTTPRequestHead, at time: NIODeadline) -> Bool {
        let isReused = first != nil
        if !isReused {
            let (host, port) = Self.server(head.headers.first(name: "Host") ?? "")
            first = (host, port ?? (isSecure ? 443 : 80), time)
        }
        activeCount += 1
        if activeCount == 1 { report(.active, at: time) }
        return isReused
    }

    func exchangeEnded(at time: @autoclosure () -> NIODeadline) {
        activeCount -= 1
        if activeCount == 0 { report(.idle, at: time()) }
    }

    func closed(at time: NIODeadline) {
        report(.closed, at: time)
        first = nil
    }

    private func report(_ state: ConnectionState, at time: @autoclosure () -> NIODeadline) {
        let observers = observers.current
        guard !observers.isEmpty, let first else { return }
        let connection = ObservedConnection(
            address: first.address,
            port: first.port,
            networkProtocolName: networkProtocolName
        )
        let age = Duration.nanoseconds((time() - first.time).nanoseconds)
        for (destination, observer) in observers {
            observer.connection(connection, changedFrom: reported[destination], to: state, after: age)
            reported[destination] = state
        }
    }

    /// The host and the port of a `Host` header field (RFC 9110, section 7.2).
    private static func server(_ text: String) -> (host: String, port: Int?) {
        guard let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") else { return (text, nil) }
        return (String(text[..<colon]), Int(text[text.index(after: colon)...]))
    }
}

/// Keeps the ``TrackedConnection`` of an HTTP/2 connection for its streams.
final class HTTP2ConnectionTracker: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    let connection: TrackedConnection

    init(_ connection: TrackedConnection) {
        self.connection = connection
    }

    /// The frame arrives before the streams hear that it ends them.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .goAway(let stream, _, _) = unwrapInboundIn(data).payload {
            connection.goesAway(after: stream)
            // AsyncHTTPClient 1.37 leaves an idle connection open, and its shutdown then waits for the server to close it.
            context.eventLoop.assumeIsolated().execute { [connection] in
                if connection.isIdle { context.close(promise: nil) }
            }
        }
        context.fireChannelRead(data)
    }

    /// Closes the connection after an error that concerns all of its streams (RFC 9113, section 5.4.1).
    ///
    /// SwiftNIO sends a GOAWAY frame and reports the error. AsyncHTTPClient 1.37 goes on using the connection. SwiftNIO also reports errors
    /// of single streams, by the same types, and sends no such frame.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let pipeline = context.pipeline.syncOperations
        if connection.failure == nil, let counter = try? pipeline.handler(type: HTTP2FrameCounter.self),
            counter.hasSentFailure
        {
            connection.failed(with: error)
            // AsyncHTTPClient doesn't expect a connection to end while it writes.
            context.eventLoop.assumeIsolated().execute {
                counter.retire(context)
                // The server may not take part in closing TLS.
                let tls = try? pipeline.context(handlerType: NIOSSLHandler.self)
                (tls ?? context).close(promise: nil)
            }
        }
        context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        connection.closed(at: context.eventLoop.now)
        context.fireChannelInactive()
    }
}

/// An error that ended an HTTP/2 connection, and with it all of its streams.
struct HTTP2ConnectionFailure: Error, LocalizedError {
    let underlyingError: any Error

    init(_ underlyingError: any Error) {
        self.underlyingError = underlyingError
    }

    var errorDescription: String? {
        switch underlyingError {
        case is NIOHTTP2Errors.ExcessivelyLargeHeaderBlock, is NIOHTTP2Errors.ExcessiveContinuationFrames:
            "The response has too many header fields. Over HTTP/2, they may have 16,384 bytes."
        // SwiftNIO also reports decoded header fields above the limit in this way.
        case is NIOHTTP2Errors.UnableToParseFrame:
            "The server sent an invalid HTTP/2 frame, or too many header fields. They may have 16,384 bytes."
        default: "The server broke the rules of HTTP/2. SwiftNIO reports the error \(type(of: underlyingError))."
        }
    }
}
#endif
