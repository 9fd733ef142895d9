#if canImport(CryptoKit) || Crypto
import _TalynFoundation
import HTTPTypes
import TalynCore
import _TalynSupport

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// The field `Content-Digest` (RFC 9530, section 2).
enum ContentDigestField {
    static let name = HTTPField.Name.named("Content-Digest")

    /// The value for a SHA-256 digest.
    static func value(_ digest: SHA256.Digest) -> String { "sha-256=:\(Data(digest).base64EncodedString()):" }

    static func value(of body: Data) -> String { value(SHA256.hash(data: body)) }

    /// Checks that each digest of a field is the one of a body. Deprecated algorithms don't count (section 5).
    ///
    /// - Throws: ``SignatureError`` if there is no digest, or if one belongs to another body.
    static func check(_ fields: HTTPFields, _ body: Data) throws(SignatureError) {
        let members = SignatureField.dictionary(fields[values: name].joined(separator: ", "))
        guard let members else { throw .malformed("the field Content-Digest isn't a dictionary") }
        var isKnown = false
        for (name, member) in members.pairs {
            let expected: Data
            switch name {
            case "sha-256": expected = Data(SHA256.hash(data: body))
            case "sha-512": expected = Data(SHA512.hash(data: body))
            default: continue
            }
            guard case .item(let item) = member, item.value == .bytes(expected) else { throw bodyMismatch }
            isKnown = true
        }
        guard isKnown else { throw .malformed("the field Content-Digest has neither sha-256 nor sha-512") }
    }

    private static let bodyMismatch = SignatureError(
        .mismatch,
        "The body isn't the one that the sender signed: its digest differs.",
        "Pass the bytes as they arrived, before they are decompressed or parsed."
    )
}

extension HTTPBody? {
    /// The SHA-256 digest of the body.
    ///
    /// - Throws: ``SignatureError`` if the body can be read only once, and the errors of reading it.
    func digest() async throws -> SHA256.Digest {
        guard let self else { return SHA256.hash(data: Data()) }
        if let data = self.data { return SHA256.hash(data: data) }
        guard self.isReplayable else { throw SignatureError.bodyNotReplayable }
        var hash = SHA256()
        for try await chunk in self { hash.update(data: chunk) }
        return hash.finalize()
    }
}
#endif
