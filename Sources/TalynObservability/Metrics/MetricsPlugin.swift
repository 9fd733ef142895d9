#if Metrics
public import CoreMetrics
import HTTPTypes
public import TalynCore
import TalynPlugins
import _TalynSupport

/// Measures exchanges with servers and waits for rate limits, and counts retries, refusals and uses of the cache.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [MetricsPlugin()])
/// ```
///
/// | metric | kind | dimensions |
/// |---|---|---|
/// | `http.client.request.duration` | timer, in seconds | method, server, status, error, version |
/// | `http.client.active_requests` | meter | method, server |
/// | `http.client.request.body.size`, `http.client.response.body.size` | recorder, in bytes | method, server, status, error, version |
/// | `http.client.open_connections` | meter | `http.connection.state`: `active` or `idle`, server, version |
/// | `http.client.connection.duration` | timer, in seconds | server, version |
/// | `talyn.client.retries` | counter | `reason`: the status, or `failure` |
/// | `talyn.client.refusals` | counter | `reason`, such as `circuitOpen` |
/// | `talyn.client.rate_limit.wait` | timer, in seconds | `key`: that of the plugin, by default the origin |
/// | `talyn.client.rate_limit.remaining` | meter | `key` |
/// | `talyn.client.refreshes` | counter | none |
/// | `talyn.cache.requests` | counter | `result`: `hit`, `stale`, `revalidated` or `miss` |
/// | `gen_ai.client.token.usage` | recorder, in tokens | `gen_ai.token.type`: `input` or `output`, method, server |
///
/// The first five rows follow OpenTelemetry's semantic conventions for HTTP clients, version 1.44: `http.request.method`,
/// `server.address`, `server.port`, `http.response.status_code`, `error.type` and `network.protocol.version`. The number of
/// series is limited. A request ends with the body of its response.
///
/// The last row has the tokens of streams with `countsTokens` in their options.
///
/// AsyncHTTPClient reports its connections, and URLSession doesn't. A connection counts from its first request.
public struct MetricsPlugin: CallObserver {
    private let series: MetricsSeries

    /// Creates a plugin.
    ///
    /// - Parameters:
    ///   - factory: The backend; nil for the one of the task or of the process, when a series is first used.
    ///   - addsTemplates: Whether `url.template` is a dimension, such as `/users/{name}`.
    ///   - maximumServers: The number of pairs of a method and a server that have series of their own. All others share the address
    ///     `_OTHER`. With `addsTemplates`, path templates count, too. Keys of rate limits have the same limit, and share the key `_OTHER`.
    public init(factory: (any MetricsFactory)? = nil, addsTemplates: Bool = false, maximumServers: Int = 100) {
        series = MetricsSeries(factory: factory, addsTemplates: addsTemplates, maximumServers: maximumServers)
    }

    public func didReceive(_ result: Result<Response, TalynError>, context: CallContext) {
        if series.isOff { return }
        let fields = result.response?.headerFields
        if let status = fields?.last(where: { $0.name == .cacheStatus })?.value, let use = CacheUse(status) {
            series.counter("talyn.cache.requests", [("result", use.rawValue)]).increment()
        }
    }

    public func didEnd(_ result: Result<Response, TalynError>, context: CallContext) {
        if series.isOff { return }
        // The number of the next attempt. The metrics cost more.
        if context.attemptNumber > 2 {
            for attempt in context.metrics.attempts.dropLast() {
                let reason = attempt.statusCode.map { "\($0)" } ?? "failure"
                series.counter("talyn.client.retries", [("reason", reason)]).increment()
            }
        }
        if case .failure(let error) = result, let rejection = error.underlyingError as? RejectionError {
            series.counter("talyn.client.refusals", [("reason", "\(rejection.reason)")]).increment()
        }
        for (key, record) in context[RateLimitRecords.self] ?? [:] {
            let limit = series.rateLimit(of: key)
            if record.wait > .zero { limit.wait.recordNanoseconds(record.wait.nanoseconds) }
            if let remaining = record.remaining { limit.remaining?.set(remaining) }
        }
        let refreshes = context[CredentialRefreshes.self] ?? 0
        for _ in 0..<refreshes { series.counter("talyn.client.refreshes", []).increment() }
    }
}

extension MetricsPlugin: ExchangeInterceptor, ConnectionObserving {
    public var connectionObserver: any ConnectionObserver { series.connections }

    public func intercept(
        _ request: OutgoingRequest,
        next: @escaping NextExchange
    ) async throws -> TransportResponse {
        if series.isOff { return try await next(request) }
        let server = series.server(of: ExchangeAttributes(request))
        // The clock of the call, or that of the system for a request without one.
        let (call, origin) = (request.context, ContinuousClock.now)
        let elapsed = { @Sendable in call?.elapsed ?? origin.duration(to: .now) }
        let start = elapsed()
        let active = series.activeRequests(of: server)
        active.increment()
        do {
            var response = try await next(request)
            let (head, context, requestSize) = (response, request.context, request.body?.length)
            response.body = response.body.onEnd { [series] end, byteCount in
                active.decrement()
                var outcome = MetricsSeries.Outcome(server: server, statusCode: head.statusCode)
                outcome.errorType = ExchangeError.type(of: end, head, in: context)
                outcome.protocolVersion = head.metrics?.protocolVersion
                let responseSize = head.bodySize(byteCount, end)
                if let counts = context?[CallCounts.self] { series.recordTokens(counts, of: server) }
                series.record(outcome, elapsed() - start, requestSize: requestSize, responseSize: responseSize)
            }
            return response
        } catch {
            active.decrement()
            let outcome = MetricsSeries.Outcome(server: server, errorType: ExchangeError.type(of: error) ?? "cancelled")
            series.record(outcome, elapsed() - start, requestSize: nil, responseSize: nil)
            throw error
        }
    }
}

/// The use of a cache by a response, from its `Cache-Status` (RFC 9211).
private enum CacheUse: String {
    case hit, stale, revalidated, miss

    /// Nil for the status of another cache on the way.
    init?(_ status: String) {
        guard case .item(let item)? = StructuredField.list(status)?.last, item.value == .token("Talyn") else {
            return nil
        }
        let parameters = item.parameters
        if parameters["fwd-status"] == .integer(304) {
            self = .revalidated
        } else if case .integer(..<0)? = parameters["ttl"] {
            self = .stale
        } else {
            self = parameters["hit"] != nil || parameters["collapsed"] != nil ? .hit : .miss
        }
    }
}
#endif
