/// Hears of the connections of a transport.
package protocol ConnectionObserver: AnyObject, Sendable {
    /// Identifies the place to which the observer writes. Of several observers of one place, one hears of the connections.
    var destination: ObjectIdentifier { get }

    /// Hears that a connection has another state.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - old: The state of which the observers of the same destination heard last; nil before the first one.
    ///   - new: The new state.
    func connection(_ connection: ObservedConnection, changedFrom old: ConnectionState?, to new: ConnectionState)
}

/// The states of a connection.
package enum ConnectionState: Sendable, Hashable {
    /// The connection carries a request.
    case active
    case idle
    /// The connection is closed, after the time since its first request.
    case closed(after: Duration)
}

/// A connection, as its observers see it.
package struct ObservedConnection: Sendable, Hashable {
    /// The host of the server.
    package let address: String

    package let port: Int

    /// The ALPN identifier of the protocol.
    package let networkProtocolName: String

    package init(address: String, port: Int, networkProtocolName: String) {
        self.address = address
        self.port = port
        self.networkProtocolName = networkProtocolName
    }
}

/// A plugin that hears of the connections of the transport.
package protocol ConnectionObserving: Plugin {
    var connectionObserver: any ConnectionObserver { get }
}

/// A transport that reports its connections.
package protocol ConnectionReporting: Transport {
    var connectionObservers: ConnectionObservers { get }
}

/// The observers of a transport's connections. It doesn't retain them.
package final class ConnectionObservers: Sendable {
    private struct Reference {
        weak var observer: (any ConnectionObserver)?
    }

    private let references = Lock<[Reference]>([])

    package init() {}

    /// Adds an observer, unless it is there already.
    package func add(_ observer: any ConnectionObserver) {
        references.withLock { references in
            references.removeAll { $0.observer == nil || $0.observer === observer }
            references.append(Reference(observer: observer))
        }
    }

    /// One observer for each destination.
    var current: [ObjectIdentifier: any ConnectionObserver] {
        let observers = references.withLock { $0.isEmpty ? [] : $0.compactMap(\.observer) }
        return observers.isEmpty ? [:] : Dictionary(observers.map { ($0.destination, $0) }) { first, _ in first }
    }
}
