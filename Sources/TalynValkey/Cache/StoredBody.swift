#if Valkey
import _TalynFoundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// The body of a response as it is stored: a byte with its form, then its bytes. Other versions can have other forms.
enum StoredBody {
    private enum Form: UInt8 {
        case plain = 1
        case gzip = 2
    }

    /// The smallest body in bytes that is compressed.
    static let minimumSize = 1_024

    /// The stored bytes of a body. It is compressed if that makes it smaller.
    ///
    /// - Parameter isCoded: Whether the body has a content coding, as a body that the server compressed.
    static func data(of body: Data, isCoded: Bool) -> Data {
        if !isCoded, body.count >= minimumSize, let packed = packed(body), packed.count < body.count {
            return Data([Form.gzip.rawValue]) + packed
        }
        return Data([Form.plain.rawValue]) + body
    }

    /// Reads stored bytes; nil if they are damaged, have another length or are too large, or if another version wrote them.
    ///
    /// - Parameters:
    ///   - length: The length of the body.
    ///   - limit: The largest body in bytes. No more is decompressed.
    static func body(in data: Data, length: Int64, upTo limit: Int) -> Data? {
        guard let form = data.first.flatMap({ Form(rawValue: $0) }), let length = Int(exactly: length),
            0...max(limit, 0) ~= length
        else { return nil }
        let bytes = data.dropFirst()
        let body =
            switch form {
            case .plain: Data(bytes)
            case .gzip: unpacked(bytes, length: length)
            }
        return body?.count == length ? body : nil
    }

    // NIO offers its compression as handlers of channels only.

    private static func packed(_ body: Data) -> Data? {
        let channel = EmbeddedChannel(handler: NIOHTTPRequestCompressor(encoding: .gzip))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        channel.write(
            HTTPClientRequestPart.head(HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")),
            promise: nil
        )
        channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil)
        channel.write(HTTPClientRequestPart.end(nil), promise: nil)
        channel.flush()
        var packed = Data()
        while let part = try? channel.readOutbound(as: HTTPClientRequestPart.self) {
            if case .body(.byteBuffer(let buffer)) = part { packed += Data(buffer.readableBytesView) }
        }
        return packed.isEmpty ? nil : packed
    }

    private static func unpacked(_ data: Data, length: Int) -> Data? {
        let channel = EmbeddedChannel(handler: NIOHTTPResponseDecompressor(limit: .size(length)))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Encoding": "gzip"])
        do {
            try channel.writeInbound(HTTPClientResponsePart.head(head))
            try channel.writeInbound(HTTPClientResponsePart.body(ByteBuffer(bytes: data)))
            try channel.writeInbound(HTTPClientResponsePart.end(nil))
            var body = Data()
            while let part = try channel.readInbound(as: HTTPClientResponsePart.self) {
                if case .body(let buffer) = part { body += Data(buffer.readableBytesView) }
            }
            return body
        } catch {
            return nil
        }
    }
}
#endif
