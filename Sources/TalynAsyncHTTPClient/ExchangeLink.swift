#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Synchronization
import TalynCore
import _TalynSupport

/// Connects a call with the connection that carries its exchange.
///
/// AsyncHTTPClient passes nothing of its caller to a connection but the head of the request. So the head names the link in
/// ``fieldName``, and the ``ConnectionGuard`` takes the field out again.
final class ExchangeLink: Sendable {
    /// The progress of the exchange, as far as its connection has told.
    private enum State {
        /// No connection has the request.
        case waiting
        /// A connection has the request, or the head of its response.
        case started(Head?)
        /// The call has ended before a connection had the request. No connection may send it.
        case abandoned
    }

    /// The head of a response, the times up to it, and its connection.
    struct Head {
        let headerFields: HTTPFields
        let headSent: NIODeadline
        let requestSent: NIODeadline
        let received: NIODeadline
        let isReusing: Bool
        let isHTTP10: Bool
        let connection: ConnectionLabel
    }

    /// The time that the server may be idle; nil for any time.
    let idleTimeout: TimeAmount?
    /// The body of the request, if it is a stream.
    let upload: AsyncHTTPClientUpload?
    /// The target of the request, if AsyncHTTPClient would send another one.
    let target: String?
    /// Whether the request is sent again after a closed connection, though a server may have got it.
    let mayBeRepeated: Bool
    /// The host and the port of the URL.
    private let authority: String?
    /// Whether the handshake of TLS leaves the host to a ``HostVerification``.
    let hasUnverifiedHost: Bool
    /// The time at which the client got the request.
    private let start: NIODeadline
    private let state = Lock(State.waiting)

    init(
        idleTimeout: TimeAmount?,
        upload: AsyncHTTPClientUpload? = nil,
        target: String? = nil,
        mayBeRepeated: Bool = false,
        authority: String? = nil,
        hasUnverifiedHost: Bool = false,
        start: NIODeadline = .now()
    ) {
        self.idleTimeout = idleTimeout
        self.upload = upload
        self.target = target
        self.mayBeRepeated = mayBeRepeated
        self.authority = authority
        self.hasUnverifiedHost = hasUnverifiedHost
        self.start = start
    }

    // MARK: Connection

    /// The host of the URL, without the brackets of an address.
    var host: String {
        let host = authority.flatMap { URL(string: "https://\($0)") }?.host(percentEncoded: false) ?? ""
        return host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }

    /// Notes that a connection is about to send the request.
    ///
    /// - Returns: Whether the connection may send it.
    func started() -> Bool {
        state.withLock { state in
            guard case .waiting = state else { return false }
            state = .started(nil)
            return true
        }
    }

    func received(_ head: Head) {
        state.withLock { $0 = .started(head) }
    }

    // MARK: Call

    /// Ends the exchange of a call that has failed.
    ///
    /// - Returns: Whether no connection has sent the request, and none will.
    func abandon() -> Bool {
        Self.waiting.withLock { $0[number] = nil }
        return state.withLock { state in
            if case .started = state { return false }
            state = .abandoned
            return true
        }
    }

    /// The head of the response; nil before it has arrived.
    var head: Head? { state.withLock { if case .started(let head) = $0 { head } else { nil } } }

    /// The times of the exchange; nil before the head of its response.
    var metrics: TransportMetrics? { head.map { TransportMetrics($0, start: start) } }

    /// The time at which the client gives up if there is no head by then.
    var deadline: NIODeadline { idleTimeout.map { start + $0 } ?? .distantFuture }

    // MARK: Header field

    /// The name of the header field. It never leaves the process, and a request of a caller can't have it.
    static let fieldName = "talyn-exchange"

    /// The links in requests that no connection has got yet.
    private static let waiting = Lock<[UInt: ExchangeLink]>([:])

    private static let lastNumber = Atomic<UInt>(0)

    /// A number that no other link has or had: a request can outlive the link that its field names.
    private let number = ExchangeLink.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue

    /// Adds the link to a request. ``take(from:)`` or ``abandon()`` must follow.
    func add(to headers: inout HTTPHeaders) {
        Self.waiting.withLock { $0[number] = self }
        headers.add(name: Self.fieldName, value: String(number))
    }

    /// Removes the link from a request; nil if its call has ended.
    static func take(from headers: inout HTTPHeaders) -> ExchangeLink? {
        guard let text = headers.last(where: { $0.name == fieldName })?.value else { return nil }
        headers.remove(name: fieldName)
        guard let number = UInt(text) else { return nil }
        return waiting.withLock { $0.removeValue(forKey: number) }
    }

    /// Whether a field of a caller has the name of the link's.
    static func isFieldName(_ name: String) -> Bool {
        // Few names have its length.
        name.utf8.count == fieldName.utf8.count && name.lowercased() == fieldName
    }
}

/// The protocol, the ports and the address of a connection.
final class ConnectionLabel: Sendable {
    let networkProtocolName: String
    let localPort: Int?
    let remotePort: Int?
    let remoteAddress: String?

    /// - Parameters:
    ///   - networkProtocolName: The ALPN identifier.
    ///   - local: The address of this host.
    ///   - remote: The address of the server, or of a proxy.
    init(_ networkProtocolName: String, local: SocketAddress?, remote: SocketAddress?) {
        self.networkProtocolName = networkProtocolName
        localPort = local?.port
        remotePort = remote?.port
        remoteAddress = remote?.ipAddress
    }
}

extension TransportMetrics {
    /// Creates the metrics of an exchange. A response may arrive before the end of the request. Then there is no time of waiting.
    ///
    /// - Parameter start: The time at which the client got the request.
    init(_ head: ExchangeLink.Head, start: NIODeadline) {
        self.init()
        connecting = .nanoseconds((head.headSent - start).nanoseconds)
        sending = .nanoseconds((head.requestSent - head.headSent).nanoseconds)
        waiting = .nanoseconds((head.received - head.requestSent).nanoseconds)
        isReusedConnection = head.isReusing
        let connection = head.connection
        networkProtocolName = head.isHTTP10 ? "http/1.0" : connection.networkProtocolName
        localPort = connection.localPort
        remotePort = connection.remotePort
        remoteAddress = connection.remoteAddress
    }
}
#endif
