#if canImport(CryptoKit) || Crypto
/// A signature algorithm with its hash function.
public struct SignatureAlgorithm: Sendable, Hashable {
    /// A family of keys.
    enum KeyType: String, Sendable {
        case secret = "a shared secret"
        case rsa = "an RSA key"
        case p256 = "a key of the curve P-256"
        case p384 = "a key of the curve P-384"
        case ed25519 = "an Ed25519 key"
    }

    /// The name in HTTP message signatures (RFC 9421, section 6.2); nil without a name.
    let httpName: String?

    /// The name in JSON web signatures (RFC 7518, section 3.1; RFC 8037, section 3.1).
    let joseName: String

    let keyType: KeyType

    private init(_ httpName: String?, _ joseName: String, _ keyType: KeyType) {
        self.httpName = httpName
        self.joseName = joseName
        self.keyType = keyType
    }

    /// HMAC with SHA-256 (RFC 2104), by a shared secret.
    public static let hmacSHA256 = SignatureAlgorithm("hmac-sha256", "HS256", .secret)

    /// RSASSA-PSS with SHA-512 (RFC 8017, section 8.1), and a salt of 64 bytes.
    public static let rsaPSSSHA512 = SignatureAlgorithm("rsa-pss-sha512", "PS512", .rsa)

    /// RSASSA-PSS with SHA-256 (RFC 8017, section 8.1), and a salt of 32 bytes: `PS256`. HTTP message signatures have no name for it.
    public static let rsaPSSSHA256 = SignatureAlgorithm(nil, "PS256", .rsa)

    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, section 8.2): `RS256`.
    public static let rsaV15SHA256 = SignatureAlgorithm("rsa-v1_5-sha256", "RS256", .rsa)

    /// ECDSA with the curve P-256 and SHA-256: `ES256`. The signature has the two numbers, of 32 bytes each.
    public static let ecdsaP256SHA256 = SignatureAlgorithm("ecdsa-p256-sha256", "ES256", .p256)

    /// ECDSA with the curve P-384 and SHA-384: `ES384`. The signature has the two numbers, of 48 bytes each.
    public static let ecdsaP384SHA384 = SignatureAlgorithm("ecdsa-p384-sha384", "ES384", .p384)

    /// Ed25519 (RFC 8032): `EdDSA`.
    public static let ed25519 = SignatureAlgorithm("ed25519", "EdDSA", .ed25519)

    /// The algorithm of keys of a type. RSA keys have several: HTTP message signatures and JSON web signatures differ.
    private static func algorithm(of type: KeyType, ofRSA: SignatureAlgorithm) -> SignatureAlgorithm {
        switch type {
        case .secret: .hmacSHA256
        case .rsa: ofRSA
        case .p256: .ecdsaP256SHA256
        case .p384: .ecdsaP384SHA384
        case .ed25519: .ed25519
        }
    }

    static func httpDefault(of type: KeyType) -> SignatureAlgorithm { algorithm(of: type, ofRSA: .rsaPSSSHA512) }

    static func jsonWebDefault(of type: KeyType) -> SignatureAlgorithm { algorithm(of: type, ofRSA: .rsaV15SHA256) }

    /// The algorithms of HTTP message signatures (RFC 9421, section 6.2.2).
    static let http: [SignatureAlgorithm] = [
        .hmacSHA256, .rsaPSSSHA512, .rsaV15SHA256, .ecdsaP256SHA256, .ecdsaP384SHA384, .ed25519,
    ]

    func check(_ type: KeyType) throws(SignatureError) {
        guard type == keyType else { throw .keyMismatch(of: self, type) }
    }
}

extension SignatureAlgorithm: CustomStringConvertible {
    /// The name of the algorithm, such as `ES256`.
    public var description: String { joseName }
}
#endif
