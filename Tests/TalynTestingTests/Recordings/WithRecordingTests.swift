import Foundation
import TalynTesting
import TestSupport
import Testing

private typealias Support = RecordingSupport
private typealias Shop = RecordingSupport.Shop

struct WithRecordingTests {
    @Test func aFunctionRunsPartOfATestWithARecording() async throws {
        let file = try Support.temporaryFile()
        defer { Support.remove(file) }
        let recordings = file.deletingLastPathComponent().appendingPathComponent("Recordings")
        let call = { _ = try await Provider<Shop>().request(.item(id: "a")) }
        try await withRecording("a/../b", mode: .rerecord, live: Support.answer("[]"), directory: recordings) {
            try await call()
        }
        let recorded = file.deletingLastPathComponent().appendingPathComponent("Recordings/a-..-b.har")
        #expect(FileManager.default.fileExists(atPath: recorded.path))
        try await withRecording("a/../b", directory: recordings) { try await call() }
        try await withKnownIssue {
            try await withRecording("a/../b", directory: recordings) {}
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("have not been used") }
        }
        struct Failure: Error {}
        await #expect(throws: Failure.self) {
            try await withRecording("a/../b", mode: .rerecord, live: Support.answer("[7]"), directory: recordings) {
                try await call()
                throw Failure()
            }
        }
        #expect(try Recording(contentsOf: recorded).entries.first?.body == Data("[]".utf8))
    }

    @Test func aFailedExpectationKeepsTheFile() async throws {
        let file = try Support.temporaryFile()
        defer { Support.remove(file) }
        let recordings = file.deletingLastPathComponent().appendingPathComponent("Recordings")
        let recorded = file.deletingLastPathComponent().appendingPathComponent("Recordings/x.har")
        let entry = Support.entry("GET", "https://shop.example.com/v1/items/a")
        try Recording(Support.har(entry)).save(to: recorded)
        // Nobody is told, but for who counts.
        let silence: IssueHandlingTrait = .compactMapIssues { _ in nil }
        try await silence.provideScope(for: try #require(Test.current), testCase: nil) {
            try await withRecording("x", mode: .rerecord, live: Support.answer("[7]"), directory: recordings) {
                let text = try await Provider<Shop>().request(.item(id: "a"), as: String.self)
                #expect(text == "[8]")
            }
        }
        #expect(try Recording(contentsOf: recorded).entries.first?.body == Data("[]".utf8))
    }
}
