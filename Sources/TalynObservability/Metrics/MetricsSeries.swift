#if Metrics
import CoreMetrics
import Talyn

/// The series of a ``MetricsPlugin``, each made once. Their number is limited.
final class MetricsSeries: Sendable {
    /// A server, and the template of a path if that is a dimension.
    struct Server: Hashable {
        let method: String
        let address: String
        let port: Int
        let template: String?

        var dimensions: [(String, String)] {
            var dimensions = [("http.request.method", method), ("server.address", address), ("server.port", "\(port)")]
            if let template { dimensions.append(("url.template", template)) }
            return dimensions
        }
    }

    /// The series of requests with the same server, status and error.
    struct Outcome {
        let duration: Timer
        let requestSize: Recorder
        let responseSize: Recorder
    }

    private struct OutcomeKey: Hashable {
        let server: Server
        let statusCode: Int?
        let errorType: String?
    }

    private struct State {
        var servers: Set<Server> = []
        var active: [Server: Meter] = [:]
        var outcomes: [OutcomeKey: Outcome] = [:]
        var counters: [String: Counter] = [:]
    }

    private let factory: (any MetricsFactory)?
    private let addsTemplates: Bool
    private let maximumServers: Int
    private let state = Locked(State())

    init(factory: (any MetricsFactory)?, addsTemplates: Bool, maximumServers: Int) {
        self.factory = factory
        self.addsTemplates = addsTemplates
        self.maximumServers = maximumServers
    }

    private var currentFactory: any MetricsFactory { factory ?? MetricsSystem.factory }

    /// The server of an exchange, or the one for all that come after the first ones.
    func server(of attributes: ExchangeAttributes) -> Server {
        let server = Server(
            method: attributes.method,
            address: attributes.address,
            port: attributes.port,
            template: addsTemplates ? attributes.template : nil
        )
        let isOwn = state.withLock { state in
            if state.servers.contains(server) { return true }
            guard state.servers.count < maximumServers else { return false }
            state.servers.insert(server)
            return true
        }
        return isOwn ? server : Server(method: attributes.method, address: "_OTHER", port: 0, template: nil)
    }

    func activeRequests(of server: Server) -> Meter {
        state.withLock { state in
            if let meter = state.active[server] { return meter }
            let meter = Meter(
                label: "http.client.active_requests",
                dimensions: server.dimensions,
                factory: currentFactory
            )
            state.active[server] = meter
            return meter
        }
    }

    /// - Parameters:
    ///   - server: The server.
    ///   - statusCode: The status; nil without a response.
    ///   - errorType: The `error.type`; nil for a success.
    func outcome(of server: Server, _ statusCode: Int?, _ errorType: String?) -> Outcome {
        let key = OutcomeKey(server: server, statusCode: statusCode, errorType: errorType)
        return state.withLock { state in
            if let outcome = state.outcomes[key] { return outcome }
            var dimensions = server.dimensions
            if let statusCode { dimensions.append(("http.response.status_code", "\(statusCode)")) }
            if let errorType { dimensions.append(("error.type", errorType)) }
            let factory = currentFactory
            let outcome = Outcome(
                duration: Timer(
                    label: "http.client.request.duration",
                    dimensions: dimensions,
                    preferredDisplayUnit: .seconds,
                    factory: factory
                ),
                requestSize: Recorder(
                    label: "http.client.request.body.size",
                    dimensions: dimensions,
                    aggregate: true,
                    factory: factory
                ),
                responseSize: Recorder(
                    label: "http.client.response.body.size",
                    dimensions: dimensions,
                    aggregate: true,
                    factory: factory
                )
            )
            state.outcomes[key] = outcome
            return outcome
        }
    }

    func counter(_ label: String, _ dimensions: [(String, String)]) -> Counter {
        let key = label + dimensions.map { " \($0.0)=\($0.1)" }.joined()
        return state.withLock { state in
            if let counter = state.counters[key] { return counter }
            let counter = Counter(label: label, dimensions: dimensions, factory: currentFactory)
            state.counters[key] = counter
            return counter
        }
    }
}
#endif
