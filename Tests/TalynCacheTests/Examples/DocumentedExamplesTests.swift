import Foundation
import TestSupport
import Testing

struct DocumentedExamplesTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Each page, and each source whose comments hold examples.
    @Test(arguments: [
        "TalynCache.docc/TalynCache.md", "TalynCache.docc/Caching.md", "TalynCache.docc/Offline.md",
        "Plugin/HTTPCache.swift",
        "Plugin/CachedThenFresh.swift",
    ])
    func exampleIsCompiled(name: String) throws {
        let examples = try DocumentedExamples(compiledIn: [Self.here.appendingPathComponent("CachingExamples.swift")])
        let file = Self.root.appendingPathComponent("Sources/TalynCache/\(name)")
        let result = file.pathExtension == "md" ? try examples.check(page: file) : try examples.check(commentsOf: file)
        #expect(result.missing == [])
        #expect(result.count > 0)
    }
}
