import Foundation
import TestSupport
import Testing

struct DocumentedExamplesTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Each page, and each source whose comments hold examples.
    @Test(arguments: [
        "TalynTesting/TalynTesting.docc/Contracts.md", "TalynTesting/TalynTesting.docc/Faults.md",
        "TalynTesting/TalynTesting.docc/FromStubToContract.md",
        "TalynTesting/TalynTesting.docc/Recordings.md", "TalynTesting/TalynTesting.docc/Reports.md",
        "TalynRecordings/Report/TrafficReport.swift",
        "TalynRecordings/Report/TrafficLog.swift",
        "TalynTesting/TalynTesting.docc/Stubbing.md", "TalynTesting/TalynTesting.docc/TalynTesting.md",
        "TalynStubs/Clock/VirtualClock.swift", "TalynStubs/Clock/WithVirtualTime.swift",
        "TalynStubs/Faults/FaultScript.swift",
        "TalynStubs/Faults/FaultTransport.swift", "TalynStubs/Matching/RequestMatcher.swift",
        "TalynStubs/Stubs/StubAnswer.swift", "TalynStubs/Stubs/StubSet.swift",
        "TalynTesting/Samples/VerifySamples.swift", "TalynTesting/Stubs/XCTestCase+Stubs.swift",
    ])
    func exampleIsCompiled(name: String) throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.here, includingPropertiesForKeys: nil)
        let examples = try DocumentedExamples(compiledIn: files.filter { $0.pathExtension == "swift" })
        let file = Self.root.appendingPathComponent("Sources/\(name)")
        let result = file.pathExtension == "md" ? try examples.check(page: file) : try examples.check(commentsOf: file)
        #expect(result.missing == [])
        #expect(result.count > 0)
    }
}
