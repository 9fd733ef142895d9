#if canImport(CryptoKit) || Crypto
import _TalynFoundation
import TalynCore
import _TalynSupport

/// A body in signed chunks: `aws-chunked` with `STREAMING-AWS4-HMAC-SHA256-PAYLOAD`.
///
/// Each chunk has the signature of its bytes and of the signature before it. So a body that can be read only once is signed while
/// it is sent.
struct AWSChunkedBody: Sendable {
    /// The number of bytes in each chunk but the last. S3 requires 8,192 or more.
    static let chunkSize = 65_536

    let body: HTTPBody
    let scope: AWSSigningScope
    let time: AWSTimestamp
    /// The signature of the request.
    let seed: [UInt8]

    /// The number of bytes that each chunk has besides its size and its content: `;chunk-signature=`, 64 digits, and two line breaks.
    private static let overhead: Int64 = 85

    /// The number of bytes that are sent for a body, with the signatures.
    static func length(of decoded: Int64) -> Int64 {
        // Lengths of half the largest number can't be sent anyway, and the sum could overflow.
        guard decoded < .max / 2 else { return .max }
        let size = Int64(chunkSize)
        let (full, rest) = (decoded / size, decoded % size)
        func encoded(_ count: Int64) -> Int64 { Int64(String(count, radix: 16).utf8.count) + Self.overhead + count }
        return full * encoded(size) + (rest > 0 ? encoded(rest) : 0) + encoded(0)
    }

    /// The body as it is sent.
    var encoded: HTTPBody {
        HTTPBody(length: body.length.map(Self.length), isReplayable: body.isReplayable) {
            var chunks = body.makeAsyncIterator()
            var buffer = ByteQueue()
            var previous = seed
            var isRead = false
            var isEnded = false
            return {
                while !isRead, buffer.count < Self.chunkSize {
                    guard let chunk = try await chunks.next() else {
                        isRead = true
                        break
                    }
                    buffer.append(chunk)
                }
                if isEnded { return nil }
                let chunk = buffer.removeFirst(Self.chunkSize)
                isEnded = chunk.isEmpty
                previous = scope.signature(of: chunk, after: previous, at: time)
                var output = Data("\(String(chunk.count, radix: 16));chunk-signature=".utf8)
                output.append(contentsOf: previous)
                output.append(contentsOf: "\r\n".utf8)
                output.append(chunk)
                output.append(contentsOf: "\r\n".utf8)
                return output
            }
        }
    }
}
#endif
