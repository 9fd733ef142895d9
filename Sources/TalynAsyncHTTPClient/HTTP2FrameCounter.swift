#if AsyncHTTPClient && os(Linux)
import NIOCore
import NIOHTTP2

/// Retires an HTTP/2 connection whose server resets many streams, before SwiftNIO fails it with all its exchanges.
///
/// swift-nio-http2 1.46 closes a connection at the 201st reset within 30 seconds, and at the 201st control frame such as `PING`.
/// AsyncHTTPClient has no setting for that. A server may reset the stream of each request whose content it doesn't read (RFC 9113,
/// section 8.1), as nginx and servers of Go do. swift-nio-http2 doesn't report the resets of streams that have ended. So this
/// handler reads the headers of the frames.
final class HTTP2FrameCounter: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The resets after which the connection is retired. The exchanges under way can add as many as there are streams.
    private static let maximumResets = 50
    private static let maximumControlFrames = 150
    private static let window = TimeAmount.seconds(30)

    /// The bytes of a frame's header that have arrived (RFC 9113, section 4.1).
    private var header: [UInt8] = []
    /// The bytes of a frame's payload that haven't.
    private var payload = 0
    private var resets = 0
    private var controlFrames = 0
    private var windowEnd = NIODeadline.uptimeNanoseconds(0)
    /// Whether the handler no longer counts: the connection is retired, or the bytes make no frames.
    private var isDone = false
    /// Whether SwiftNIO has sent a GOAWAY frame with an error: the connection can't be used any more (RFC 9113, section 5.4.1).
    private(set) var hasSentFailure = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isDone { read(unwrapInboundIn(data).readableBytesView, context) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if !hasSentFailure, case .byteBuffer(let frame) = unwrapOutboundIn(data) {
            hasSentFailure = Self.isFailure(frame)
        }
        context.write(data, promise: promise)
    }

    /// Whether the bytes are a GOAWAY frame with an error code (RFC 9113, section 6.8).
    private static func isFailure(_ frame: ByteBuffer) -> Bool {
        let start = frame.readerIndex
        guard frame.readableBytes == 17, frame.getInteger(at: start, as: UInt32.self) == 0x0000_0807,
            frame.getInteger(at: start + 4, as: UInt8.self) == 0,
            frame.getInteger(at: start + 5, as: UInt32.self) == 0
        else { return false }
        return frame.getInteger(at: start + 13, as: UInt32.self) != 0
    }

    private func read(_ bytes: ByteBufferView, _ context: ChannelHandlerContext) {
        var bytes = bytes
        while !bytes.isEmpty {
            let skipped = min(payload, bytes.count)
            payload -= skipped
            bytes = bytes.dropFirst(skipped)
            let added = bytes.prefix(9 - header.count)
            header += added
            bytes = bytes.dropFirst(added.count)
            guard header.count == 9 else { return }
            payload = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
            let type = header[3]
            header.removeAll(keepingCapacity: true)
            // AsyncHTTPClient adds this handler after the first frame. Should it start within another one, it can't count.
            guard payload <= 1 << 14 else { return isDone = true }
            count(type, context)
        }
    }

    private func count(_ type: UInt8, _ context: ChannelHandlerContext) {
        let isReset = type == 3
        // PRIORITY, SETTINGS, PING, ALTSVC and ORIGIN.
        guard isReset || [2, 4, 6, 10, 12].contains(type) else { return }
        let now = context.eventLoop.now
        if now > windowEnd { (resets, controlFrames, windowEnd) = (0, 0, now + Self.window) }
        if isReset { resets += 1 } else { controlFrames += 1 }
        guard resets == Self.maximumResets || controlFrames == Self.maximumControlFrames else { return }
        isDone = true
        context.eventLoop.assumeIsolated().execute { self.retire(context) }
    }

    /// Tells the handlers after SwiftNIO's that the connection takes no further request, as a GOAWAY of the server does.
    func retire(_ context: ChannelHandlerContext) {
        let frame = HTTP2Frame(
            streamID: .rootStream,
            payload: .goAway(lastStreamID: .maxID, errorCode: .noError, opaqueData: nil)
        )
        try? context.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self).fireChannelRead(NIOAny(frame))
    }
}
#endif
