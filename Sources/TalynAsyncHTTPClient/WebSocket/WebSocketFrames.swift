#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import NIOCore
import TalynCore

/// Makes the frames of a client, which are masked (RFC 6455, section 5.3).
enum WebSocketFrames {
    /// The frames of a message.
    ///
    /// - Parameter maximumSize: The largest payload of a frame, in bytes.
    static func frames(of message: WebSocketMessage, maximumSize: Int) -> [ByteBuffer] {
        switch message {
        case .text(var text): text.withUTF8 { frames(of: UnsafeRawBufferPointer($0), opcode: 0x1, maximumSize) }
        case .data(let data): data.withUnsafeBytes { frames(of: $0, opcode: 0x2, maximumSize) }
        }
    }

    private static func frames(of bytes: UnsafeRawBufferPointer, opcode: UInt8, _ maximumSize: Int) -> [ByteBuffer] {
        // A buffer of NIO traps at 4 GiB.
        let maximumSize = min(max(maximumSize, 1), Int(Int32.max))
        guard bytes.count > maximumSize else { return [frame(opcode, bytes)] }
        var frames: [ByteBuffer] = []
        frames.reserveCapacity(bytes.count / maximumSize + 1)
        var start = 0
        while start < bytes.count {
            let end = min(start + maximumSize, bytes.count)
            let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            frames.append(frame(start == 0 ? opcode : 0, piece, isFinal: end == bytes.count))
            start = end
        }
        return frames
    }

    static func ping(_ content: ByteBuffer) -> ByteBuffer { content.withUnsafeReadableBytes { frame(0x9, $0) } }

    static func pong(_ content: ByteBuffer) -> ByteBuffer { content.withUnsafeReadableBytes { frame(0xA, $0) } }

    static func close(_ close: WebSocketClose) -> ByteBuffer {
        var content: [UInt8] = []
        if close.code.isAllowedInFrame {
            content = [UInt8(close.code.rawValue >> 8), UInt8(close.code.rawValue & 0xFF)] + close.reasonBytes
        }
        return content.withUnsafeBytes { frame(0x8, $0) }
    }

    private static func frame(_ opcode: UInt8, _ bytes: UnsafeRawBufferPointer, isFinal: Bool = true) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: bytes.count + 14)
        buffer.writeInteger(opcode | (isFinal ? 0x80 : 0))
        switch bytes.count {
        case ...125: buffer.writeInteger(UInt8(bytes.count) | 0x80)
        case ...0xFFFF:
            buffer.writeInteger(UInt8(126 | 0x80))
            buffer.writeInteger(UInt16(bytes.count))
        default:
            buffer.writeInteger(UInt8(127 | 0x80))
            buffer.writeInteger(UInt64(bytes.count))
        }
        // The system's generator is a strong source, as section 10.3 requires.
        let key = UInt32.random(in: .min ... .max)
        buffer.writeInteger(key, endianness: .little)
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: bytes.count) { target in
            mask(bytes, by: key, into: target)
            return bytes.count
        }
        return buffer
    }

    /// - Parameter key: The masking key, whose first byte is the lowest one.
    private static func mask(
        _ bytes: UnsafeRawBufferPointer,
        by key: UInt32,
        into target: UnsafeMutableRawBufferPointer
    ) {
        let wide = (UInt64(key) << 32 | UInt64(key)).littleEndian
        var index = 0
        while index + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ wide
            target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < bytes.count {
            target[index] = bytes[index] ^ UInt8(truncatingIfNeeded: key >> UInt32(8 * (index % 4)))
            index += 1
        }
    }
}
#endif
