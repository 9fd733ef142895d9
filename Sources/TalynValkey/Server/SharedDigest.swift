#if Valkey
import _TalynFoundation
import _TalynSupport

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// A short name for a long text, the same in all processes.
enum SharedDigest {
    static func text(_ text: String) -> String {
        Data(SHA256.hash(data: Data(text.utf8)).prefix(16)).hexadecimal
    }
}
#endif
