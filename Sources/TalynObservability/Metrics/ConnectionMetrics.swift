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

    private struct State {
        var factory: (any MetricsFactory)?
        var series: [Server: Series] = [:]
    }

    private let maximumServers: Int
    private let state: Locked<State>

    init(factory: (any MetricsFactory)?, maximumServers: Int) {
        state = Locked(State(factory: factory))
        self.maximumServers = maximumServers
    }

    /// Sets the backend, unless there is one.
    func use(_ factory: any MetricsFactory) {
        state.withLock { $0.factory = $0.factory ?? factory }
    }

    /// The backend. Plugins with the same one count the connections of a shared transport once.
    var destination: ObjectIdentifier {
        let factory = state.withLock(\.factory) ?? MetricsSystem.factory
        return type(of: factory) is AnyObject.Type ? ObjectIdentifier(factory as AnyObject) : ObjectIdentifier(self)
    }

    func connection(
        _ connection: ObservedConnection,
        changedFrom old: ConnectionState?,
        to new: ConnectionState,
        after age: Duration
    ) {
        let series = state.withLock { self.series(of: connection, &$0) }
        if let old { series.meter(of: old)?.decrement() }
        series.meter(of: new)?.increment()
        if new == .closed { series.duration.recordNanoseconds(age.nanoseconds) }
    }

    /// The series of a server, or those for all that come after the first ones.
    private func series(of connection: ObservedConnection, _ state: inout State) -> Series {
        let version = TransportMetrics.protocolVersion(of: connection.networkProtocolName)
        var server = Server(address: connection.address, port: connection.port, protocolVersion: version)
        if state.series[server] == nil, state.series.count >= maximumServers {
            server = Server(address: "_OTHER", port: 0, protocolVersion: nil)
        }
        if let series = state.series[server] { return series }
        let series = Series(server, state.factory ?? MetricsSystem.factory)
        state.series[server] = series
        return series
    }
}
#endif
