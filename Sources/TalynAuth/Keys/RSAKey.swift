#if Crypto && !canImport(CryptoKit)
import _TalynFoundation
import Crypto
import _CryptoExtras

/// A private RSA key of at least 2048 bits, by swift-crypto.
struct RSAPrivateKey: Sendable {
    /// The PKCS#1 structure.
    let der: Data
    let publicKey: RSAPublicKey

    private let key: _RSA.Signing.PrivateKey

    init(der: Data) throws(SignatureError) {
        do {
            key = try _RSA.Signing.PrivateKey(derRepresentation: PEMKey.pkcs8(ofRSA: der))
        } catch {
            throw .invalidKey("the RSA key is invalid, or has fewer than 2048 bits")
        }
        self.der = der
        publicKey = RSAPublicKey(key.publicKey)
    }

    func signature(of data: Data, using algorithm: SignatureAlgorithm) throws(SignatureError) -> Data {
        do {
            return switch algorithm {
            case .rsaPSSSHA512: try key.signature(for: SHA512.hash(data: data), padding: .PSS).rawRepresentation
            case .rsaPSSSHA256: try key.signature(for: SHA256.hash(data: data), padding: .PSS).rawRepresentation
            default:
                try key.signature(for: SHA256.hash(data: data), padding: .insecurePKCS1v1_5).rawRepresentation
            }
        } catch {
            throw .invalidKey("the system can't sign with it")
        }
    }
}

/// A public RSA key of at least 2048 bits, by swift-crypto.
struct RSAPublicKey: Sendable {
    /// The PKCS#1 structure.
    let der: Data

    private let key: _RSA.Signing.PublicKey

    init(_ key: _RSA.Signing.PublicKey) {
        self.key = key
        der = key.pkcs1DERRepresentation
    }

    init(der: Data) throws(SignatureError) {
        do {
            self.init(try _RSA.Signing.PublicKey(derRepresentation: PEMKey.publicKeyInfo(ofRSA: der)))
        } catch {
            throw .invalidKey("the RSA key is invalid, or has fewer than 2048 bits")
        }
    }

    func isValidSignature(_ signature: Data, of data: Data, using algorithm: SignatureAlgorithm) -> Bool {
        let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
        return switch algorithm {
        case .rsaPSSSHA512: key.isValidSignature(signature, for: SHA512.hash(data: data), padding: .PSS)
        case .rsaPSSSHA256: key.isValidSignature(signature, for: SHA256.hash(data: data), padding: .PSS)
        default: key.isValidSignature(signature, for: SHA256.hash(data: data), padding: .insecurePKCS1v1_5)
        }
    }
}
#endif
