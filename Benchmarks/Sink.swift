#if Tools
import Foundation
import NIOCore
import NIOPosix

/// A server in a process of its own that reads what is sent to it, forgets it, and answers: nginx would put it on the
/// disk.
struct Sink {
    let url: String

    /// Runs a server for the duration of `body`.
    static func withServer(body: (Sink) async throws -> Void) async throws {
        try await Child.withServer("--sink") { port in try await body(Sink(url: "http://127.0.0.1:\(port)/")) }
    }

    /// Serves until the process is ended.
    static func run() async throws {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 1 << 18))
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Handler()) }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        print(channel.localAddress?.port ?? 0)
        fflush(nil)
        try await channel.closeFuture.get()
    }

    /// Knows requests with a Content-Length only.
    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private var head = ByteBuffer()
        /// How many bytes of the body are missing; nil while its head is.
        private var rest: Int?

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var buffer = unwrapInboundIn(data)
            if rest == nil {
                head.writeBuffer(&buffer)
                let text = String(buffer: head)
                guard let end = text.range(of: "\r\n\r\n") else { return }
                // A server that never answers.
                if text.hasPrefix("GET /silent ") { return }
                let length = text.range(of: "content-length: ", options: .caseInsensitive)
                    .flatMap { Int(text[$0.upperBound...].prefix { $0.isWholeNumber }) }
                rest = (length ?? 0) - text[end.upperBound...].utf8.count
                head.clear()
            } else {
                rest? -= buffer.readableBytes
            }
            guard rest == 0 else { return }
            rest = nil
            let answer = ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
        }
    }
}
#endif
