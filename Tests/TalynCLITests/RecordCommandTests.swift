#if Tools
import ArgumentParser
import Foundation
import Talyn
import TalynStubServer
import TalynStubs
import Testing

@testable import TalynCLI

struct RecordCommandTests {
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
            #expect(throws: RecordingError.cannotWrite(pipe, reason: "it is no regular file")) {
                try Recording().save(to: pipe)
            }
            let type = try FileManager.default.attributesOfItem(atPath: pipe.path)[.type] as? FileAttributeType
            #expect(type != .typeRegular)
        }
    }

    @Test func errorsAdviseWhatTheCommandLineCanDo() {
        let error = RecordingError.tooLarge(nil, length: 2, maximum: 1)
        #expect(error.recoverySuggestion == "Save it with fewer entries.")
    }
}
#endif
