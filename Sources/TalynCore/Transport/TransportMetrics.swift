/// The durations of the phases of an exchange and its connection, as far as the transport knows them.
public struct TransportMetrics: Sendable, Hashable {
    /// The time of the name lookup.
    public var nameLookup: Duration?

    /// The time to get a connection, including the wait for a free one. Includes ``nameLookup`` and ``securing`` if the
    /// transport doesn't measure them.
    public var connecting: Duration?

    /// The time of the TLS handshake.
    public var securing: Duration?

    /// The time to send the request.
    public var sending: Duration?

    /// The time from the end of the request to the head of the response.
    public var waiting: Duration?

    /// The protocol, by its ALPN identifier (RFC 7301), such as `http/1.1` or `h2`.
    public var networkProtocolName: String?

    /// Whether the connection had served another request before.
    public var isReusedConnection: Bool?

    /// The number of times that the request was repeated at once, since a connection had ended before it or without an answer.
    public var repetitions = 0

    /// The IP address of the server, or of a proxy.
    public var remoteAddress: String?

    /// The port of the server, or of a proxy.
    public var remotePort: Int?

    /// The port of this host. It tells the connections to a server apart.
    public var localPort: Int?

    /// Creates empty metrics.
    public init() {}
}
