#if Tools
import CoreMetrics
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Talyn
import TalynObservability
import Tracing

/// The plugins of TalynObservability.
enum Observers {
    static let all: [any Plugin] = [TracingPlugin(), MetricsPlugin(), LoggingPlugin()]

    /// The same plugins, with backends that keep everything in memory.
    static let inMemory: [any Plugin] = {
        InstrumentationSystem.bootstrap(InMemoryTracer(recordInjections: false))
        MetricsSystem.bootstrap(TestMetrics())
        let handler = InMemoryLogHandler()
        LoggingSystem.bootstrap { _ in handler }
        return all
    }()
}
#endif
