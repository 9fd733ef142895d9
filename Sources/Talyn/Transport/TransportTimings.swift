#if AsyncHTTPClient && os(Linux)
import NIOCore
#endif

/// How long the phases of an exchange took, as far as a transport knows.
public struct TransportTimings: Sendable, Hashable {
    /// To find the address of the host.
    public var nameLookup: Duration?

    /// To get a connection: with ``nameLookup`` and ``securing`` where those are not told apart, and with the wait for a free
    /// one.
    public var connecting: Duration?

    /// To agree on TLS.
    public var securing: Duration?

    /// To send the request.
    public var sending: Duration?

    /// From the end of the request to the head of the response.
    public var waiting: Duration?

    /// Creates timings of which nothing is known.
    public init() {}
}

#if AsyncHTTPClient && os(Linux)
extension TransportTimings {
    /// The phases between some moments.
    ///
    /// A response may come before all of the request is sent: then nothing was waited for.
    init(start: NIODeadline, headSent: NIODeadline?, requestSent: NIODeadline?, head: NIODeadline) {
        guard let headSent else { return }
        let requestSent = requestSent ?? head
        connecting = .nanoseconds((headSent - start).nanoseconds)
        sending = .nanoseconds((requestSent - headSent).nanoseconds)
        waiting = .nanoseconds((head - requestSent).nanoseconds)
    }
}
#endif
