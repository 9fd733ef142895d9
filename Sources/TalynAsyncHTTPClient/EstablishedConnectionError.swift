#if AsyncHTTPClient && os(Linux)
import NIOCore
import TalynCore

/// The failure of an exchange whose request a connection has sent.
struct EstablishedConnectionError: Error {
    let underlyingError: any Error
    /// The bytes of the response that its reader hasn't got.
    var unread: UnreadBytes?
    /// The proof that the request can be sent again at once; nil without one.
    var delivery: TransportError.Delivery?
}

/// The last bytes of a response that breaks off.
///
/// AsyncHTTPClient drops the bytes that its reader hasn't asked for when a connection breaks. So the error carries them.
struct UnreadBytes {
    private var parts: [ByteBuffer] = []
    private var keptCount = 0
    private var count = 0

    mutating func add(_ part: ByteBuffer) {
        parts.append(part)
        keptCount += part.readableBytes
        count += part.readableBytes
    }

    mutating func wereRead() {
        parts.removeAll(keepingCapacity: true)
        keptCount = 0
    }

    /// The bytes after those that the reader has got.
    func parts(after readCount: Int) -> [ByteBuffer] {
        var missing = count - readCount
        guard missing > 0, missing <= keptCount else { return [] }
        var result: [ByteBuffer] = []
        for var part in parts.reversed() where missing > 0 {
            part.moveReaderIndex(forwardBy: max(0, part.readableBytes - missing))
            missing -= part.readableBytes
            result.append(part)
        }
        return result.reversed()
    }
}
#endif
