#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import NIOHTTP1
import TalynCore

/// The content coding of a response (RFC 9110, section 8.4.1), prepared for AsyncHTTPClient's decompression.
///
/// The decompression knows one coding, written in lower case. It fails on content without a byte.
enum ContentCoding {
    /// The content isn't decompressed.
    case none
    case gzip
    case deflate
    /// Several codings, of which the decompression knows at least one.
    case unsupported

    /// Reads the codings of a response, and writes a single one as the decompression knows it.
    init(preparing headers: inout HTTPHeaders) {
        let codings = headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }.filter { $0 != "identity" }
        let known = codings.map { Self(name: $0) }
        self = known.count == 1 ? known[0] : known.contains { $0 != .none } ? .unsupported : .none
        switch self {
        case .gzip: headers.replaceOrAdd(name: "Content-Encoding", value: "gzip")
        case .deflate: headers.replaceOrAdd(name: "Content-Encoding", value: "deflate")
        case .none, .unsupported: break
        }
    }

    private init(name: String) {
        self =
            switch name {
            case "gzip", "x-gzip": .gzip
            case "deflate": .deflate
            default: .none
            }
    }

    /// The coded form of no content; nil for content that isn't decompressed.
    var emptyContent: [UInt8]? {
        switch self {
        // RFC 1952, section 2.3, around an empty final block (RFC 1951, section 3.2.6).
        case .gzip: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        // RFC 1950, section 2.2.
        case .deflate: [0x78, 0x9C, 3, 0, 0, 0, 0, 1]
        case .none, .unsupported: nil
        }
    }
}

/// An error for content in several codings.
struct UnsupportedContentCoding: Error, LocalizedError {
    var errorDescription: String? { "The content has several codings, which can't be decompressed together." }
}
#endif
