#if AsyncHTTPClient && os(Linux)
import Foundation
import NIOHTTP1

/// The content coding of a response (RFC 9110, section 8.4.1), prepared for AsyncHTTPClient's decompression.
///
/// That knows one coding in lower case, and no content without a byte.
enum ContentCoding {
    /// The content isn't decompressed.
    case none
    case gzip
    case deflate
    /// Several codings, or one that the header field can't name in one word.
    case unsupported

    /// Reads the codings of a response, and writes a single one as the decompression knows it.
    init(preparing headers: inout HTTPHeaders) {
        let codings = headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }.filter { $0 != "identity" }
        let known = codings.map { coding -> Self in
            switch coding {
            case "gzip", "x-gzip": .gzip
            case "deflate": .deflate
            default: .none
            }
        }
        switch known.count {
        case 0: self = .none
        case 1: self = known[0]
        default: self = known.contains { $0 != .none } ? .unsupported : .none
        }
        switch self {
        case .gzip: headers.replaceOrAdd(name: "Content-Encoding", value: "gzip")
        case .deflate: headers.replaceOrAdd(name: "Content-Encoding", value: "deflate")
        case .none, .unsupported: break
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

extension String {
    /// The absolute request target with another path and query.
    func replacingPath(by target: String) -> String {
        guard let authority = range(of: "://")?.upperBound else { return target }
        return self[..<(self[authority...].firstIndex(of: "/") ?? endIndex)] + target
    }
}
#endif
