import Foundation

#if AsyncHTTPClient && os(Linux)
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression
#endif

/// Compresses data as gzip (RFC 1952).
enum Gzip {
    #if AsyncHTTPClient && os(Linux)
    /// Whether compression is available.
    static let isAvailable = true

    /// Compresses data; nil on failure.
    static func packed(_ data: Data) -> Data? {
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
    #elseif canImport(Darwin)
    static let isAvailable = true

    static func packed(_ data: Data) -> Data? {
        // Foundation calls raw DEFLATE `zlib`.
        guard let deflated = try? (data as NSData).compressed(using: .zlib) else { return nil }
        return framed(deflated as Data, of: data)
    }
    #else
    static let isAvailable = false

    static func packed(_ data: Data) -> Data? { nil }
    #endif

    /// Puts DEFLATE output into the gzip format (RFC 1952, section 2.3).
    static func framed(_ deflated: Data, of data: Data) -> Data {
        // DEFLATE, no flags, no time, no extra flags, unknown system.
        var result = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
        result.append(deflated)
        for number in [checksum(of: data), UInt32(truncatingIfNeeded: data.count)] {
            withUnsafeBytes(of: number.littleEndian) { result.append(contentsOf: $0) }
        }
        return result
    }

    /// The CRC-32 checksum (RFC 1952, section 8).
    static func checksum(of data: Data) -> UInt32 {
        let table = checksums
        return ~data.reduce(~0) { checksum, byte in
            table[Int(UInt8(truncatingIfNeeded: checksum) ^ byte)] ^ (checksum >> 8)
        }
    }

    /// The checksums of all bytes.
    private static let checksums = (0..<256 as Range<UInt32>).map { byte in
        (0..<8).reduce(byte) { checksum, _ in checksum & 1 == 1 ? 0xEDB8_8320 ^ (checksum >> 1) : checksum >> 1 }
    }
}
