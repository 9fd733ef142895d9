#if Tools && (os(macOS) || os(Linux))
import Foundation
import TestSupport
import Testing

/// Caches downloads over the command line, and looks into the folder.
@Suite(.sockets) struct CacheExecutableTests {
    @Test(.enabled(if: Nginx.isInstalled, "\(Nginx.absence)"))
    func cachedFileIsDownloadedOnce() async throws {
        try await withDirectory { root in
            let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
            try content.write(to: root.appendingPathComponent("file"))
            let log = root.appendingPathComponent("access.log")
            let cache = root.appendingPathComponent("cache").path
            let output = root.appendingPathComponent("copy")
            let directives = "access_log \(log.path); add_header Cache-Control max-age=3600;"
            try await Nginx.withServer(serving: root, directives: directives) { nginx in
                try await CuttingProxy.withProxy(to: nginx.socketPath, cuts: []) { proxy in
                    let url = proxy.baseURL.appendingPathComponent("file").absoluteString
                    for _ in 0..<2 {
                        let arguments = ["download", url, "--output", output.path, "--force", "--cache", cache]
                        let outcome = try await ChildProcess.run(Executable.url, arguments)
                        #expect(outcome.isSuccess, "\(outcome.errorText)")
                        #expect(try Data(contentsOf: output) == content)
                    }
                    let list = try await ChildProcess.run(Executable.url, ["cache", cache])
                    #expect(list.text.contains("1 response\n"))
                    #expect(list.text.contains("300000"))
                    #expect(list.text.contains(url))
                }
            }
            #expect(try String(contentsOf: log, encoding: .utf8).split(separator: "\n").count == 1)

            let check = try await ChildProcess.run(Executable.url, ["cache", cache, "--check"])
            #expect(check.isSuccess)
            #expect(check.text == "1 response in order. Damaged and removed: 0.\n")
            let other = try await ChildProcess.run(
                Executable.url,
                ["cache", cache, "--clear", "--host", "example.com"]
            )
            #expect(other.text == "Removed 0 responses.\n")
            let clear = try await ChildProcess.run(Executable.url, ["cache", cache, "--clear"])
            #expect(clear.text == "Removed 1 response.\n")
        }
    }

    @Test func folderWithoutACacheIsRefused() async throws {
        try await withDirectory { root in
            let outcome = try await ChildProcess.run(Executable.url, ["cache", root.path])
            #expect(!outcome.isSuccess)
            #expect(outcome.errorText.contains("is not the folder of a cache"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: root.path).isEmpty)
        }
    }
}
#endif
