#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Data {
    /// The bytes in Base64 for URLs, without padding (RFC 4648, section 5; RFC 7515, section 2).
    var base64URL: String {
        String(
            decoding: base64EncodedData().lazy.filter { $0 != UInt8(ascii: "=") }.map {
                switch $0 {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: $0
                }
            },
            as: UTF8.self
        )
    }
}
