#if Tools
import Foundation
import HTTPTypes
import Talyn

/// A collector of OpenTelemetry, which takes spans and metrics by OTLP over HTTP.
enum Collector: TargetType {
    case traces(OTLP.Traces)
    case metrics(OTLP.Metrics)

    var baseURL: URL { URL(string: "http://localhost:4318")! }

    var path: RequestPath {
        switch self {
        case .traces: "/v1/traces"
        case .metrics: "/v1/metrics"
        }
    }

    var method: HTTPRequest.Method { .post }

    var body: RequestBody {
        switch self {
        case .traces(let traces): .json(traces)
        case .metrics(let metrics): .json(metrics)
        }
    }

    /// OTLP lets clients repeat an export that failed.
    var requestOptions: RequestOptions { RequestOptions { $0.idempotency = .always } }

    /// Repeats exports after the failures that OTLP names.
    static let retries = RetryPlugin(RetryPlugin.Configuration { $0.statuses = [429, 502, 503, 504] })
}
#endif
