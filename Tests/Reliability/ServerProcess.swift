#if Tools && os(Linux)
import Foundation
import NIOCore
import NIOPosix

/// A server in a process of its own, so that its memory and descriptors don't count.
struct ServerProcess {
    let url: URL
    private let process: Process

    private struct NoPort: Error {}

    /// Starts a subcommand of this program that calls ``serve(_:)``.
    static func start(_ subcommand: String) throws -> ServerProcess {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [subcommand]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)),
            let url = URL(string: "http://127.0.0.1:\(port)")
        else { throw NoPort() }
        return ServerProcess(url: url, process: process)
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    /// Serves until the process is ended.
    ///
    /// - Parameter handler: Makes the handler of a connection.
    static func serve(_ handler: @escaping @Sendable () -> some ChannelInboundHandler) async throws {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 1024)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler()) }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        print(channel.localAddress?.port ?? 0)
        fflush(nil)
        try await channel.closeFuture.get()
    }
}
#endif
