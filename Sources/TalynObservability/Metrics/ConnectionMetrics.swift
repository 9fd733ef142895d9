#if Metrics
import CoreMetrics
import TalynCore
import _TalynSupport

/// Counts the open connections of transports by their state, and times each connection.
final class ConnectionMetrics: ConnectionObserver {
    private struct Server: Hashable {
        let address: String
        let port: Int
        let protocolVersion: String?
    }

    /// The series of the connections to one server.
    private struct Series {
        let active: Meter
        let idle: Meter
        let duration: Timer

        init(_ server: Server, _ factory: any MetricsFactory) {
            var dimensions = [("server.address", server.address), ("server.port", "\(server.port)")]
            if let version = server.protocolVersion { dimensions.append(("network.protocol.version", version)) }
            func count(_ state: String) -> Meter {
                let dimensions = [("http.connection.state", state)] + dimensions
                return Meter(label: "http.client.open_connections", dimensions: dimensions, factory: factory)
            }
            active = count("active")
            idle = count("idle")
            duration = Timer(
                label: "http.client.connection.duration",
                dimensions: dimensions,
                preferredDisplayUnit: .seconds,
                factory: factory
            )
        }

        func meter(of state: ConnectionState) -> Meter? {
            switch state {
            case .active: active
            case .idle: idle
            default: nil
            }
        }
    }

    private let maximumServers: Int
    private let factory: Locked<(any MetricsFactory)?>
    private let series = SeriesTable<Server, Series>()

    init(factory: (any MetricsFactory)?, maximumServers: Int) {
        self.factory = Locked(factory)
        self.maximumServers = maximumServers
    }

    private var currentFactory: any MetricsFactory { factory.withLock { $0 } ?? MetricsSystem.factory }

    /// Sets the backend, unless there is one.
    func use(_ factory: any MetricsFactory) {
        self.factory.withLock { $0 = $0 ?? factory }
    }

    /// The backend. Plugins with the same one count the connections of a shared transport once.
    var destination: ObjectIdentifier {
        let factory = currentFactory
        return type(of: factory) is AnyObject.Type ? ObjectIdentifier(factory as AnyObject) : ObjectIdentifier(self)
    }

    func connection(
        _ connection: ObservedConnection,
        changedFrom old: ConnectionState?,
        to new: ConnectionState,
        after age: Duration
    ) {
        let series = series(of: connection)
        if let old { series.meter(of: old)?.decrement() }
        series.meter(of: new)?.increment()
        if new == .closed { series.duration.recordNanoseconds(age.nanoseconds) }
    }

    /// The series of a server, or those for all that come after the first ones.
    private func series(of connection: ObservedConnection) -> Series {
        let version = TransportMetrics.protocolVersion(of: connection.networkProtocolName)
        let own = Server(address: connection.address, port: connection.port, protocolVersion: version)
        let other = Server(address: "_OTHER", port: 0, protocolVersion: nil)
        let server = series.hasOwn(own, of: maximumServers) ? own : other
        return series.series(of: server) { Series(server, currentFactory) }
    }
}
#endif
