import _TalynFoundation

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto
import Crypto
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

extension String {
    /// A text of 43 characters of the URL-safe alphabet, with 256 random bits.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return Data(bytes).base64URL
    }

    /// The SHA-256 digest in Base64 for URLs; nil on Linux without the trait `Crypto`.
    var digestBase64URL: String? {
        #if canImport(CryptoKit) || Crypto
        Data(SHA256.hash(data: Data(utf8))).base64URL
        #else
        nil
        #endif
    }
}
