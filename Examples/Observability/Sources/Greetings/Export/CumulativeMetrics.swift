#if Tools
public import CoreMetrics
import NIOConcurrencyHelpers
import Tracing

/// A metrics backend that keeps counters, meters and histograms since the start of the process.
public final class CumulativeMetrics: MetricsFactory {
    private struct Key: Hashable {
        let kind: Series.Kind
        let label: String
        let dimensions: [String]
    }

    private let start = DefaultTracerClock.now.nanosecondsSinceEpoch
    private let series = NIOLockedValueBox<[Key: Series]>([:])

    public init() {}

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(.counter, label, dimensions)
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(.meter, label, dimensions)
    }

    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        series(.recorder, label, dimensions)
    }

    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(.timer, label, dimensions)
    }

    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}

    private func series(_ kind: Series.Kind, _ label: String, _ dimensions: [(String, String)]) -> Series {
        series.withLockedValue { all in
            let key = Key(kind: kind, label: label, dimensions: dimensions.flatMap { [$0.0, $0.1] })
            let series = all[key] ?? Series(kind, dimensions)
            all[key] = series
            return series
        }
    }

    /// The present values, as the protocol has them.
    func export() -> [OTLP.Metric] {
        let now = DefaultTracerClock.now.nanosecondsSinceEpoch
        let groups = series.withLockedValue { Dictionary(grouping: $0) { "\($0.key.label) \($0.key.kind)" } }
        return groups.sorted { $0.key < $1.key }.map { _, group in
            let (label, kind) = (group[0].key.label, group[0].key.kind)
            var metric = OTLP.Metric(name: label, unit: kind == .timer ? "s" : label.hasSuffix(".size") ? "By" : "1")
            switch kind {
            case .counter, .meter:
                let points = group.map { $0.value.number(from: start, to: now) }
                metric.sum = OTLP.Metric.Sum(dataPoints: points, isMonotonic: kind == .counter)
            case .recorder, .timer:
                let points = group.map { $0.value.histogram(from: start, to: now) }
                metric.histogram = OTLP.Metric.Histogram(dataPoints: points)
            }
            return metric
        }
    }
}

/// The values of a metric with the same dimensions.
private final class Series: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    enum Kind { case counter, meter, recorder, timer }

    private let attributes: [OTLP.KeyValue]
    private let bounds: [Double]
    private let state: NIOLockedValueBox<(sum: Double, bucketCounts: [Int])>

    init(_ kind: Kind, _ dimensions: [(String, String)]) {
        attributes = dimensions.map { OTLP.KeyValue(key: $0, value: .string($1)) }
        bounds = kind == .timer ? Self.seconds : Self.bytes
        state = NIOLockedValueBox((0, Array(repeating: 0, count: bounds.count + 1)))
    }

    /// The bounds that OpenTelemetry wants for durations of requests.
    private static let seconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
    private static let bytes = [0, 1e3, 1e4, 1e5, 1e6, 1e7]

    func reset() { set(0.0) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { state.withLockedValue { $0.sum = value } }
    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { state.withLockedValue { $0.sum += amount } }
    func decrement(by amount: Double) { increment(by: -amount) }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) {
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLockedValue { state in
            state.sum += value
            state.bucketCounts[bucket] += 1
        }
    }

    func number(from start: UInt64, to now: UInt64) -> OTLP.NumberDataPoint {
        OTLP.NumberDataPoint(
            attributes: attributes,
            startTimeUnixNano: "\(start)",
            timeUnixNano: "\(now)",
            asDouble: state.withLockedValue { $0.sum }
        )
    }

    func histogram(from start: UInt64, to now: UInt64) -> OTLP.HistogramDataPoint {
        let (sum, counts) = state.withLockedValue { $0 }
        return OTLP.HistogramDataPoint(
            attributes: attributes,
            startTimeUnixNano: "\(start)",
            timeUnixNano: "\(now)",
            count: "\(counts.reduce(0, +))",
            sum: sum,
            bucketCounts: counts.map { "\($0)" },
            explicitBounds: bounds
        )
    }
}
#endif
