import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if AsyncHTTPClient && os(Linux)
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression
#endif

/// The maximum size of a decompressed body, as a protection against decompression bombs.
public enum DecompressionLimit: Sendable, Hashable {
    /// No limit. For trusted servers only.
    case none
    /// A maximum ratio of the decompressed to the compressed size.
    case ratio(Int)
    /// A maximum size of the decompressed body in bytes.
    case size(Int)

    /// Whether the number is positive.
    var isValid: Bool {
        switch self {
        case .none: true
        case .ratio(let number), .size(let number): number > 0
        }
    }

    /// The maximum size in bytes; nil if there is no limit, or a ratio has no compressed size.
    func maximum(of compressedLength: Int64?) -> Int64? {
        switch self {
        case .none:
            return nil
        case .size(let size):
            return Int64(size)
        case .ratio(let ratio):
            guard let compressedLength, compressedLength >= 0 else { return nil }
            let (maximum, overflow) = compressedLength.multipliedReportingOverflow(by: Int64(ratio))
            return overflow ? nil : maximum
        }
    }
}

extension TransportResponse {
    /// Limits the size of the body. A longer body fails when it is read.
    ///
    /// - Throws: ``TransportError`` if the head shows that the body is longer.
    mutating func limitBody(
        to maximum: Int64,
        of request: OutgoingRequest,
        onFailure: @escaping @Sendable (any Error) -> Void
    ) throws(TransportError) {
        let error = TransportError(.responseTooLarge, of: request)
        // In these responses, the field has the length of a body that isn't sent (RFC 9110, section 8.6).
        let hasBody = request.method != .head && statusCode != 304
        if hasBody, let length = body.length ?? contentLength, length > maximum {
            onFailure(error)
            throw error
        }
        if body.data == nil { body = body.limited(to: maximum, error, onFailure: onFailure) }
    }

    /// Limits the decompressed size of the body, if the head has the compressed size.
    mutating func limitUnpacking(to limit: DecompressionLimit, of request: OutgoingRequest) {
        guard headerFields[.contentEncoding] != nil else { return }
        let length = headerFields.contentLength
        guard let maximum = limit.maximum(of: length) else { return }
        body = body.limited(to: maximum, TransportError(.responseTooLarge, of: request))
    }
}

extension HTTPBody {
    /// A body that fails after a maximum number of bytes.
    func limited(
        to maximum: Int64,
        _ error: any Error,
        onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
    ) -> HTTPBody {
        HTTPBody(length: length, isReplayable: isReplayable) {
            var chunks = makeAsyncIterator()
            var rest = maximum
            return {
                guard let chunk = try await chunks.next() else { return nil }
                rest -= Int64(chunk.count)
                guard rest >= 0 else {
                    onFailure(error)
                    throw error
                }
                return chunk
            }
        }
    }
}

#if AsyncHTTPClient && os(Linux)
extension NIOHTTPDecompression.DecompressionLimit {
    init(_ limit: DecompressionLimit) {
        switch limit {
        case .none: self = .none
        // DEFLATE can't reach this ratio, and NIO traps if the product overflows.
        case .ratio(let ratio): self = .ratio(min(ratio, 1 << 20))
        case .size(let size): self = .size(size)
        }
    }
}
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
