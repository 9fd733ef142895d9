#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression
public import TalynCore

extension BodyCompression {
    /// Gzip (RFC 1952), for bodies of a kilobyte or more.
    public static var gzip: BodyCompression { gzip() }

    /// Gzip (RFC 1952), for bodies of a minimum size in bytes.
    public static func gzip(minimumSize: Int = 1_024) -> BodyCompression {
        BodyCompression(contentCoding: "gzip", minimumSize: minimumSize, compress: packed)
    }

    /// Compresses data; nil on failure.
    @Sendable private static func packed(_ data: Data) -> Data? {
        // NIO offers its compressor as a channel handler only.
        let channel = EmbeddedChannel(handler: NIOHTTPRequestCompressor(encoding: .gzip))
        defer { _ = try? channel.finish() }
        let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: data))), promise: nil)
        channel.write(HTTPClientRequestPart.end(nil), promise: nil)
        channel.flush()
        while let part = try? channel.readOutbound(as: HTTPClientRequestPart.self) {
            if case .body(.byteBuffer(let buffer)) = part { return buffer.withUnsafeReadableBytes { Data($0) } }
        }
        return nil
    }
}
#endif
