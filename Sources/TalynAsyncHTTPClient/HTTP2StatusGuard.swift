#if AsyncHTTPClient && os(Linux)
import NIOCore
import NIOHTTP2

/// Fails responses with an invalid status at the start of each HTTP/2 stream.
///
/// The next handlers trap on a status that is empty, negative or below 100, and on a response after status 101. They wait for more after
/// an interim response that ends the stream.
final class HTTP2StatusGuard: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload

    private var hasFailed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        if case .headers(let frame) = unwrapInboundIn(data),
            let status = frame.headers.first(where: { $0.name == ":status" })?.value,
            !Self.isStatus(status) || status == "101" || frame.endStream && status.hasPrefix("1")
        {
            hasFailed = true
            context.fireErrorCaught(InvalidStatus())
        } else {
            context.fireChannelRead(data)
        }
    }

    /// Whether the text is a status from `100` to `999` (RFC 9113, section 8.3.2). HTTP/2 has no status 101 (section 8.6), and an interim
    /// response doesn't end a stream (section 8.1).
    static func isStatus(_ text: String) -> Bool {
        let digits = text.utf8
        return digits.count == 3 && digits.allSatisfy { 0x30...0x39 ~= $0 } && digits.first != 0x30
    }
}
#endif
