import Foundation
import NIOCore

/// Hands the bytes that come in on a connection to a stream, which ends with the connection.
final class InboundBytes: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let onActive: @Sendable (_ channel: any Channel, _ inbound: AsyncStream<[UInt8]>) -> Void
    private let inbound: AsyncStream<[UInt8]>
    private let continuation: AsyncStream<[UInt8]>.Continuation

    /// Creates a handler that calls `onActive` when the connection is ready to be read, which it is not before.
    init(onActive: @escaping @Sendable (_ channel: any Channel, _ inbound: AsyncStream<[UInt8]>) -> Void) {
        self.onActive = onActive
        (inbound, continuation) = AsyncStream.makeStream()
    }

    func channelActive(context: ChannelHandlerContext) {
        onActive(context.channel, inbound)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        continuation.yield(Array(unwrapInboundIn(data).readableBytesView))
    }

    func channelInactive(context: ChannelHandlerContext) {
        continuation.finish()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
