#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import TalynCore

/// An exchange on a connection: its timestamps, its idle timeout, and the bytes that AsyncHTTPClient would lose.
struct ConnectionExchange {
    /// The link to the call.
    let link: ExchangeLink
    /// Whether the connection had served another request before.
    let isReusing: Bool
    /// Whether the response has no body whatever its head says.
    let isHEAD: Bool
    private let headSent: NIODeadline
    private var requestSent: NIODeadline?
    private var headReceived: NIODeadline?
    private var lastActivity: NIODeadline
    /// Whether the whole response has arrived.
    private(set) var hasResponseEnded = false
    /// Whether the client waits for bytes of the server. While a slow reader blocks the connection, the server isn't idle.
    private(set) var isReading = true
    private var unread: UnreadBytes?

    init(_ link: ExchangeLink, isReusing: Bool = false, isHEAD: Bool = false, start: NIODeadline) {
        self.link = link
        self.isReusing = isReusing
        self.isHEAD = isHEAD
        headSent = start
        lastActivity = start
    }

    /// Whether request and response have ended.
    var isOver: Bool { hasResponseEnded && requestSent != nil }

    /// Whether the head of the response has arrived, and not its end.
    var isReceiving: Bool { headReceived != nil && !hasResponseEnded }

    /// The time at which the idle timeout expires.
    func deadline(at now: NIODeadline) -> NIODeadline {
        guard let idleTimeout = link.idleTimeout else { return .distantFuture }
        return (isReading ? lastActivity : now) + idleTimeout
    }

    // MARK: Request

    /// Notes that a part of the request goes to the channel, or from there to the network.
    mutating func wasActive(at now: NIODeadline) {
        lastActivity = now
    }

    mutating func requestEnded(at now: NIODeadline) {
        requestSent = now
        lastActivity = now
    }

    // MARK: Response

    /// Checks a head of HTTP/1.1.
    ///
    /// - Throws: An error for a response that can't be read, and for one that belongs to no request.
    func check(_ status: HTTPResponseStatus, _ framing: ResponseFraming) throws {
        if isReusing, requestSent != nil, framing.endsIdleConnection(status) {
            throw error(HTTPClientError.remoteConnectionClosed)
        }
        let hasBody = !isHEAD && status.mayHaveResponseBody && status != .notModified
        if hasBody, framing.hasUnknownTransferCoding { throw UnknownTransferCoding() }
    }

    /// Notes the head of the response.
    ///
    /// - Parameters:
    ///   - isEncoded: Whether the content is decompressed on its way to the reader.
    ///   - now: The time.
    mutating func receivedHead(isEncoded: Bool, at now: NIODeadline) {
        headReceived = now
        lastActivity = now
        unread = isEncoded ? nil : UnreadBytes()
    }

    mutating func received(_ part: ByteBuffer, at now: NIODeadline) {
        lastActivity = now
        unread?.add(part)
    }

    /// Notes that the client wants more bytes. It has passed the earlier ones on.
    mutating func startReading(at now: NIODeadline) {
        if !isReading { lastActivity = now }
        isReading = true
        unread?.wereRead()
    }

    mutating func stopReading() {
        isReading = false
    }

    mutating func responseEnded() {
        hasResponseEnded = true
        unread = nil
    }

    /// Tells the call the head of the response, and the times up to it.
    func report(_ headerFields: HTTPFields, _ connection: ConnectionLabel, isHTTP10: Bool) {
        guard let headReceived else { return }
        link.received(
            ExchangeLink.Head(
                headerFields: headerFields,
                headSent: headSent,
                requestSent: requestSent ?? headReceived,
                received: headReceived,
                isReusing: isReusing,
                isHTTP10: isHTTP10,
                connection: connection
            )
        )
    }

    /// The error for a response that breaks off.
    ///
    /// - Parameter isUnprocessed: Whether the server hasn't processed the request.
    func error(_ error: any Error, isUnprocessed: Bool = false) -> EstablishedConnectionError {
        let isStale = isReusing && headReceived == nil
        return EstablishedConnectionError(
            underlyingError: error,
            unread: unread,
            delivery: isUnprocessed ? .unprocessed : isStale ? .unanswered : nil
        )
    }
}
#endif
