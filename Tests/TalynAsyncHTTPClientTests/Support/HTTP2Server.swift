#if AsyncHTTPClient && os(Linux)
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import TestSupport
import _TalynSupport

@testable import TalynCore

/// A server on loopback that speaks just enough HTTP/2 to answer with any text as the status.
enum HTTP2Server {
    /// A status by which the server resets the stream.
    static let reset = "reset"

    /// A status by which the server ends the connection, without processing the stream.
    static let goAway = "go away"

    /// Runs a server for the duration of `body`.
    ///
    /// - Parameter statuses: The statuses of the responses, in order.
    static func withServer(answering statuses: [String], _ body: (URL) async throws -> Void) async throws {
        let tls = try TLSIdentity.localhost.context(protocols: ["h2"])
        let rest = Locked(statuses[...])
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                    try channel.pipeline.syncOperations.addHandler(HTTP2Answers { rest.withLock { $0.popFirst() } })
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        do {
            try await body(URL(string: "https://127.0.0.1:\(listener.localAddress?.port ?? 0)")!)
        } catch {
            try? await listener.close()
            throw error
        }
        try await listener.close()
    }
}

/// Answers each HEADERS frame (RFC 9113, section 6.2) with one of its own that has the next status and ends the stream.
private final class HTTP2Answers: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let nextStatus: () -> String?
    private var received = ByteBuffer()
    private var hasPreface = false

    init(nextStatus: @escaping () -> String?) {
        self.nextStatus = nextStatus
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        received.writeBuffer(&part)
        if !hasPreface {
            guard received.readSlice(length: 24) != nil else { return }
            hasPreface = true
            send(type: 4, flags: 0, stream: 0, [], context)
        }
        while let (type, flags, stream, _) = readFrame() {
            if type == 4, flags & 1 == 0 { send(type: 4, flags: 1, stream: 0, [], context) }
            guard type == 1, let status = nextStatus() else { continue }
            if status == HTTP2Server.reset {
                // CANCEL (RFC 9113, section 7).
                send(type: 3, flags: 0, stream: stream, [0, 0, 0, 8], context)
                continue
            }
            if status == HTTP2Server.goAway {
                // The last stream is the one before (RFC 9113, section 6.8).
                let last = stream > 2 ? stream - 2 : 0
                let number = (0..<4).map { UInt8(truncatingIfNeeded: last >> (24 - 8 * $0)) }
                send(type: 7, flags: 0, stream: 0, number + [0, 0, 0, 0], context)
                continue
            }
            // A literal field without indexing, whose name is that of the static table's 8th entry (RFC 7541, section 6.2.2).
            let block = [0x08, UInt8(status.utf8.count)] + Array(status.utf8)
            send(type: 1, flags: 5, stream: stream, block, context)
        }
    }

    private func readFrame() -> (type: UInt8, flags: UInt8, stream: UInt32, payload: ByteBuffer)? {
        guard let head = received.getBytes(at: received.readerIndex, length: 9) else { return nil }
        let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
        guard received.readableBytes >= 9 + length else { return nil }
        received.moveReaderIndex(forwardBy: 9)
        let stream = head[5...].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        return received.readSlice(length: length).map { (head[3], head[4], stream, $0) }
    }

    private func send(type: UInt8, flags: UInt8, stream: UInt32, _ payload: [UInt8], _ context: ChannelHandlerContext) {
        var frame = ByteBuffer()
        frame.writeBytes([0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), type, flags])
        frame.writeInteger(stream)
        frame.writeBytes(payload)
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }
}
#endif
