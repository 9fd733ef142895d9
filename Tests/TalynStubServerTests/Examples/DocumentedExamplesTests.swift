import Foundation
import TestSupport
import Testing

struct DocumentedExamplesTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    @Test func exampleIsCompiled() throws {
        let root = Self.here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let examples = try DocumentedExamples(
            compiledIn: [Self.here.appendingPathComponent("StubServerExamples.swift")]
        )
        let page = root.appendingPathComponent("Sources/TalynTesting/TalynTesting.docc/ServingStubs.md")
        let result = try examples.check(page: page)
        #expect(result.missing == [])
        #expect(result.count > 0)
    }
}
