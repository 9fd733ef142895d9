#if Tools && (os(macOS) || os(Linux))
import ArgumentParser
import Foundation
import Talyn
import TalynRecordings
import TalynStubServer
import Testing

@testable import TalynCLI

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct StubArgumentTests {
    @Test(arguments: [
        ["serve"], ["serve", "a.har", "--port", "65536"], ["serve", "a.har", "--port", "-1"],
        ["serve", "a.har", "--port", "http"], ["serve", "a.har", "--fail-rate", "1.1"],
        ["serve", "a.har", "--fail-rate", "nan"], ["serve", "a.har", "--fail-rate=-0.1"],
        ["serve", "a.har", "--latency=-1"], ["serve", "a.har", "--latency", "inf"], ["serve", "a.har", "--seed", "x"],
        ["record", "--out", "a.har"], ["record", "--upstream", "https://example.com"],
        ["record", "--upstream", "example.com", "--out", "a.har"],
        ["record", "--upstream", "ftp://example.com", "--out", "a.har"],
        ["record", "--upstream", "https://example.com", "--out", "a.har", "--port", "70000"],
        ["har", "redact"], ["har", "redact", "a.har", "--output", "b.har", "--in-place"], ["har", "check"],
    ])
    func wrongArgumentsAreRefused(_ arguments: [String]) throws {
        let error = #expect(throws: (any Error).self) { try TalynCommand.parseAsRoot(arguments) }
        #expect(try TalynCommand.exitCode(for: #require(error)) == .validationFailure)
    }

    @Test func argumentsOfAServerAreUnderstood() throws {
        let arguments = [
            "serve", "a.har", "--port", "8080", "--latency", "250", "--fail-rate", "0.5", "--seed", "9", "--once",
            "--mask", "iban", "--show", "session",
        ]
        let command = try #require(try TalynCommand.parseAsRoot(arguments) as? ServeCommand)
        #expect(command.file == "a.har")
        #expect(command.latency == 250)
        #expect(command.failRate == 0.5)
        #expect(command.seed == 9)
        #expect(command.once)
        let options = command.serverOptions(for: Recording())
        #expect(options.port == 8080)
        #expect(options.host == "127.0.0.1")
        #expect(options.redaction == Redaction(masking: ["iban"], showing: ["session"]))
    }

    @Test func argumentsOfARecorderAreUnderstood() throws {
        let arguments = ["record", "--upstream", "https://example.com/v1", "-o", "a.har", "--force"]
        let command = try #require(try TalynCommand.parseAsRoot(arguments) as? RecordCommand)
        #expect(command.upstream == "https://example.com/v1")
        #expect(command.out == "a.har")
        #expect(command.force)
        #expect(command.listening.port == 0)
    }
}

struct HARCommandTests {
    private static let entries = """
        {"startedDateTime": "2026-11-21T10:00:00.000Z", "time": 1, "request": {"method": "GET", \
        "url": "https://ada:s3cr3t@api.example.com/a?b=1", \
        "headers": [{"name": "Authorization", "value": "Bearer s3cr3t"}]}, \
        "response": {"status": 200, "headers": [{"name": "Content-Type", "value": "text/plain"}], \
        "content": {"size": 2, "mimeType": "text/plain", "text": "hi"}}},
        {"request": {"method": "GET", "url": "https://API.example.com/c"}, "response": {"status": 204}},
        {"request": {"method": "GET", "url": "http://localhost:8080/d"}, "response": {"status": 204}},
        {"request": {"method": "GET", "url": "data:text/plain,e"}, "response": {"status": 200}}
        """

    private func withFile<Result>(_ text: String, _ body: (URL) throws -> Result) throws -> Result {
        let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("\(UUID().uuidString).har")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file)
    }

    private func har(_ entries: String) -> String {
        #"{"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": [\#(entries)]}}"#
    }

    private func findings(_ file: URL, _ arguments: String...) throws -> (count: Int, lines: [String]) {
        try #require(try TalynCommand.parseAsRoot(["har", "check", file.path] + arguments) as? HARCheckCommand)
            .findings()
    }

    @Test func originsAreThoseOfTheEntries() throws {
        let recording = try Recording(Data(har(Self.entries).utf8))
        let origins = recording.origins.map(\.absoluteString)
        #expect(origins.first == "https://api.example.com")
        #expect(origins.last == "http://localhost:8080")
        #expect(!origins.joined().contains("s3cr3t"))
    }

    @Test func secretsAreFoundAndMasked() throws {
        try withFile(har(Self.entries)) { file in
            let before = try findings(file)
            #expect(before.lines.contains { $0.contains("entry 0") && $0.contains("Authorization") })
            #expect(!before.lines.joined().contains("s3cr3t"))
            var command = try #require(
                try TalynCommand.parseAsRoot(["har", "redact", file.path, "--in-place"]) as? HARRedactCommand
            )
            try command.run()
            #expect(!(try String(contentsOf: file, encoding: .utf8)).contains("s3cr3t"))
            let after = try findings(file)
            #expect(after.count == 4)
            #expect(after.lines == [])
            let named = try findings(file, "--mask", "b")
            #expect(named.lines.count > 0)
            // It doesn't write over what is there.
            command = try #require(
                try TalynCommand.parseAsRoot(["har", "redact", file.path, "--output", file.path]) as? HARRedactCommand
            )
            #expect(throws: ExitCode.self) { try command.run() }
        }
    }

    @Test(arguments: [
        ("{\"log\": {\"entr", "cut off"), ("[1, 2]", "not a HAR file"), ("not JSON at all", "not JSON"), ("", ""),
    ])
    func invalidRecordingIsOneFinding(_ text: String, expected: String) throws {
        try withFile(text) { file in
            let lines = try findings(file).lines
            #expect(lines.count == 1)
            #expect(lines.first?.contains(file.lastPathComponent) == true)
            #expect(lines.first?.contains(expected) == true || expected.isEmpty)
        }
    }

    @Test func savingIsDoneWhenThereIsSomethingNew() async throws {
        let transport = UpstreamTransport(RecordedAnswer())
        let recorder = RecordingTransport(wrapping: transport)
        let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("\(UUID().uuidString).har")
        defer { try? FileManager.default.removeItem(at: file) }
        let saver = RecordingSaver(recorder, to: file)
        try saver.save()
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try saver.saveInTheEnd()
        #expect(try Recording(contentsOf: file).isEmpty)
        try Data("keep".utf8).write(to: file)
        try saver.save()
        try saver.saveInTheEnd()
        #expect(try Data(contentsOf: file) == Data("keep".utf8))
        var request = OutgoingRequest(url: try #require(URL(string: "https://example.com/a")))
        request.headerFields[.acceptEncoding] = "br"
        for try await _ in try await recorder.send(request).body {}
        try saver.save()
        #expect(try Recording(contentsOf: file).entries.count == 1)
        try FileManager.default.removeItem(at: file)
        try saver.save()
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    private struct RecordedAnswer: Transport {
        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            #expect(request.headerFields[.acceptEncoding] == nil)
            return TransportResponse(statusCode: 200, body: HTTPBody(Data("a".utf8)))
        }
    }
}
#endif
