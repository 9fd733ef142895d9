#if Metrics
import CoreMetrics
import TalynCore
import _TalynSupport

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

    /// An exchange that has ended, as the dimensions of its series tell it.
    struct Outcome: Hashable {
        let server: Server
        /// The status; nil without a response.
        var statusCode: Int?
        /// The `error.type`; nil for a success.
        var errorType: String?
        /// The `network.protocol.version`; nil if it isn't known.
        var protocolVersion: String?

        var dimensions: [(String, String)] {
            var dimensions = server.dimensions
            if let statusCode { dimensions.append(("http.response.status_code", "\(statusCode)")) }
            if let errorType { dimensions.append(("error.type", errorType)) }
            if let protocolVersion { dimensions.append(("network.protocol.version", protocolVersion)) }
            return dimensions
        }
    }

    /// The series of requests with the same outcome. Those of the sizes exist once a size is known.
    private struct OutcomeSeries {
        var duration: Timer?
        var requestSize: Recorder?
        var responseSize: Recorder?
    }

    /// The series of a rate limit.
    struct RateLimitSeries {
        /// The time that calls waited.
        let wait: Timer
        /// The calls that the server still accepts; nil for the series of several limits.
        let remaining: Meter?
    }

    /// A kind of tokens of a server.
    private struct TokenSeries: Hashable {
        let server: Server
        let type: String
    }

    private let factory: (any MetricsFactory)?
    private let addsTemplates: Bool
    private let maximumServers: Int
    let connections: ConnectionMetrics
    private let active = SeriesTable<Server, Meter>()
    private let outcomes = Locked<[Outcome: OutcomeSeries]>([:])
    private let counters = SeriesTable<String, Counter>()
    private let rateLimits = SeriesTable<String, RateLimitSeries>()
    private let tokens = SeriesTable<TokenSeries, Recorder>()

    init(factory: (any MetricsFactory)?, addsTemplates: Bool, maximumServers: Int) {
        self.factory = factory
        connections = ConnectionMetrics(factory: factory, maximumServers: maximumServers)
        self.addsTemplates = addsTemplates
        self.maximumServers = maximumServers
    }

    /// Whether there is no backend.
    var isOff: Bool { factory == nil && MetricsSystem.factory is NOOPMetricsHandler }

    private var currentFactory: any MetricsFactory { factory ?? MetricsSystem.factory }

    /// The server of an exchange, or the one for all that come after the first ones.
    func server(of attributes: ExchangeAttributes) -> Server {
        let server = Server(
            method: attributes.method,
            address: attributes.address,
            port: attributes.port,
            template: addsTemplates ? attributes.template : nil
        )
        return active.hasOwn(server, of: maximumServers)
            ? server : Server(method: attributes.method, address: "_OTHER", port: 0, template: nil)
    }

    func activeRequests(of server: Server) -> Meter {
        active.series(of: server) {
            // A connection has no task, and so no factory of one.
            connections.use(currentFactory)
            return Meter(
                label: "http.client.active_requests",
                dimensions: server.dimensions,
                factory: currentFactory
            )
        }
    }

    /// Records an exchange.
    ///
    /// - Parameters:
    ///   - duration: The time from the request to the end of the response.
    ///   - requestSize: The number of bytes of the request's body, if it is known.
    ///   - responseSize: The number of bytes of the response's body, if it is known.
    func record(_ outcome: Outcome, _ duration: Duration, requestSize: Int64?, responseSize: Int64?) {
        var series = outcomes.withLock { $0[outcome] } ?? OutcomeSeries()
        let isMissing =
            series.duration == nil || requestSize != nil && series.requestSize == nil
            || responseSize != nil && series.responseSize == nil
        if isMissing {
            // Outside the lock, as in ``SeriesTable/series(of:make:)``.
            let timer = series.duration ?? timer(outcome)
            let requests =
                series.requestSize ?? requestSize.map { _ in recorder("http.client.request.body.size", outcome) }
            let responses =
                series.responseSize ?? responseSize.map { _ in recorder("http.client.response.body.size", outcome) }
            series = outcomes.withLock { outcomes in
                var known = outcomes[outcome] ?? OutcomeSeries()
                known.duration = known.duration ?? timer
                known.requestSize = known.requestSize ?? requests
                known.responseSize = known.responseSize ?? responses
                outcomes[outcome] = known
                return known
            }
        }
        series.duration?.recordNanoseconds(duration.nanoseconds)
        if let requestSize { series.requestSize?.record(requestSize) }
        if let responseSize { series.responseSize?.record(responseSize) }
    }

    private func timer(_ outcome: Outcome) -> Timer {
        Timer(
            label: "http.client.request.duration",
            dimensions: outcome.dimensions,
            preferredDisplayUnit: .seconds,
            factory: currentFactory
        )
    }

    private func recorder(_ label: String, _ outcome: Outcome) -> Recorder {
        Recorder(label: label, dimensions: outcome.dimensions, aggregate: true, factory: currentFactory)
    }

    /// The series of a rate limit, or those for all that come after the first ones.
    func rateLimit(of key: String) -> RateLimitSeries {
        let isOwn = rateLimits.hasOwn(key, of: maximumServers)
        let key = isOwn ? key : "_OTHER"
        return rateLimits.series(of: key) {
            let (dimensions, factory) = ([("key", key)], currentFactory)
            return RateLimitSeries(
                wait: Timer(
                    label: "talyn.client.rate_limit.wait",
                    dimensions: dimensions,
                    preferredDisplayUnit: .seconds,
                    factory: factory
                ),
                remaining: isOwn
                    ? Meter(label: "talyn.client.rate_limit.remaining", dimensions: dimensions, factory: factory) : nil
            )
        }
    }

    /// Records the tokens of a call, by OpenTelemetry's conventions for generative AI.
    func recordTokens(_ counts: [String: Int], of server: Server) {
        for type in ["input", "output"] {
            guard let count = counts["gen_ai.usage.\(type)_tokens"] else { continue }
            tokens.series(of: TokenSeries(server: server, type: type)) {
                Recorder(
                    label: "gen_ai.client.token.usage",
                    dimensions: server.dimensions + [("gen_ai.token.type", type)],
                    aggregate: true,
                    factory: currentFactory
                )
            }
            .record(count)
        }
    }

    func counter(_ label: String, _ dimensions: [(String, String)]) -> Counter {
        let key = label + dimensions.map { " \($0.0)=\($0.1)" }.joined()
        return counters.series(of: key) { Counter(label: label, dimensions: dimensions, factory: currentFactory) }
    }
}

extension Duration {
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
#endif
