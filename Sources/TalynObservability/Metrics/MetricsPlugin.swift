#if Metrics
public import CoreMetrics
import HTTPTypes
public import Talyn

/// Measures exchanges with servers, and counts retries, refusals and uses of the cache.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [MetricsPlugin()])
/// ```
///
/// | metric | kind | dimensions |
/// |---|---|---|
/// | `http.client.request.duration` | timer, in seconds | method, server, status, error |
/// | `http.client.active_requests` | meter | method, server |
/// | `http.client.request.body.size`, `http.client.response.body.size` | recorder, in bytes | method, server, status, error |
/// | `talyn.client.retries` | counter | `reason`: the status, or `failure` |
/// | `talyn.client.refusals` | counter | `reason`, such as `circuitOpen` |
/// | `talyn.cache.requests` | counter | `result`: `hit`, `stale`, `revalidated` or `miss` |
///
/// The first three rows follow OpenTelemetry's semantic conventions for HTTP clients, version 1.44: `http.request.method`,
/// `server.address`, `server.port`, `http.response.status_code` and `error.type`. The number of series is limited. A request ends
/// with the body of its response.
public struct MetricsPlugin: Plugin {
    private let series: MetricsSeries

    /// Creates a plugin.
    ///
    /// - Parameters:
    ///   - factory: The backend; nil for the one of the task or of the process, when a series is first used.
    ///   - addsTemplates: Whether `url.template` is a dimension, such as `/users/{name}`.
    ///   - maximumServers: The number of servers and templates that have series of their own. All others share one, with the
    ///     server `_OTHER`.
    public init(factory: (any MetricsFactory)? = nil, addsTemplates: Bool = false, maximumServers: Int = 100) {
        series = MetricsSeries(factory: factory, addsTemplates: addsTemplates, maximumServers: maximumServers)
    }

    public func process(
        _ result: Result<Response, TalynError>,
        context: CallContext
    ) -> Result<Response, TalynError> {
        let attempts = context.metrics.attempts
        for attempt in attempts.dropLast() {
            let reason = attempt.statusCode.map { "\($0)" } ?? "failure"
            series.counter("talyn.client.retries", [("reason", reason)]).increment()
        }
        if case .failure(let error) = result, let rejection = error.underlyingError as? RejectionError {
            series.counter("talyn.client.refusals", [("reason", "\(rejection.reason)")]).increment()
        }
        if let use = attempts.last?.cacheStatus.map({ CacheUse($0) }) {
            series.counter("talyn.cache.requests", [("result", use.rawValue)]).increment()
        }
        return result
    }
}

extension MetricsPlugin: ExchangePlugin {
    package func exchange(
        _ request: TransportRequest,
        next: @Sendable (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        let server = series.server(of: ExchangeAttributes(request))
        let time = request.context?.time ?? TimeSource(ContinuousClock())
        let start = time.now
        let active = series.activeRequests(of: server)
        active.increment()
        do {
            var response = try await next(request)
            let (statusCode, length) = (response.statusCode, request.body?.length)
            response.body = response.body.onEnd { [series] end, byteCount in
                active.decrement()
                var errorType = ExchangeError.type(ofStatus: statusCode)
                if case .failed(let error) = end { errorType = ExchangeError.type(of: error) ?? errorType }
                let outcome = series.outcome(of: server, statusCode, errorType)
                outcome.duration.recordNanoseconds((time.now - start).nanoseconds)
                if let length { outcome.requestSize.record(length) }
                outcome.responseSize.record(byteCount)
            }
            return response
        } catch {
            active.decrement()
            let outcome = series.outcome(of: server, nil, ExchangeError.type(of: error) ?? "cancelled")
            outcome.duration.recordNanoseconds((time.now - start).nanoseconds)
            throw error
        }
    }
}

/// The use of a cache by a response, from its `Cache-Status` (RFC 9211).
private enum CacheUse: String {
    case hit, stale, revalidated, miss

    init(_ status: String) {
        let words = status.split(separator: ";").map { $0.drop { $0 == " " } }
        if words.contains("hit") {
            self = words.contains { $0.hasPrefix("ttl=-") } ? .stale : .hit
        } else {
            self = words.contains("fwd-status=304") ? .revalidated : .miss
        }
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
#endif
