#if canImport(Darwin)
import Foundation
public import TalynCore

extension BodyCompression {
    /// Gzip (RFC 1952), for bodies of a kilobyte or more.
    public static var gzip: BodyCompression { gzip() }

    /// Gzip (RFC 1952), for bodies of a minimum size in bytes.
    public static func gzip(minimumSize: Int = 1_024) -> BodyCompression {
        BodyCompression(contentCoding: "gzip", minimumSize: minimumSize) { data in
            // Foundation calls raw DEFLATE `zlib`.
            (try? (data as NSData).compressed(using: .zlib)).map { Gzip.framed($0 as Data, of: data) }
        }
    }
}
#endif
