import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import TalynCore

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// SHA-256 in hexadecimal digits.
enum SHA256Text {
    static func of(_ data: Data) -> String { SHA256.hash(data: data).hexadecimal }
}
#endif
