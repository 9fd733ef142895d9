import Foundation
import TestSupport
import Testing

struct DocumentedExamplesTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Each page, and each source whose comments hold examples.
    @Test(arguments: [
        "TalynObservability.docc/TalynObservability.md", "TalynObservability.docc/Observability.md",
        "Traces/TracingPlugin.swift", "Metrics/MetricsPlugin.swift", "Logs/LoggingPlugin.swift",
    ])
    func exampleIsCompiled(name: String) throws {
        let file = Self.here.appendingPathComponent("ObservabilityExamples.swift")
        let examples = try DocumentedExamples(compiledIn: [file])
        let source = Self.root.appendingPathComponent("Sources/TalynObservability/\(name)")
        let result =
            source.pathExtension == "md" ? try examples.check(page: source) : try examples.check(commentsOf: source)
        #expect(result.missing == [])
        #expect(result.count > 0)
    }
}
