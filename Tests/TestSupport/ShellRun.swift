#if os(macOS) || os(Linux)
package import Foundation

/// Runs commands with the POSIX shell.
package enum ShellRun {
    /// Where curl is, if it is installed.
    package static let curl = ["/usr/bin/curl", "/usr/local/bin/curl", "/bin/curl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The exit status of the command, which may be too long for an argument.
    package static func run(_ command: String) async throws -> Int32? {
        let directory = try TemporaryDirectory()
        let script = try directory.file("script", Data((command + "\n").utf8))
        // Without the configuration and the proxy of the user.
        let variables = ["PATH=/usr/bin:/bin:/usr/local/bin", "HOME=/nonexistent", "no_proxy=*"]
        let arguments = ["-i"] + variables + ["/bin/sh", script.path]
        return try await ChildProcess.run(URL(fileURLWithPath: "/usr/bin/env"), arguments).status
    }

    /// What gzip makes of a file, or nil if it finds it broken.
    package static func unpacked(_ data: Data) async throws -> Data? {
        let directory = try TemporaryDirectory()
        let packed = try directory.file("a.gz", data)
        guard try await run("gzip -d '\(packed.path)'") == 0 else { return nil }
        return try Data(contentsOf: directory.url.appendingPathComponent("a"))
    }
}
#endif
