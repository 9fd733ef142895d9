/// The durations of the phases of an exchange, as far as the transport knows them.
public struct TransportTimings: Sendable, Hashable {
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

    /// Creates empty timings.
    public init() {}
}
