#if Tools
public import Foundation
public import Logging
public import ServiceLifecycle
import Talyn

/// The tracer and the metrics of a server, and the service that exports both to a collector.
///
/// The service exports at an interval, and once more at the end. The calls of the collector have no spans: their provider has no
/// plugin for traces.
public struct Telemetry: Service, CustomStringConvertible {
    public let tracer = TraceContextTracer()
    public let metrics = CumulativeMetrics()

    /// The name of the service in logs.
    public var description: String { "Telemetry" }

    private let collector: Provider<Collector>
    private let service: String
    private let interval: Duration
    private let logger: Logger

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - collector: The URL of the collector, without `/v1/traces`.
    ///   - service: The name of the server, for the attribute `service.name`.
    ///   - interval: The time between two exports.
    ///   - logger: Gets a warning for each export that fails.
    public init(
        collector: URL,
        service: String = "greetings",
        interval: Duration = .seconds(5),
        logger: Logger = Logger(label: "Telemetry")
    ) {
        self.collector = Provider(baseURL: collector, plugins: [Collector.retries])
        self.service = service
        self.interval = interval
        self.logger = logger
    }

    public func run() async throws {
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }
            await export()
        }
    }

    /// Sends the spans that finished since the last export, and the present metrics. A failed export loses its spans.
    private func export() async {
        let spans = tracer.popFinishedSpans()
        let values = metrics.export()
        do {
            if !spans.isEmpty {
                _ = try await collector.request(.traces(OTLP.Traces(spans, service: service)))
            }
            if !values.isEmpty {
                _ = try await collector.request(.metrics(OTLP.Metrics(values, service: service)))
            }
        } catch {
            let answer = error.response.flatMap { try? $0.decode(String.self) } ?? ""
            logger.warning("export failed", metadata: ["error": "\(error)", "answer": "\(answer)"])
        }
    }
}
#endif
