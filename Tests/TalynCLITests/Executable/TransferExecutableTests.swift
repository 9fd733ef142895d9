#if Tools && (os(macOS) || os(Linux))
import Foundation
import TalynStubServer
import TestSupport
import Testing

@testable import TalynCore

/// Downloads and uploads over the command line.
@Suite(.sockets) struct TransferExecutableTests {
    /// The SHA-256 digest of the file.
    private static let digest = "55f8339330b378224b135d75eda4d5a754c72cbde648abe3ac7cdf87660f217e"

    /// Interrupts a download from nginx by each signal, and completes it then.
    @Test(.enabled(if: Nginx.isInstalled, "\(Nginx.absence)"))
    func interruptedDownloadResumes() async throws {
        try await withDirectory { root in
            let content = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
            try content.write(to: root.appendingPathComponent("file"))
            let destination = root.appendingPathComponent("downloads", isDirectory: true)
            try FileManager.default.createDirectory(at: destination, withIntermediateDirectories: true)
            // 50 kB a second: the file takes 40 seconds, so that no interruption comes too late.
            let directives = "set $rate 0; if ($http_x_slow) { set $rate 50k; } limit_rate $rate;"
            try await Nginx.withServer(serving: root, directives: directives) { nginx in
                try await CuttingProxy.withProxy(to: nginx.socketPath, cuts: []) { proxy in
                    try await download(content, from: proxy.baseURL, to: destination)
                    let partial = "HTTP/1.1 206 Partial Content"
                    #expect(proxy.statusLines == ["HTTP/1.1 200 OK", partial, partial])
                }
            }
        }
    }

    private func download(_ content: Data, from server: URL, to directory: URL) async throws {
        let file = directory.appendingPathComponent("file")
        let arguments = ["download", server.appendingPathComponent("file").absoluteString, "--output", file.path]
        var loaded = 0
        for signal in [SIGTERM, SIGKILL] {
            loaded = try await ChildProcess.withProcess(Executable.url, arguments + ["--header", "X-Slow: 1"]) {
                process in
                // More than the file that describes the partial one.
                let hasMore = try await process.waits { try size(of: directory) > loaded + 10_000 }
                #expect(hasMore, "\(process.current.errorText)")
                process.send(signal)
                let outcome = await process.end()
                #expect(!outcome.isSuccess)
                #expect(outcome.isSignalled == (signal == SIGKILL))
                return try size(of: directory)
            }
            #expect(loaded > 0)
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
        let outcome = try await ChildProcess.run(Executable.url, arguments + ["--sha256", Self.digest])
        #expect(outcome.isSuccess, "\(outcome.errorText)")
        // There is no terminal to show progress on.
        #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
        #expect(try Data(contentsOf: file) == content)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["file"])
        let again = try await ChildProcess.run(Executable.url, arguments)
        #expect(!again.isSuccess)
        #expect(again.errorText.contains("--force"))
    }

    @available(Hummingbird, *)
    @Test func existingFileIsKeptWithAdvice() async throws {
        let transport = ClosureTransport { _ in TransportResponse(statusCode: 200, body: HTTPBody(Data("new".utf8))) }
        try await withDirectory { directory in
            let file = directory.appendingPathComponent("file")
            try Data("old".utf8).write(to: file)
            try await StubServer.withServer(serving: transport) { url in
                let outcome = try await Executable.run("download", url.absoluteString + "/file", "-o", file.path)
                #expect(outcome.status == 1)
                #expect(
                    outcome.errorText.contains(
                        "file exists already. Replace it with --force, or choose another place with --output."
                    )
                )
                #expect(try Data(contentsOf: file) == Data("old".utf8))
            }
        }
    }

    /// The size of the largest file in a directory.
    private func size(of directory: URL) throws -> Int {
        let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        // A file may go between being listed and being looked at.
        let sizes = files.map { try? FileManager.default.attributesOfItem(atPath: $0.path)[.size] as? Int }
        return sizes.compactMap { $0 ?? nil }.max() ?? 0
    }

    @Test(.enabled(IndependentHTTPBin.absence, IndependentHTTPBin.isInstalled))
    func uploadTellsTheStatusAndFailsByIt() async throws {
        try await withDirectory { directory in
            let file = directory.appendingPathComponent("upload")
            try Data(repeating: UInt8(ascii: "a"), count: 90_000).write(to: file)
            try await IndependentHTTPBin.withServer { url in
                let sent = try await Executable.run(
                    "upload",
                    file.path,
                    url.appendingPathComponent("put").absoluteString
                )
                #expect(sent.isSuccess, "\(sent.errorText)")
                #expect(sent.text.hasPrefix("200, 90 kB sent"))
                let refused = try await Executable.run(
                    "upload",
                    file.path,
                    url.appendingPathComponent("get").absoluteString
                )
                #expect(!refused.isSuccess)
                #expect(refused.errorText.contains("405"))
            }
        }
    }
}
#endif
