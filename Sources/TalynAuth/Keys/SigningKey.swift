#if canImport(CryptoKit) || Crypto
public import _TalynFoundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// A private key or a shared secret that makes signatures.
///
/// ```swift
/// let key = try SigningKey(pemRepresentation: String(contentsOf: file, encoding: .utf8))
/// ```
///
/// No text shows the key: neither its description, nor `dump`.
public struct SigningKey: Sendable {
    private enum Storage: Sendable {
        case secret(SymmetricKey)
        case rsa(RSAPrivateKey)
        case p256(P256.Signing.PrivateKey)
        case p384(P384.Signing.PrivateKey)
        case ed25519(Curve25519.Signing.PrivateKey)
    }

    private let storage: Storage

    private init(_ storage: Storage) {
        self.storage = storage
    }

    /// Creates a private key from PEM (RFC 7468).
    ///
    /// - Parameter pemRepresentation: A key of RSA with at least 2048 bits, P-256, P-384 or Ed25519, in PKCS#8, or in the older
    ///   forms `RSA PRIVATE KEY` and `EC PRIVATE KEY`. It isn't encrypted.
    /// - Throws: ``SignatureError`` with the reason ``SignatureError/Reason/invalidKey``.
    public init(pemRepresentation: String) throws(SignatureError) {
        try self.init(try PEMKey.privateKey(pemRepresentation))
    }

    init(_ key: PEMKey) throws(SignatureError) {
        do {
            storage =
                switch key {
                case .rsa(let der): .rsa(try RSAPrivateKey(der: der))
                case .p256(let number): .p256(try P256.Signing.PrivateKey(rawRepresentation: number))
                case .p384(let number): .p384(try P384.Signing.PrivateKey(rawRepresentation: number))
                case .ed25519(let seed): .ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: seed))
                }
        } catch {
            throw error as? SignatureError ?? .invalidKey("its numbers are invalid")
        }
    }

    /// Creates a shared secret for HMAC.
    ///
    /// - Parameter secret: The bytes of the secret. At least 32 random bytes are safe.
    /// - Throws: ``SignatureError`` with the reason ``SignatureError/Reason/invalidKey`` for an empty secret.
    public init(secret: Data) throws(SignatureError) {
        guard !secret.isEmpty else { throw .emptySecret }
        storage = .secret(SymmetricKey(data: secret))
    }

    /// Creates a random key of the curve P-256.
    public static func p256() -> SigningKey { SigningKey(.p256(P256.Signing.PrivateKey())) }

    /// Creates a random Ed25519 key.
    public static func ed25519() -> SigningKey { SigningKey(.ed25519(Curve25519.Signing.PrivateKey())) }

    /// The private key in PEM, as PKCS#8; nil for a shared secret.
    ///
    /// This is the key itself. Keep it where secrets belong, such as the keychain.
    public var pemRepresentation: String? {
        switch storage {
        case .secret: nil
        case .rsa(let key): PEMKey.text("PRIVATE KEY", PEMKey.pkcs8(ofRSA: key.der))
        case .p256(let key): key.pemRepresentation
        case .p384(let key): key.pemRepresentation
        case .ed25519(let key): PEMKey.text("PRIVATE KEY", PEMKey.pkcs8(ofEd25519: key.rawRepresentation))
        }
    }

    /// The public key, or the shared secret.
    public var verificationKey: VerificationKey {
        switch storage {
        case .secret(let key): VerificationKey(.secret(key))
        case .rsa(let key): VerificationKey(.rsa(key.publicKey))
        case .p256(let key): VerificationKey(.p256(key.publicKey))
        case .p384(let key): VerificationKey(.p384(key.publicKey))
        case .ed25519(let key): VerificationKey(.ed25519(key.publicKey))
        }
    }

    /// Signs data.
    ///
    /// - Throws: ``SignatureError`` with the reason ``SignatureError/Reason/invalidKey`` if the algorithm needs another type of key.
    func signature(of data: Data, using algorithm: SignatureAlgorithm) throws(SignatureError) -> Data {
        try algorithm.check(type)
        do {
            return switch storage {
            case .secret(let key): Data(HMAC<SHA256>.authenticationCode(for: data, using: key))
            case .rsa(let key): try key.signature(of: data, using: algorithm)
            case .p256(let key): try key.signature(for: data).rawRepresentation
            case .p384(let key): try key.signature(for: data).rawRepresentation
            case .ed25519(let key): try key.signature(for: data)
            }
        } catch {
            throw error as? SignatureError ?? .invalidKey("the system can't sign with it")
        }
    }

    /// The algorithm for a JSON web signature: `RS256` for RSA, the only one of the others.
    var jsonWebAlgorithm: SignatureAlgorithm { .jsonWebDefault(of: type) }

    /// The algorithm for an HTTP message signature: `rsa-pss-sha512` for RSA, the only one of the others.
    var httpAlgorithm: SignatureAlgorithm { .httpDefault(of: type) }

    private var type: SignatureAlgorithm.KeyType { verificationKey.type }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
    /// The type of the key, without the key.
    public var description: String { "SigningKey(\(type.rawValue))" }

    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
#endif
