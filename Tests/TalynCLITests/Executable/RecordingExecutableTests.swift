#if Tools && (os(macOS) || os(Linux))
import Foundation
import TalynRecordings
import TestSupport
import Testing

/// Records httpbin for curl, and serves the recording.
@Suite(
    .sockets,
    .enabled(if: Curl.isInstalled, Curl.absence),
    .enabled(IndependentHTTPBin.absence, IndependentHTTPBin.isInstalled)
)
struct RecordingExecutableTests {
    @Test func servedRecordingAnswersAsTheServerDid() async throws {
        try await withDirectory { directory in
            let file = directory.appendingPathComponent("a.har")
            let (calls, live) = try await IndependentHTTPBin.withServer { upstream in
                let calls = RecordedCalls(server: "http://127.0.0.1:\(try #require(upstream.port))")
                return (calls, try await record(calls, to: file))
            }
            try await serve(file, calls, live: live)
        }
    }

    /// The answers of the server, as curl gets them from the proxy.
    private func record(_ calls: RecordedCalls, to file: URL) async throws -> [String] {
        let base = calls.server
        let answers = try await Executable.withServer("record", "--upstream", base, "--out", file.path) { proxy, url in
            let answers = try await calls.answers(at: url.absoluteString)
            proxy.send(SIGINT)
            let outcome = await proxy.end()
            #expect(outcome.isSuccess, "\(outcome.errorText)")
            #expect(outcome.text.contains("14 entries in"))
            #expect(!outcome.text.contains(RecordedCalls.mark))
            return answers
        }
        #expect(answers.contains { $0.contains("HERE/get") }, "A redirect leads past the proxy.")
        let content = try Data(contentsOf: file)
        #expect(try Recording(content).entries.count == 14)
        #expect(!String(decoding: content, as: UTF8.self).contains(RecordedCalls.mark))
        #expect(try await Executable.run("har", "check", file.path).isSuccess)
        try await ArchiveSchema.expectValid(file)
        let again = try await Executable.run("record", "--upstream", base, "--out", file.path)
        #expect(!again.isSuccess)
        #expect(again.errorText.contains("--force"))
        #expect(try Data(contentsOf: file) == content)
        return answers
    }

    private func serve(_ file: URL, _ calls: RecordedCalls, live: [String]) async throws {
        try await Executable.withServer("serve", file.path) { server, url in
            let served = try await calls.answers(at: url.absoluteString)
            #expect(served.count == live.count)
            for (served, live) in zip(served, live) {
                #expect(RecordedCalls.isSame(served, live), "\(live)\n\(served)")
            }
            let missing = try await Curl.run("\(url.absoluteString)/nothing")
            #expect(missing.text.contains("has no entry for GET "))
            let port = try #require(url.port)
            let second = try await Executable.run("serve", file.path, "--port", "\(port)")
            #expect(!second.isSuccess)
            #expect(second.errorText.contains("Port \(port) of 127.0.0.1 is in use. Choose another port"))
            server.send(SIGINT)
            let outcome = await server.end()
            #expect(outcome.isSuccess, "\(outcome.errorText)")
            #expect(outcome.text.components(separatedBy: "/get?page=1&access_token=… 200").count == 2)
        }
    }

    @Test func interruptRightAfterTheAddressEndsTheServer() async throws {
        try await withDirectory { directory in
            let file = directory.appendingPathComponent("a.har")
            let content = #"{"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": []}}"#
            try Data(content.utf8).write(to: file)
            for _ in 1...20 {
                try await Executable.withServer("serve", file.path) { server, _ in
                    server.send(SIGINT)
                    let outcome = await server.end()
                    #expect(outcome.isSuccess, "\(outcome.errorText)")
                }
            }
        }
    }

    @Test func killedRecorderHasSavedEarlierCalls() async throws {
        try await withDirectory { directory in
            let file = directory.appendingPathComponent("a.har")
            try await IndependentHTTPBin.withServer { upstream in
                let base = "http://127.0.0.1:\(try #require(upstream.port))"
                try await Executable.withServer("record", "--upstream", base, "--out", file.path) { proxy, url in
                    try await Curl.run("\(url.absoluteString)/get")
                    // It saves every two seconds.
                    let isSaved = try await proxy.waits { FileManager.default.fileExists(atPath: file.path) }
                    #expect(isSaved)
                    proxy.send(SIGKILL)
                    await proxy.end()
                }
                #expect(try Recording(contentsOf: file).entries.count == 1)
                #expect(try await Executable.run("har", "check", file.path).isSuccess)
                try await ArchiveSchema.expectValid(file)
            }
        }
    }
}
#endif
