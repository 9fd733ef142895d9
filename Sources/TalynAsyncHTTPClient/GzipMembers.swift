#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// Lets AsyncHTTPClient decompress a gzip body of several members (RFC 1952, section 2.2).
///
/// Its decompressor ends with the first member, and takes the next one for trailing garbage. So each member gets a new one: one handler
/// before the decompressor looks for the first bytes of members, and sends the head of the response once more where a member
/// begins. One handler after the decompressor keeps that head from AsyncHTTPClient.
struct GzipMembers {
    /// The largest decompressed body in bytes; nil for none. The decompressor counts for each member anew.
    private let sizeLimit: Int?

    /// Creates the handlers' options; nil if responses aren't decompressed, or by an unknown limit.
    init?(_ decompression: HTTPClient.Decompression) {
        guard case .enabled(let limit) = decompression,
            // NIO has no other way to read a limit.
            let kind = Mirror(reflecting: limit).children.first?.value
        else { return nil }
        switch Mirror(reflecting: kind).children.first {
        case nil where "\(kind)" == "none": sizeLimit = nil
        case (let name?, _)? where name == "ratio": sizeLimit = nil
        case (let name?, let size as Int)? where name == "size": sizeLimit = size
        default: return nil
        }
    }

    /// Adds the handlers to a pipeline, for the response that arrives and for those after it.
    ///
    /// - Parameter handler: The handler of the context, which is before the decompressor.
    func follow(_ context: ChannelHandlerContext, after handler: some ChannelHandler) {
        let pipeline = context.pipeline.syncOperations
        guard let decompressor = try? pipeline.handler(type: NIOHTTPResponseDecompressor.self) else { return }
        let link = GzipMemberLink(sizeLimit: sizeLimit)
        // Without both handlers, a second member stays an error.
        guard (try? pipeline.addHandler(GzipMemberJoiner(link), position: .after(decompressor))) != nil else { return }
        try? pipeline.addHandler(GzipMemberSplitter(link), position: .after(handler))
    }
}

/// The state that the two handlers of a pipeline share.
private final class GzipMemberLink {
    let sizeLimit: Int?
    /// Whether the head on its way is the one that starts a member.
    var isStartingMember = false
    /// Whether content is on its way through the decompressor.
    var isFeeding = false
    /// The number of parts that came out of it since then.
    var parts = 0
    /// Whether the decompressor didn't take all of the content, since its member has ended.
    var hasRest = false
    /// The number of bytes of the body that came out.
    var length = 0

    init(sizeLimit: Int?) {
        self.sizeLimit = sizeLimit
    }
}

/// Cuts a gzip body where a member may begin.
private final class GzipMemberSplitter: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private let link: GzipMemberLink
    /// The head of a response with gzip; nil for another one, and after a failure.
    private var head: HTTPResponseHead?
    /// The last bytes of the content so far, if a member may begin with them.
    private var held = ByteBuffer()

    init(_ link: GzipMemberLink) {
        self.link = link
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            // The connection guard has written the name in this way.
            self.head = head.headers.first(name: "Content-Encoding") == "gzip" ? head : nil
            held.clear()
            link.length = 0
            context.fireChannelRead(data)
        case .body(var content):
            guard let head else { return context.fireChannelRead(data) }
            if held.readableBytes > 0 {
                held.writeBuffer(&content)
                content = held
                held = ByteBuffer()
            }
            let (starts, heldCount) = content.withUnsafeReadableBytes { Self.starts(in: $0) }
            var offset = 0
            for end in starts + [content.readableBytes - heldCount] where end > offset {
                if let piece = content.readSlice(length: end - offset) { feed(piece, head, context) }
                offset = end
            }
            held = content
        case .end:
            if let head, held.readableBytes > 0 { feed(held, head, context) }
            head = nil
            held = ByteBuffer()
            context.fireChannelRead(data)
        }
    }

    /// Passes content to the decompressor: to a new one if the member before has ended.
    private func feed(_ piece: ByteBuffer, _ head: HTTPResponseHead, _ context: ChannelHandlerContext) {
        // A failure before has closed the connection.
        guard self.head != nil else { return }
        pass(piece, context)
        if link.hasRest, link.parts == 0, piece.withUnsafeReadableBytes({ Self.starts(in: $0).starts.first }) == 0 {
            link.isStartingMember = true
            context.fireChannelRead(wrapInboundOut(.head(head)))
            link.isStartingMember = false
            pass(piece, context)
        }
        let isTooLong = link.sizeLimit.map { link.length > $0 } ?? false
        if link.hasRest {
            fail(NIOHTTPDecompression.ExtraDecompressionError.invalidTrailingData, context)
        } else if isTooLong {
            fail(NIOHTTPDecompression.DecompressionError.limit, context)
        }
    }

    private func pass(_ piece: ByteBuffer, _ context: ChannelHandlerContext) {
        link.parts = 0
        link.hasRest = false
        link.isFeeding = true
        context.fireChannelRead(wrapInboundOut(.body(piece)))
        link.isFeeding = false
    }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        head = nil
        context.fireErrorCaught(error)
    }

    /// The places of the three bytes that begin a member (RFC 1952, section 2.3.1), and the number of last bytes that may begin one.
    ///
    /// Compressed content can have these bytes elsewhere. The decompressor then continues with its member.
    private static func starts(in bytes: UnsafeRawBufferPointer) -> (starts: [Int], held: Int) {
        var starts: [Int] = []
        var index = 2
        // The third byte tells how far the next start is.
        while index < bytes.count {
            switch bytes[index] {
            case 0x08:
                if bytes[index - 1] == 0x8B, bytes[index - 2] == 0x1F { starts.append(index - 2) }
                index += 3
            case 0x8B: index += 1
            case 0x1F: index += 2
            default: index += 3
            }
        }
        let end = bytes.suffix(2)
        return (starts, end.last == 0x1F ? 1 : end.elementsEqual([0x1F, 0x8B]) ? 2 : 0)
    }
}

/// Keeps the head that starts a member from AsyncHTTPClient, and the error for bytes after a member.
private final class GzipMemberJoiner: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private let link: GzipMemberLink

    init(_ link: GzipMemberLink) {
        self.link = link
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head where link.isStartingMember: return
        case .body(let part):
            link.parts += 1
            link.length += part.readableBytes
        default: break
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if link.isFeeding, error as? NIOHTTPDecompression.ExtraDecompressionError == .invalidTrailingData {
            link.hasRest = true
        } else {
            context.fireErrorCaught(error)
        }
    }
}
#endif
