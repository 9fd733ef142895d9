#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import NIOHTTP1
import TalynCore
import _TalynSupport

/// The content coding of a response (RFC 9110, section 8.4.1), prepared for AsyncHTTPClient's decompression.
///
/// The decompression knows one coding, written in lower case. It fails on content without a byte.
enum ContentCoding {
    /// The content isn't decompressed.
    case none
    case gzip
    case deflate
    /// Several codings of which the decompression knows at least one, or a coding that nobody asked for.
    case unsupported

    /// Reads the codings of a response, and writes a single one as the decompression knows it.
    ///
    /// - Parameters:
    ///   - headers: The header fields of the response.
    ///   - request: Those of the request. The caller decodes the other codings that it accepts there.
    init(preparing headers: inout HTTPHeaders, accepting request: HTTPHeaders = HTTPHeaders()) {
        let codings = headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }.filter { $0 != "identity" }
        let known = codings.map { Self(name: $0) }
        if known.count == 1, known[0] != .none {
            self = known[0]
        } else if codings.isEmpty || known.allSatisfy({ $0 == .none }) && Self.accepts(codings, request) {
            self = .none
        } else {
            self = .unsupported
        }
        switch self {
        case .gzip: headers.replaceOrAdd(name: "Content-Encoding", value: "gzip")
        case .deflate: headers.replaceOrAdd(name: "Content-Encoding", value: "deflate")
        case .none, .unsupported: break
        }
    }

    /// The codings in IANA's registry that compress, besides those above. Servers also write other names, such as `utf-8`, and
    /// send the content as it is.
    private static let others: Set<String> = ["br", "compress", "dcb", "dcz", "pack200-gzip", "x-compress", "zstd"]

    /// Whether a request names all of the codings that compress (RFC 9110, section 12.5.3).
    private static func accepts(_ codings: [String], _ request: HTTPHeaders) -> Bool {
        let accepted = request[canonicalForm: "Accept-Encoding"].map { element in
            element.prefix { $0 != ";" }.trimming { $0 == " " || $0 == "\t" }.lowercased()
        }
        return codings.allSatisfy { !others.contains($0) || accepted.contains($0) || accepted.contains("*") }
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

/// An error for content in several codings, or in an unknown one.
struct UnsupportedContentCoding: Error, LocalizedError {
    var errorDescription: String? {
        """
        The content has several codings, or one that the transport doesn't know. It can't be decompressed. To decode an unknown one \
        yourself, name it in the Accept-Encoding field of the request.
        """
    }
}
#endif
