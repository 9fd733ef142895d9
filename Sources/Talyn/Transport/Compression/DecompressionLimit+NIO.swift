#if AsyncHTTPClient && os(Linux)
import NIOHTTPCompression

extension NIOHTTPDecompression.DecompressionLimit {
    init(_ limit: DecompressionLimit) {
        switch limit.kind {
        case .none: self = .none
        // More than DEFLATE can reach; NIO traps when the product overflows.
        case .ratio(let ratio): self = .ratio(min(ratio, 1 << 20))
        case .size(let size): self = .size(size)
        }
    }
}
#endif
