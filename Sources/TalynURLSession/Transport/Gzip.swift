import Foundation

/// The gzip format around compressed data (RFC 1952).
enum Gzip {
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
