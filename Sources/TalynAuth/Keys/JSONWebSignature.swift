#if canImport(CryptoKit) || Crypto
import _TalynFoundation

/// JSON web signatures in the compact form (RFC 7515, section 7.1), such as signed tokens (RFC 7519).
enum JSONWebSignature {
    /// The header of a token (RFC 7515, section 4.1).
    struct Header: Encodable, Sendable {
        /// The media type, such as `dpop+jwt`.
        var typ: String?
        /// The identifier of the key.
        var kid: String?
        /// The public key.
        var jwk: [String: String]?
        fileprivate var alg = ""

        init(type: String? = nil, keyID: String? = nil, key: [String: String]? = nil) {
            typ = type
            kid = keyID
            jwk = key
        }
    }

    /// Signs claims. The header gets the name of the algorithm.
    ///
    /// - Parameter algorithm: The algorithm; nil for the default one of the key.
    /// - Throws: ``SignatureError`` if the algorithm needs another type of key, and the encoder's errors.
    static func compact(
        _ claims: some Encodable,
        header: Header,
        key: SigningKey,
        algorithm: SignatureAlgorithm? = nil
    ) throws -> String {
        let algorithm = algorithm ?? key.jsonWebAlgorithm
        var header = header
        header.alg = algorithm.joseName
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let signed = try encoder.encode(header).base64URL + "." + encoder.encode(claims).base64URL
        return signed + "." + (try key.signature(of: Data(signed.utf8), using: algorithm)).base64URL
    }
}
#endif
