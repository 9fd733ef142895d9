#if Crypto || canImport(CryptoKit)
import TalynCore

extension String {
    /// The text as a form encodes a name or a value, with `%20` for a space (RFC 9421, section 2.2.8).
    var formEncoded: String {
        var bytes: [UInt8] = []
        PercentEncoding.append(utf8, allowed: .formText, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ASCIISet {
    /// The characters that a form doesn't escape.
    fileprivate static let formText = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._")
}
#endif
