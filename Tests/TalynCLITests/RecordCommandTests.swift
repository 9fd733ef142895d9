#if Tools && (os(macOS) || os(Linux))
import ArgumentParser
import Foundation
import Talyn
import TalynRecordings
import TalynStubs
import TalynStubServer
import Testing
import TestSupport

@testable import TalynCLI

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.sockets) struct RecordCommandTests {
    private func withDirectory(_ body: (URL) async throws -> Void) async throws {
        let directory = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory)
    }

    private func record(to path: String, port: Int = 0, _ arguments: String...) async throws {
        let arguments = ["record", "--upstream", "http://127.0.0.1:1", "--out", path, "--port", "\(port)"] + arguments
        try await #require(try TalynCommand.parseAsRoot(arguments) as? RecordCommand).run()
    }

    @Test func aPortInUseLeavesTheFileAsItIs() async throws {
        try await withDirectory { directory in
            let file = directory.appendingPathComponent("a.har")
            try await StubServer.withServer(serving: StubSet()) { url in
                let port = try #require(url.port)
                await #expect(throws: ExitCode.self) { try await record(to: file.path, port: port) }
                #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
                try Data("keep".utf8).write(to: file)
                await #expect(throws: ExitCode.self) { try await record(to: file.path, port: port, "--force") }
                #expect(try Data(contentsOf: file) == Data("keep".utf8))
                #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["a.har"])
            }
        }
    }

    @Test func aFileThatCannotBeWrittenEndsItAtOnce() async throws {
        try await withDirectory { directory in
            let pipe = directory.appendingPathComponent("pipe")
            #expect(mkfifo(pipe.path, 0o600) == 0)
            for path in [pipe.path, directory.path, "/dev/null/a.har"] {
                await #expect(throws: ExitCode.self) { try await record(to: path, "--force") }
            }
            #expect(throws: RecordingError.cannotWrite(pipe, reason: "it isn't a regular file")) {
                try Recording().save(to: pipe)
            }
            let type = try FileManager.default.attributesOfItem(atPath: pipe.path)[.type] as? FileAttributeType
            #expect(type != .typeRegular)
        }
    }

    private struct Failing: Transport {
        let kind: TransportError.Kind

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            throw TransportError(kind, origin: request.url.flatMap { Origin($0) })
        }
    }

    @Test func aServerWithAnInvalidResponseIsABadGateway() async throws {
        let recorder = RecordingTransport(wrapping: Failing(kind: .invalidResponse))
        let client = MultiProvider().transport
        try await StubServer.withServer(serving: UpstreamTransport(recorder)) { url in
            for _ in 0..<2 {
                let response = try await client.send(OutgoingRequest(url: url))
                #expect(response.statusCode == 502)
                var text = Data()
                for try await chunk in response.body { text.append(chunk) }
                #expect(String(decoding: text, as: UTF8.self) == "The response of \(url.absoluteString) is invalid.\n")
            }
        }
        #expect(recorder.recording.entries.map(\.failure) == [.invalidResponse, .invalidResponse])
    }

    @Test func otherFailuresOfTheServerArePassedOn() async throws {
        let request = OutgoingRequest(url: try #require(URL(string: "http://127.0.0.1:1")))
        let error = await #expect(throws: TransportError.self) {
            try await UpstreamTransport(Failing(kind: .timedOut)).send(request)
        }
        #expect(error?.kind == .timedOut)
    }

    @Test(arguments: ["check", "redact"])
    func helpNamesTheLimitsOfRedaction(command: String) throws {
        let help = TalynCommand.helpMessage(
            for: command == "check" ? HARCheckCommand.self as any ParsableCommand.Type : HARRedactCommand.self
        )
        let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for limit in [
            "names in scripts and style sheets", "images, compressed bodies", "text of HTML elements", "--mask",
        ] {
            #expect(words.contains(limit), "\(limit)")
        }
    }

    @Test func errorOfALargeRecordingAdvisesFewerEntries() {
        let error = RecordingError.tooLarge(nil, length: 2, maximum: 1)
        #expect(error.recoverySuggestion == "Save it with fewer entries.")
    }
}
#endif
