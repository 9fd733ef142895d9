#if Tools
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A server of WebSockets in a process of its own. It sends each frame back.
enum EchoServer {
    /// Runs a server for the duration of `body`, which gets its port.
    static func withServer(body: (Int) async throws -> Sample) async throws -> Sample {
        try await Child.withServer("--echo", body: body)
    }

    /// Serves until the process is ended.
    static func run() async throws {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 1_024)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                let upgrader = NIOWebSocketServerUpgrader(maxFrameSize: 1 << 24) { channel, _ in
                    channel.eventLoop.makeSucceededFuture([:])
                } upgradePipelineHandler: { channel, _ in
                    channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Handler()) }
                }
                return channel.pipeline.configureHTTPServerPipeline(
                    withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in })
                )
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        print(channel.localAddress?.port ?? 0)
        fflush(nil)
        try await channel.closeFuture.get()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        typealias OutboundOut = WebSocketFrame

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = unwrapInboundIn(data)
            let opcode = frame.opcode == .ping ? .pong : frame.opcode
            let answer = WebSocketFrame(fin: frame.fin, opcode: opcode, data: frame.unmaskedData)
            context.write(wrapOutboundOut(answer), promise: nil)
            if opcode == .connectionClose { context.close(promise: nil) }
        }

        func channelReadComplete(context: ChannelHandlerContext) {
            context.flush()
        }
    }
}
#endif
