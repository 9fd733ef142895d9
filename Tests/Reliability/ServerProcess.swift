#if Tools && os(Linux)
import Foundation
import NIOCore
import NIOPosix
import TestSupport

/// A server in a process of its own, so that its memory and descriptors don't count.
enum ServerProcess {
    private struct NoPort: Error {}

    /// Runs a subcommand of this program that calls ``serve(_:)``, for the duration of `body`.
    static func run(_ subcommand: String, body: (_ url: URL) async throws -> Void) async throws {
        let program = URL(fileURLWithPath: CommandLine.arguments[0])
        try await ChildProcess.withProcess(program, [subcommand]) { process in
            guard let port = await process.firstLine(), let url = URL(string: "http://127.0.0.1:\(port)") else {
                throw NoPort()
            }
            try await body(url)
        }
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
