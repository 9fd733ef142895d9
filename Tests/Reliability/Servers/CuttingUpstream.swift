#if Tools && os(Linux)
import Foundation
import NIOCore
import NIOPosix

/// An upstream whose responses end in the middle of their body.
enum CuttingUpstream {
    /// Runs it for the duration of `body`, which gets its port.
    static func run<Result: Sendable>(_ body: (Int) async throws -> Result) async throws -> Result {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 1024)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Handler()) }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        do {
            let result = try await body(channel.localAddress?.port ?? 0)
            try await channel.close()
            return result
        } catch {
            try? await channel.close()
            throw error
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private var received = ""

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += String(buffer: unwrapInboundIn(data))
            guard let end = received.range(of: "\r\n\r\n") else { return }
            let length =
                received.range(of: "content-length: ", options: .caseInsensitive)
                .flatMap { Int(received[$0.upperBound...].prefix { $0.isWholeNumber }) } ?? 0
            guard received[end.upperBound...].utf8.count >= length else { return }
            received = ""
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n\r\n"
            let text = head + String(repeating: "x", count: 1_000)
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
            // A proxy that gets the end together with the head answers 502.
            context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(20)) { context.close(promise: nil) }
        }
    }
}
#endif
