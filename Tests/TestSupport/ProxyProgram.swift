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

/// A proxy of Debian's: tinyproxy for HTTP, or microsocks for SOCKS 5.
package struct ProxyProgram: Sendable {
    package enum Kind: String, Sendable {
        case tinyproxy
        case microsocks

        fileprivate var program: String { "/usr/bin/\(rawValue)" }

        /// Whether the program is on this machine.
        package var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }
    }

    /// The reason for skipping a test that needs the programs.
    package static let absence: String = "needs proxies: apt-get install tinyproxy-bin microsocks"

    /// Whether both programs are on this machine.
    package static var areInstalled: Bool { Kind.tinyproxy.isInstalled && Kind.microsocks.isInstalled }

    /// The address that the proxy listens on.
    package let host: String
    package let port: Int
    private let log: URL

    /// The servers to which tinyproxy has opened tunnels, such as `127.0.0.1:8080`.
    package var tunnels: [String] {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let parts = line.components(separatedBy: "): CONNECT ")
            return parts.count == 2 ? parts[1].split(separator: " ").first.map(String.init) : nil
        }
    }

    /// Runs a proxy for the duration of `body`.
    ///
    /// - Parameters:
    ///   - host: The address to listen on.
    ///   - user: The only user of the proxy, with the password `secret`; nil for no check.
    ///   - body: Uses the proxy.
    package static func withProxy<Result: Sendable>(
        _ kind: Kind,
        host: String = "127.0.0.1",
        user: String? = nil,
        body: (ProxyProgram) async throws -> Result
    ) async throws -> Result {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("proxy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        // Another process can take the port first.
        for _ in 1...20 {
            let proxy = ProxyProgram(
                host: host,
                port: try await freePort(on: host),
                log: directory.appendingPathComponent("log")
            )
            let arguments = try proxy.arguments(kind, user: user, directory)
            let outcome: Result? = try await ChildProcess.withProcess(URL(fileURLWithPath: kind.program), arguments) {
                guard await proxy.isListening(in: $0) else { return nil }
                return try await body(proxy)
            }
            if let outcome { return outcome }
        }
        throw ProxyFailure(program: kind.rawValue)
    }

    private func arguments(_ kind: Kind, user: String?, _ directory: URL) throws -> [String] {
        switch kind {
        case .tinyproxy:
            let file = directory.appendingPathComponent("conf")
            let check = user.map { "BasicAuth \($0) secret\n" } ?? ""
            let text =
                "Port \(port)\nListen \(host)\nTimeout 600\nLogFile \"\(log.path)\"\nLogLevel Connect\n\(check)"
            try Data(text.utf8).write(to: file)
            return ["-d", "-c", file.path]
        case .microsocks:
            return ["-i", host, "-p", "\(port)"] + (user.map { ["-u", $0, "-P", "secret"] } ?? [])
        }
    }

    private static func freePort(on host: String) async throws -> Int {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: host, port: 0).get()
        let port = channel.localAddress?.port ?? 0
        try await channel.close()
        return port
    }

    private func isListening(in process: ChildProcess) async -> Bool {
        while process.isRunning, !Task.isCancelled {
            let bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            if let channel = try? await bootstrap.connect(host: host, port: port).get() {
                try? await channel.close()
                return process.isRunning
            }
            // No event tells that the proxy listens.
            try? await Task.sleep(for: .milliseconds(5))
        }
        return false
    }
}

/// A proxy that doesn't start.
package struct ProxyFailure: Error {
    package let program: String
}
#endif
