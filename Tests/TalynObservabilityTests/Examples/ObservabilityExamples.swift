#if Logging && Metrics && Tracing
import Foundation
import Logging
import Talyn
import TalynObservability

// The code of the pages of TalynObservability, compiled. DocumentedExamplesTests compares the two.

enum ObservabilityExamples {
    enum GitHub: TargetType {
        case zen

        var baseURL: URL { URL(string: "https://api.github.com")! }
        var path: RequestPath { "/zen" }
    }

    static func plugins() {
        let github = Provider<GitHub>(plugins: [TracingPlugin(), MetricsPlugin(), LoggingPlugin()])
        _ = github
    }

    static func spansOfCalls() {
        let traced = Provider<GitHub>(plugins: [TracingPlugin(addsCallSpans: true), RetryPlugin()])
        _ = traced
    }

    static func one() {
        let github = Provider<GitHub>(plugins: [TracingPlugin()])
        _ = github
    }

    static func two() {
        let github = Provider<GitHub>(plugins: [MetricsPlugin()])
        _ = github
    }

    static func three() {
        let github = Provider<GitHub>(plugins: [LoggingPlugin()])
        _ = github
    }

    static func entries(logger: Logger) {
        let logged = Provider<GitHub>(plugins: [NetworkLoggerPlugin(.bodies, to: logger)])
        _ = logged
    }
}
#endif
