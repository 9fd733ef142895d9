#if Tools
extension OTLP {
    /// The request of `POST /v1/metrics`, which the protocol names `ExportMetricsServiceRequest`.
    struct Metrics: Encodable, Sendable {
        struct ResourceMetrics: Encodable, Sendable {
            let resource: Resource
            let scopeMetrics: [ScopeMetrics]
        }

        struct ScopeMetrics: Encodable, Sendable {
            let scope: Scope
            let metrics: [Metric]
        }

        let resourceMetrics: [ResourceMetrics]

        init(_ metrics: [Metric], service: String) {
            let scopeMetrics = ScopeMetrics(scope: Scope(name: "Greetings"), metrics: metrics)
            resourceMetrics = [ResourceMetrics(resource: Resource(service: service), scopeMetrics: [scopeMetrics])]
        }
    }

    /// A metric. It has either a sum or a histogram.
    struct Metric: Encodable, Sendable {
        struct Sum: Encodable, Sendable {
            let dataPoints: [NumberDataPoint]
            let aggregationTemporality = cumulative
            let isMonotonic: Bool
        }

        struct Histogram: Encodable, Sendable {
            let dataPoints: [HistogramDataPoint]
            let aggregationTemporality = cumulative
        }

        let name: String
        let unit: String
        var sum: Sum?
        var histogram: Histogram?
    }

    struct NumberDataPoint: Encodable, Sendable {
        let attributes: [KeyValue]
        let startTimeUnixNano: String
        let timeUnixNano: String
        let asDouble: Double
    }

    struct HistogramDataPoint: Encodable, Sendable {
        let attributes: [KeyValue]
        let startTimeUnixNano: String
        let timeUnixNano: String
        let count: String
        let sum: Double
        let bucketCounts: [String]
        let explicitBounds: [Double]
    }

    /// The `AggregationTemporality` of values since the start of the process.
    private static let cumulative = 2
}
#endif
