#if os(macOS) || os(Linux)
package import Foundation
import NIOCore
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An nginx that serves a directory, to those who connect to its Unix socket: that needs no port which might be taken.
package struct Nginx: Sendable {
    private static let program = "/usr/sbin/nginx"

    /// Whether there is one on this machine.
    package static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// Why a test is skipped that needs one.
    package static let absence = "needs nginx: apt-get install nginx-light"

    /// Where it listens.
    package let socketPath: String

    /// Runs a server for the duration of `body`.
    ///
    /// - Parameters:
    ///   - root: The directory that it serves.
    ///   - listening: Options of the directive `listen`, such as "ssl".
    ///   - directives: Further directives of the server.
    ///   - body: Uses the server, which is stopped when it returns or throws.
    package static func withServer<Result: Sendable>(
        serving root: URL,
        listening: String = "",
        directives: String = "",
        body: (Nginx) async throws -> Result
    ) async throws -> Result {
        // Short, since the path of a socket has little room.
        let directory = URL(fileURLWithPath: "/tmp/nginx-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.path
        let configuration = """
            daemon off; master_process off; pid \(path)/pid; error_log \(path)/log;
            events { worker_connections 256; }
            http {
                access_log off;
                client_body_temp_path \(path)/1; proxy_temp_path \(path)/2; fastcgi_temp_path \(path)/3;
                uwsgi_temp_path \(path)/4; scgi_temp_path \(path)/5;
                server { listen unix:\(path)/socket \(listening); root \(root.path); \(directives) }
            }
            """
        let file = directory.appendingPathComponent("conf")
        try Data(configuration.utf8).write(to: file)
        let arguments = ["-p", path, "-e", "\(path)/log", "-c", file.path]
        return try await ChildProcess.withProcess(URL(fileURLWithPath: program), arguments) { process in
            let nginx = Nginx(socketPath: "\(path)/socket")
            guard await nginx.isListening(while: { process.isRunning }) else {
                throw NginxFailure(log: (try? String(contentsOfFile: "\(path)/log", encoding: .utf8)) ?? "")
            }
            let result = try await body(nginx)
            // It ends in order, with its access log written.
            process.send(SIGTERM)
            await process.end()
            return result
        }
    }

    /// Waits until it can be connected to; false if its process ends before.
    private func isListening(while isRunning: () -> Bool) async -> Bool {
        while isRunning(), !Task.isCancelled {
            let bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            if let channel = try? await bootstrap.connect(unixDomainSocketPath: socketPath).get() {
                try? await channel.close()
                return true
            }
            // There is nothing that would tell.
            try? await Task.sleep(for: .milliseconds(5))
        }
        return false
    }
}

/// An nginx that doesn't start.
package struct NginxFailure: Error {
    /// What it said.
    package let log: String
}
#endif
