#if Tools
import CoreMetrics
import Foundation
import Greetings
import Hummingbird
import Tracing

let environment = ProcessInfo.processInfo.environment

/// A URL from the environment. The process ends with a message if the text isn't one.
func url(_ name: String) -> URL {
    let text = environment[name] ?? "http://localhost:4318"
    if let url = URL(string: text) { return url }
    try? FileHandle.standardError.write(contentsOf: Data("\(name) isn't a URL: \(text)\n".utf8))
    exit(1)
}

let telemetry = Telemetry(
    collector: url("OTEL_EXPORTER_OTLP_ENDPOINT"),
    service: environment["OTEL_SERVICE_NAME"] ?? "greetings"
)
InstrumentationSystem.bootstrap(telemetry.tracer)
MetricsSystem.bootstrap(telemetry.metrics)

let application = GreetingApplication.make(
    upstream: url("UPSTREAM_URL"),
    telemetry: telemetry,
    port: environment["PORT"].flatMap { Int($0) } ?? 8080
)
try await application.runService()
#else
print("The server needs the trait Tools.")
#endif
