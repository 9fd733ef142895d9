import Foundation
import Talyn
import TalynTesting
import TestSupport
import Testing

private typealias Support = RecordingSupport

private let shop = Provider<RecordingSupport.Shop>()

/// What is wrong with a recording fails a test once, and tells how to mend it.
struct RecordingIssueTests {
    private static let command = "TALYN_RECORDING=missing swift test --filter RecordingIssueTests/"

    private func issues(
        _ name: String,
        in directory: URL,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> [Issue] {
        try await recordedIssues { test in
            let trait: RecordingTrait = .recording(name, directory: directory)
            try await trait.provideScope(for: test, testCase: nil, performing: body)
        }
    }

    /// A directory with a recording, `a.har`.
    private func directory() async throws -> URL {
        let directory = try Support.temporaryFile().deletingLastPathComponent()
        try await withRecording("a", mode: .rerecord, live: Support.answer("[]"), directory: directory) {
            _ = try await shop.request(.item(id: "a"))
        }
        return directory
    }

    @Test func missingFileGivesTheCommandForThisTest() async throws {
        let directory = try await directory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let issues = try await issues("b", in: directory) { Issue.record("The test has run.") }
        #expect(issues.count == 1)
        #expect("\(issues)".contains(Self.command + "missingFileGivesTheCommandForThisTest"))
    }

    @Test func missingEntryGivesTheCommandForThisTest() async throws {
        let directory = try await directory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let issues = try await issues("a", in: directory) { () async throws in
            #expect(try await shop.request(.item(id: "b")).statusCode == 200)
        }
        #expect(issues.count == 1)
        #expect("\(issues)".contains(Self.command + "missingEntryGivesTheCommandForThisTest"))
    }

    @Test func errorThatATestThrowsIsReportedOnce() async throws {
        let directory = try await directory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let issues = try await issues("a", in: directory) {
            _ = try await shop.request(.item(id: "b"))
        }
        #expect(issues.count == 1)
        #expect("\(issues)".contains("has no entry for RecordingSupport.Shop.item"))
    }
}
