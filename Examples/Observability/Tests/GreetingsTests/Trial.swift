#if Tools
import CoreMetrics
import Foundation
import Greetings
import HTTPTypes
import Hummingbird
import InMemoryLogging
import Logging
import ServiceLifecycle
import Talyn
import TestSupport
import Tracing

/// The target of the server's route.
struct GreetingTarget: TargetType {
    let name: String
    var isFormer = false
    var traceparent: String?

    var baseURL: URL { URL(string: "http://127.0.0.1")! }
    var path: RequestPath { "/greetings/\(name)" }
    var requestOptions: RequestOptions { .patient }
    var query: RequestParameters { isFormer ? ["former": "true"] : [:] }
    var headerFields: HTTPFields { traceparent.map { [HTTPField.Name("traceparent")!: $0] } ?? [:] }
}

/// One call of the server, and the telemetry of it.
struct Trial {
    let greeting: Greeting
    let received: Received
    let logEntries: [InMemoryLogHandler.Entry]
    /// The port of the upstream API.
    let upstreamPort: Int
    let collectorStatus: Int32?

    /// Starts the collector and the server, calls the server, and stops both.
    ///
    /// The server ends its spans after the response. Its end is the point from which the collector has everything.
    static func run(_ target: GreetingTarget) async throws -> Trial {
        let handler = InMemoryLogHandler()
        var logger = Logger(label: "test") { _ in handler }
        logger.logLevel = .debug
        return try await CollectorProcess.withCollector { [logger] collector in
            let greeting = try await withServer(of: collector.url, logger) { server in
                try await Provider<GreetingTarget>(baseURL: server).request(target, as: Greeting.self)
            }
            return Trial(
                greeting: greeting,
                received: try await collector.received(),
                logEntries: handler.entries,
                upstreamPort: collector.url.port ?? 0,
                collectorStatus: await collector.stop()
            )
        }
    }

    /// Runs the server for the duration of `body`, and waits for its last export.
    private static func withServer<Result: Sendable>(
        of collector: URL,
        _ logger: Logger,
        _ body: (_ server: URL) async throws -> Result
    ) async throws -> Result {
        let (urls, continuation) = AsyncStream<URL>.makeStream()
        let telemetry = Telemetry(collector: collector, interval: .seconds(3600), logger: Logger(label: "Telemetry"))
        let application = GreetingApplication.make(
            upstream: collector,
            telemetry: telemetry,
            port: 0,
            retries: RetryPlugin(RetryPlugin.Configuration { $0.backoff = .none }),
            logger: logger,
            onListening: { continuation.yield($0) }
        )
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [application], logger: logger))
        async let end: Void = withTracer(telemetry.tracer) {
            defer { continuation.finish() }
            try await withMetricsFactory(telemetry.metrics) { try await group.run() }
        }
        guard let server = await urls.first(where: { _ in true }) else {
            try await end
            throw CancellationError()
        }
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await body(server))
        } catch {
            result = .failure(error)
        }
        await group.triggerGracefulShutdown()
        try await end
        return try result.get()
    }
}
#endif
