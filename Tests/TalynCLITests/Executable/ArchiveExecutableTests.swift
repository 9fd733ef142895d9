#if Tools && (os(macOS) || os(Linux))
import Foundation
import TestSupport
import Testing

/// HAR files over the command line: checked, redacted and served.
@Suite(.sockets) struct ArchiveExecutableTests {
    /// A file that a browser has saved, with secrets.
    private static let browser = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("TalynStubServerTests/Fixtures/Firefox.har")

    @Test(arguments: [["serve"], ["har", "check"], ["har", "redact"]])
    func truncatedFileIsRefused(_ command: [String]) async throws {
        try await withDirectory { directory in
            let file = directory.appendingPathComponent("cut.har")
            try Data(contentsOf: Self.browser).prefix(1_000).write(to: file)
            let outcome = try await ChildProcess.run(Executable.url, command + [file.path])
            #expect(!outcome.isSuccess && !outcome.isSignalled)
            let message = outcome.text + outcome.errorText
            #expect(message.contains("cut.har' is not JSON"), "\(message)")
        }
    }

    @Test func redactedFileOfABrowserHasNoSecrets() async throws {
        try await withDirectory { directory in
            let found = try await Executable.run("har", "check", Self.browser.path)
            #expect(!found.isSuccess)
            #expect(found.text.contains("'Authorization'"))
            let file = directory.appendingPathComponent("redacted.har")
            #expect(try await Executable.run("har", "redact", Self.browser.path, "--output", file.path).isSuccess)
            #expect(try await Executable.run("har", "check", file.path).isSuccess)
            try await ArchiveSchema.expectValid(file)
        }
    }

    @Test(.enabled(ArchiveSchema.absence, ArchiveSchema.isInstalled))
    func recordingOfATestFollowsTheSchema() async throws {
        let tests = Self.browser.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        try await ArchiveSchema.expectValid(
            tests.appendingPathComponent("TalynTestingTests/Examples/Recordings/ada.har")
        )
    }

    /// The seed decides which connections fail.
    @Test(.enabled(if: Curl.isInstalled, Curl.absence))
    func servedFileFailsAtTheRateAskedFor() async throws {
        let arguments = ["serve", Self.browser.path, "--latency", "1", "--fail-rate", "0.5", "--seed", "7"]
        let outcomes = try await ChildProcess.withProcess(Executable.url, arguments) { process in
            let line = try #require(await process.line(containing: " at http://"))
            let url = try #require(line.components(separatedBy: " at ").last)
            var outcomes: [ChildProcess.Outcome] = []
            for _ in 0..<20 { outcomes.append(try await Curl.run("\(url)/api/items?page=1")) }
            process.send(SIGTERM)
            #expect(await process.end().isSuccess)
            return outcomes
        }
        let answers = outcomes.filter(\.isSuccess).map(\.text)
        #expect((4...16).contains(answers.count))
        #expect(Set(answers) == [#"[{"id": 1, "name": "Tässe"}, {"id": 2, "name": "Teller"}]"#])
    }
}
#endif
