#if AsyncHTTPClient && os(Linux)
import NIOCore
import TalynCore

/// An exchange on a connection: its timestamps, its idle timeout, and the bytes that AsyncHTTPClient would lose.
struct ConnectionExchange {
    /// The time that the server may be idle; nil for any time.
    private let idleTimeout: TimeAmount?
    /// The body of the request, if it is a stream.
    let upload: AsyncHTTPClientUpload?
    /// Whether the connection had served another request before.
    let isReusing: Bool
    /// Whether the response is one of HTTP/1.0.
    private(set) var isHTTP10 = false
    private(set) var headSent: NIODeadline
    private(set) var requestSent: NIODeadline?
    private(set) var headReceived: NIODeadline?
    private var lastActivity: NIODeadline
    /// Whether the whole response has arrived.
    private(set) var hasResponseEnded = false
    /// Whether the client waits for bytes of the server. While a slow reader blocks the connection, the server isn't idle.
    private(set) var isReading = true
    private var unread: UnreadBytes?

    init(
        idleTimeout: TimeAmount?,
        upload: AsyncHTTPClientUpload? = nil,
        isReusing: Bool = false,
        start: NIODeadline
    ) {
        self.idleTimeout = idleTimeout
        self.upload = upload
        self.isReusing = isReusing
        headSent = start
        lastActivity = start
    }

    /// Whether request and response have ended.
    var isOver: Bool { hasResponseEnded && requestSent != nil }

    /// Whether the head of the response has arrived, and not its end.
    var isReceiving: Bool { headReceived != nil && !hasResponseEnded }

    /// The time at which the idle timeout expires.
    func deadline(at now: NIODeadline) -> NIODeadline {
        guard let idleTimeout else { return .distantFuture }
        return (isReading ? lastActivity : now) + idleTimeout
    }

    // MARK: Request

    mutating func sentPart(at now: NIODeadline) {
        lastActivity = now
    }

    mutating func requestEnded(at now: NIODeadline) {
        requestSent = now
        lastActivity = now
    }

    // MARK: Response

    /// Notes the head of the response.
    ///
    /// - Parameters:
    ///   - isEncoded: Whether the content is decompressed on its way to the reader.
    ///   - isHTTP10: Whether the version is HTTP/1.0.
    ///   - now: The time.
    mutating func receivedHead(isEncoded: Bool, isHTTP10: Bool = false, at now: NIODeadline) {
        self.isHTTP10 = isHTTP10
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

    /// The error for a response that breaks off.
    func error(_ error: any Error) -> EstablishedConnectionError {
        let isStale = isReusing && headReceived == nil
        return EstablishedConnectionError(underlyingError: error, unread: unread, isStale: isStale)
    }
}

/// The last bytes of a response that breaks off.
///
/// AsyncHTTPClient drops the bytes that its reader hasn't asked for when a connection breaks. So the error carries them.
struct UnreadBytes {
    private var parts: [ByteBuffer] = []
    private var keptCount = 0
    private var count = 0

    mutating func add(_ part: ByteBuffer) {
        parts.append(part)
        keptCount += part.readableBytes
        count += part.readableBytes
    }

    mutating func wereRead() {
        parts.removeAll(keepingCapacity: true)
        keptCount = 0
    }

    /// The bytes after those that the reader has got.
    func parts(after readCount: Int) -> [ByteBuffer] {
        var missing = count - readCount
        guard missing > 0, missing <= keptCount else { return [] }
        var result: [ByteBuffer] = []
        for var part in parts.reversed() where missing > 0 {
            part.moveReaderIndex(forwardBy: max(0, part.readableBytes - missing))
            missing -= part.readableBytes
            result.append(part)
        }
        return result.reversed()
    }
}
#endif
