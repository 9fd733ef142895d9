/// A plugin that hears of the connections of the transport.
///
/// ``AsyncHTTPClientTransport`` reports its connections. URLSession doesn't. See <doc:WriteAPlugin>.
public protocol ConnectionObserving: Plugin {
    /// Hears of the connections. The plugin must retain it, since a transport doesn't.
    var connectionObserver: any ConnectionObserver { get }
}

/// Hears of the connections of a transport.
public protocol ConnectionObserver: AnyObject, Sendable {
    /// Identifies the place to which the observer writes. The observer itself, by default.
    ///
    /// Providers can share a transport. Of several observers with the same destination, only one hears of its connections, so that
    /// nothing counts twice.
    var destination: ObjectIdentifier { get }

    /// Hears that a connection has another state. A connection counts from its first request.
    ///
    /// The connection waits for the method, so it must be fast.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - old: The state of which the observers of the same destination heard last; nil before the first one.
    ///   - new: The new state.
    ///   - age: The time since the first request of the connection.
    func connection(
        _ connection: ObservedConnection,
        changedFrom old: ConnectionState?,
        to new: ConnectionState,
        after age: Duration
    )
}

extension ConnectionObserver {
    public var destination: ObjectIdentifier { ObjectIdentifier(self) }
}

/// A state of a connection.
public struct ConnectionState: Sendable, Hashable, CustomStringConvertible {
    /// The connection carries a request.
    public static let active = ConnectionState(description: "active")

    /// The connection is open, and carries no request.
    public static let idle = ConnectionState(description: "idle")

    /// The connection is closed.
    public static let closed = ConnectionState(description: "closed")

    public let description: String
}

/// A connection, as its observers see it.
public struct ObservedConnection: Sendable, Hashable {
    /// The host of the server.
    public let address: String

    /// The port of the server.
    public let port: Int

    /// The ALPN identifier of the protocol, such as `http/1.1` or `h2`.
    public let networkProtocolName: String

    /// Creates a connection, for your own transport.
    public init(address: String, port: Int, networkProtocolName: String) {
        self.address = address
        self.port = port
        self.networkProtocolName = networkProtocolName
    }
}

/// A transport that reports its connections to the plugins with ``ConnectionObserving``.
public protocol ConnectionReporting: Transport {
    /// Reports the connections to an observer, which the transport doesn't retain.
    func report(to observer: any ConnectionObserver)
}
