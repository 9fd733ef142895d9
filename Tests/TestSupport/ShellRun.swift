#if os(macOS) || os(Linux)
package import Foundation

/// Runs commands with the POSIX shell.
package enum ShellRun {
    /// Where curl is, if it is installed.
    package static let curl = ["/usr/bin/curl", "/usr/local/bin/curl", "/bin/curl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The exit status of the command.
    ///
    /// It is handed over in a file: it may be too long for an argument, and pipes are inherited by whatever other process
    /// starts at the same time.
    package static func run(_ command: String) async throws -> Int32 {
        let script = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sh")
        try Data((command + "\n").utf8).write(to: script)
        defer { try? FileManager.default.removeItem(at: script) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [script.path]
        // Without the configuration and the proxy of the user.
        process.environment = ["PATH": "/usr/bin:/bin:/usr/local/bin", "HOME": "/nonexistent", "no_proxy": "*"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
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
