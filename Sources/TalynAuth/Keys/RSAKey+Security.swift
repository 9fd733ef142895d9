#if canImport(CryptoKit)
import Foundation
import Security

/// A private RSA key of at least 2048 bits, by Security. CryptoKit has no RSA.
struct RSAPrivateKey: @unchecked Sendable {  // Unchecked: Security's keys don't change.
    /// The PKCS#1 structure.
    let der: Data
    let publicKey: RSAPublicKey

    private let key: SecKey

    init(der: Data) throws(SignatureError) {
        key = try SecKey.rsa(der, kSecAttrKeyClassPrivate)
        guard let publicKey = SecKeyCopyPublicKey(key) else { throw .invalidRSAKey }
        self.publicKey = try RSAPublicKey(publicKey)
        self.der = der
    }

    func signature(of data: Data, using algorithm: SignatureAlgorithm) throws(SignatureError) -> Data {
        guard let signature = SecKeyCreateSignature(key, algorithm.securityAlgorithm, data as CFData, nil) else {
            throw .invalidKey("the system can't sign with it")
        }
        return signature as Data
    }
}

/// A public RSA key of at least 2048 bits, by Security.
struct RSAPublicKey: @unchecked Sendable {  // Unchecked: Security's keys don't change.
    /// The PKCS#1 structure.
    let der: Data

    private let key: SecKey

    fileprivate init(_ key: SecKey) throws(SignatureError) {
        guard let der = SecKeyCopyExternalRepresentation(key, nil) else { throw .invalidRSAKey }
        self.key = key
        self.der = der as Data
    }

    init(der: Data) throws(SignatureError) {
        try self.init(try SecKey.rsa(der, kSecAttrKeyClassPublic))
    }

    func isValidSignature(_ signature: Data, of data: Data, using algorithm: SignatureAlgorithm) -> Bool {
        SecKeyVerifySignature(key, algorithm.securityAlgorithm, data as CFData, signature as CFData, nil)
    }
}

extension SecKey {
    /// Reads a PKCS#1 structure.
    fileprivate static func rsa(_ der: Data, _ keyClass: CFString) throws(SignatureError) -> SecKey {
        let attributes: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeRSA, kSecAttrKeyClass as String: keyClass,
        ]
        guard let key = SecKeyCreateWithData(der as CFData, attributes as CFDictionary, nil),
            SecKeyGetBlockSize(key) >= 256
        else { throw .invalidRSAKey }
        return key
    }
}

extension SignatureAlgorithm {
    /// The algorithm of an RSA key. The salt of PSS is as long as the hash.
    fileprivate var securityAlgorithm: SecKeyAlgorithm {
        switch self {
        case .rsaPSSSHA512: .rsaSignatureMessagePSSSHA512
        case .rsaPSSSHA256: .rsaSignatureMessagePSSSHA256
        default: .rsaSignatureMessagePKCS1v15SHA256
        }
    }
}

extension SignatureError {
    fileprivate static let invalidRSAKey = SignatureError.invalidKey(
        "the RSA key is invalid, or has fewer than 2048 bits"
    )
}
#endif
