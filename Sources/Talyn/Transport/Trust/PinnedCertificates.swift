import Foundation

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto && os(Linux)
import Crypto
#endif

/// The pins of a server trust, ready to be compared with certificates.
struct PinnedCertificates: Sendable {
    private var certificates: Set<Data> = []
    private var keyHashes: Set<Data> = []

    /// - Throws: ``TransportOptionsError`` for what is no certificate or no hash.
    init(_ pins: [ServerTrust.Pin]) throws {
        for pin in pins {
            switch pin {
            case .certificate(let data): certificates.formUnion(try CertificateData.certificates(in: data))
            case .publicKey(let text): keyHashes.insert(try Self.keyHash(text))
            }
        }
    }

    /// Whether one of the certificates, as DER, is pinned.
    func contains(oneOf chain: [Data]) -> Bool {
        chain.contains { certificate in
            if certificates.contains(certificate) { return true }
            guard !keyHashes.isEmpty, let key = CertificateData.publicKeyInfo(of: certificate) else { return false }
            return Self.hash(key).map { keyHashes.contains($0) } ?? false
        }
    }

    private static func keyHash(_ text: String) throws -> Data {
        let base64 = text.hasPrefix("sha256//") ? String(text.dropFirst(8)) : text
        guard hash(Data()) != nil else {
            throw TransportOptionsError.invalid(option: "pins", problem: "need the trait Crypto for public keys")
        }
        guard let hash = Data(base64Encoded: base64), hash.count == 32 else {
            throw TransportOptionsError.invalid(
                option: "pins",
                problem: "have a public key that is no SHA-256 hash in Base64"
            )
        }
        return hash
    }

    /// The SHA-256 hash; nil if there is nothing that makes one.
    private static func hash(_ data: Data) -> Data? {
        #if canImport(CryptoKit) || (Crypto && os(Linux))
        Data(SHA256.hash(data: data))
        #else
        nil
        #endif
    }
}
