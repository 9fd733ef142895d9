import Foundation
import TestSupport
import Testing

struct DocumentedExamplesTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Each page, and each source whose comments hold examples.
    @Test(arguments: [
        "TalynValkey.docc/TalynValkey.md", "TalynValkey.docc/MoreThanOneServer.md", "Server/ValkeyServer.swift",
        "Cache/ValkeyCacheStore.swift", "Limits/ValkeyRateLimitStore.swift", "Limits/ValkeyConcurrencyLimitStore.swift",
        "Limits/ValkeyCircuitBreakerStore.swift",
    ])
    func exampleIsCompiled(name: String) throws {
        let examples = try DocumentedExamples(compiledIn: [Self.here.appendingPathComponent("ValkeyExamples.swift")])
        let file = Self.root.appendingPathComponent("Sources/TalynValkey/\(name)")
        let result = file.pathExtension == "md" ? try examples.check(page: file) : try examples.check(commentsOf: file)
        #expect(result.missing == [])
        #expect(result.count > 0)
    }
}
