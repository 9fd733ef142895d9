#if canImport(CryptoKit) || Crypto
public import _TalynFoundation
import _TalynSupport

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// A public key or a shared secret that verifies signatures.
///
/// No text shows the key: neither its description, nor `dump`. A shared secret makes signatures, too.
public struct VerificationKey: Sendable {
    enum Storage: Sendable {
        case secret(SymmetricKey)
        case rsa(RSAPublicKey)
        case p256(P256.Signing.PublicKey)
        case p384(P384.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)
    }

    private let storage: Storage

    init(_ storage: Storage) {
        self.storage = storage
    }

    /// Creates a public key from PEM (RFC 7468).
    ///
    /// - Parameter pemRepresentation: A key of RSA with at least 2048 bits, P-256, P-384 or Ed25519: `PUBLIC KEY`, or the older
    ///   form `RSA PUBLIC KEY`.
    /// - Throws: ``SignatureError`` with the reason ``SignatureError/Reason/invalidKey``.
    public init(pemRepresentation: String) throws(SignatureError) {
        try self.init(try PEMKey.publicKey(pemRepresentation))
    }

    /// Creates a shared secret for HMAC.
    ///
    /// - Parameter secret: The bytes of the secret.
    /// - Throws: ``SignatureError`` with the reason ``SignatureError/Reason/invalidKey`` for an empty secret.
    public init(secret: Data) throws(SignatureError) {
        self = try SigningKey(secret: secret).verificationKey
    }

    init(_ key: PEMKey) throws(SignatureError) {
        do {
            storage =
                switch key {
                case .rsa(let der): .rsa(try RSAPublicKey(der: der))
                case .p256(let point): .p256(try P256.Signing.PublicKey(x963Representation: point))
                case .p384(let point): .p384(try P384.Signing.PublicKey(x963Representation: point))
                case .ed25519(let bytes): .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: bytes))
                }
        } catch {
            throw error as? SignatureError ?? .invalidKey("its numbers are invalid")
        }
    }

    /// The public key in PEM, as `PUBLIC KEY`; nil for a shared secret.
    public var pemRepresentation: String? {
        switch storage {
        case .secret: nil
        case .rsa(let key): PEMKey.text("PUBLIC KEY", PEMKey.publicKeyInfo(ofRSA: key.der))
        case .p256(let key): key.pemRepresentation
        case .p384(let key): key.pemRepresentation
        case .ed25519(let key): PEMKey.text("PUBLIC KEY", PEMKey.publicKeyInfo(ofEd25519: key.rawRepresentation))
        }
    }

    /// Whether a signature of data is valid. The time of the comparison tells nothing about the right signature.
    ///
    /// - Throws: ``SignatureError`` with the reason ``SignatureError/Reason/invalidKey`` if the algorithm needs another type of key.
    func isValidSignature(
        _ signature: Data,
        of data: Data,
        using algorithm: SignatureAlgorithm
    ) throws(SignatureError) -> Bool {
        try algorithm.check(type)
        switch storage {
        case .secret(let key):
            return HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: data, using: key)
        case .rsa(let key): return key.isValidSignature(signature, of: data, using: algorithm)
        case .p256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: data)
        case .p384(let key):
            guard let signature = try? P384.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: data)
        case .ed25519(let key): return key.isValidSignature(signature, for: data)
        }
    }

    var type: SignatureAlgorithm.KeyType {
        switch storage {
        case .secret: .secret
        case .rsa: .rsa
        case .p256: .p256
        case .p384: .p384
        case .ed25519: .ed25519
        }
    }

    /// The algorithm for an HTTP message signature: `rsa-pss-sha512` for RSA, the only one of the others.
    var httpAlgorithm: SignatureAlgorithm { .httpDefault(of: type) }
}

extension VerificationKey {
    /// The members of the JSON web key (RFC 7518, section 6; RFC 8037, section 2); nil for a shared secret.
    ///
    /// They are the members that count for the thumbprint (RFC 7638, section 3.2).
    var jsonWebKey: [String: String]? {
        switch storage {
        case .secret: return nil
        case .rsa(let key):
            guard let numbers = key.numbers else { return nil }
            return ["kty": "RSA", "n": numbers.modulus.base64URL, "e": numbers.exponent.base64URL]
        case .p256(let key): return Self.ellipticKey("P-256", key.rawRepresentation)
        case .p384(let key): return Self.ellipticKey("P-384", key.rawRepresentation)
        case .ed25519(let key): return ["kty": "OKP", "crv": "Ed25519", "x": key.rawRepresentation.base64URL]
        }
    }

    private static func ellipticKey(_ curve: String, _ point: Data) -> [String: String] {
        let half = point.count / 2
        return [
            "kty": "EC", "crv": curve, "x": point.prefix(half).base64URL, "y": point.suffix(half).base64URL,
        ]
    }

    /// The SHA-256 thumbprint of the JSON web key in Base64 for URLs (RFC 7638); nil for a shared secret.
    var jsonWebKeyThumbprint: String? {
        guard let members = jsonWebKey else { return nil }
        let text = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\"\($0.value)\"" }.joined(separator: ",")
        return "{\(text)}".digestBase64URL
    }
}

extension RSAPublicKey {
    /// The modulus and the public exponent, without zeros before them; nil if the structure is damaged.
    fileprivate var numbers: (modulus: Data, exponent: Data)? {
        var outer = DERReader(der)
        guard var fields = outer.enter(DERReader.sequence), let modulus = fields.content(DERReader.integer),
            let exponent = fields.content(DERReader.integer)
        else { return nil }
        return (Data(modulus.drop { $0 == 0 }), Data(exponent.drop { $0 == 0 }))
    }
}

extension VerificationKey: CustomStringConvertible, CustomReflectable {
    /// The type of the key, without the key.
    public var description: String { "VerificationKey(\(type.rawValue))" }

    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
#endif
