#if os(macOS) || os(Linux)
import Foundation
import NIOCore
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A redis-server of the test on a free port of the loopback interface. It keeps nothing on disk.
package struct RedisServer: Sendable {
    private static let program = [
        "/usr/bin/valkey-server", "/usr/bin/redis-server", "/opt/homebrew/bin/valkey-server",
        "/opt/homebrew/bin/redis-server",
    ].first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Whether tests with a server run: with `TALYN_REQUIRE_SERVERS`, a missing server fails them.
    package static let isAvailable =
        program != nil || ProcessInfo.processInfo.environment["TALYN_REQUIRE_SERVERS"] != nil

    /// The reason for which a test is skipped.
    package static let absence = "needs redis-server: apt-get install redis-server"

    package struct Missing: Error {}
    package struct DidNotStart: Error {
        let output: String
    }

    package let port: Int
    private let process: ChildProcess

    /// Runs a server for the duration of `body`.
    ///
    /// - Parameters:
    ///   - options: Further options, such as `["--maxmemory", "4mb"]`.
    ///   - port: The port of a server that ended, to start it again; nil for a free one.
    package static func withServer<Value: Sendable>(
        _ options: [String] = [],
        port fixedPort: Int? = nil,
        body: (RedisServer) async throws -> Value
    ) async throws -> Value {
        guard let program else { throw Missing() }
        // Another process can take a port that was free a moment before.
        for attempt in 1... {
            let port: Int = if let fixedPort { fixedPort } else { try await freePort() }
            let folder = FileManager.default.temporaryDirectory.appending(path: "redis-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let arguments =
                ["--port", "\(port)", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder.path]
                + options
            let value = try await ChildProcess.withProcess(URL(filePath: program), arguments) { process -> Value? in
                guard await process.line(containing: "Ready to accept connections") != nil else {
                    guard attempt < 5 else { throw DidNotStart(output: process.current.text) }
                    return nil
                }
                return try await body(RedisServer(port: port, process: process))
            }
            if let value { return value }
        }
        throw Missing()
    }

    /// A port that was free a moment before.
    package static func freePort() async throws -> Int {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = channel.localAddress?.port ?? 0
        try await channel.close()
        return port
    }

    /// Stops the process as a hanging host would.
    package func pause() { process.send(SIGSTOP) }

    package func resume() { process.send(SIGCONT) }

    /// Kills the process, and waits for its end.
    package func kill() async {
        process.send(SIGKILL)
        await process.end()
    }
}
#endif
