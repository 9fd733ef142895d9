import Foundation

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto && os(Linux)
import Crypto
#endif

#if canImport(CryptoKit) || (Crypto && os(Linux))
/// The hash functions of digest authentication that the system has.
enum DigestAlgorithm: String, Sendable {
    case md5 = "MD5"
    case sha256 = "SHA-256"

    /// The stronger, the more.
    var strength: Int {
        switch self {
        case .md5: 0
        case .sha256: 1
        }
    }

    /// The hash of a text's UTF-8, as hexadecimal digits.
    func hash(_ text: String) -> String {
        let data = Data(text.utf8)
        return switch self {
        // Not for security: many servers know no other.
        case .md5: Self.hexadecimal(Insecure.MD5.hash(data: data))
        case .sha256: Self.hexadecimal(SHA256.hash(data: data))
        }
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
#endif
