#if Tools && os(Linux)
import ArgumentParser
import Foundation
import NIOCore

/// A server that sends as many bytes as the path of a request says, and counts those it gets. The transfer runs it in a
/// process of its own.
struct TransferServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "transfer-server", shouldDisplay: false)

    func run() async throws {
        try await ServerProcess.serve { Handler() }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private static let chunk = ByteBuffer(repeating: 0, count: 262_144)

        private var head = ByteBuffer()
        /// The length of the body that is being received, and the number of its bytes that are missing.
        private var upload: (length: Int, missing: Int)?
        /// The number of bytes that are still to be sent.
        private var remaining = 0

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var buffer = unwrapInboundIn(data)
            if upload == nil {
                head.writeBuffer(&buffer)
                let text = String(buffer: head)
                guard let end = text.range(of: "\r\n\r\n") else { return }
                head.clear()
                if text.hasPrefix("GET ") { return send(to: text, context) }
                let length =
                    text.range(of: "content-length: ", options: .caseInsensitive)
                    .flatMap { Int(text[$0.upperBound...].prefix { $0.isWholeNumber }) } ?? 0
                upload = (length, length - text[end.upperBound...].utf8.count)
            } else {
                upload?.missing -= buffer.readableBytes
            }
            guard let upload, upload.missing <= 0 else { return }
            self.upload = nil
            let body = "\(upload.length - upload.missing)"
            let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        }

        func channelWritabilityChanged(context: ChannelHandlerContext) {
            sendMore(context)
        }

        private func send(to text: String, _ context: ChannelHandlerContext) {
            remaining = text.split(separator: " ").dropFirst().first.flatMap { Int($0.dropFirst()) } ?? 0
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(remaining)\r\n\r\n"
            context.write(wrapOutboundOut(ByteBuffer(string: head)), promise: nil)
            sendMore(context)
        }

        private func sendMore(_ context: ChannelHandlerContext) {
            while remaining > 0, context.channel.isWritable {
                let count = min(remaining, Self.chunk.readableBytes)
                remaining -= count
                let chunk = Self.chunk.getSlice(at: 0, length: count) ?? ByteBuffer()
                context.writeAndFlush(wrapOutboundOut(chunk), promise: nil)
            }
        }
    }
}
#endif
