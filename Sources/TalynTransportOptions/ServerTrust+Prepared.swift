public import _TalynFoundation
import _TalynSupport

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto
import Crypto
#endif

extension ServerTrust {
    /// A trust with parsed certificates and hashes, for the verification in a transport.
    public struct Prepared: Sendable {
        /// The trusted root certificates as DER; nil for the system's roots.
        public let roots: [Data]?

        /// The verification of the server's certificate.
        public let verification: Verification

        /// Whether there are pins. Even an empty list of pins counts: it trusts no server.
        public let isPinning: Bool

        private var certificates: Set<Data> = []
        private var keyHashes: Set<Data> = []

        fileprivate init(_ trust: ServerTrust) throws(TransportOptionsError) {
            var roots: [Data] = []
            for file in trust.roots ?? [] { roots += try CertificateData.certificates(in: file) }
            self.roots = trust.roots == nil ? nil : roots
            verification = trust.verification
            isPinning = trust.pins != nil
            for pin in trust.pins ?? [] {
                switch pin {
                case .certificate(let data): certificates.formUnion(try CertificateData.certificates(in: data))
                case .publicKey(let text): keyHashes.insert(try Self.keyHash(text))
                }
            }
        }

        /// Whether the pins allow a server. Without pins, they allow each server.
        ///
        /// - Parameter chain: The certificates of the server as DER. Without verification, give the server's own certificate only:
        ///   anyone can add others.
        public func allows(_ chain: [Data]) -> Bool {
            guard isPinning else { return true }
            return chain.contains { certificate in
                if certificates.contains(certificate) { return true }
                guard !keyHashes.isEmpty, let key = CertificateData.publicKeyInfo(of: certificate) else { return false }
                return Self.hash(key).map { keyHashes.contains($0) } ?? false
            }
        }

        private static func keyHash(_ text: String) throws(TransportOptionsError) -> Data {
            let prefix = ["sha256//", "sha256/"].first { text.hasPrefix($0) } ?? ""
            let base64 = String(text.dropFirst(prefix.count))
            guard hash(Data()) != nil else {
                throw .invalid(option: "pins", problem: "needs the trait Crypto for hashes of keys")
            }
            guard let hash = Data(base64Encoded: base64), hash.count == 32 else {
                throw .invalid(
                    option: "pins",
                    problem: "has a hash of a key that isn't SHA-256 in Base64, such as sha256/ and 44 characters"
                )
            }
            return hash
        }

        /// The SHA-256 hash; nil if the hash function is not available.
        private static func hash(_ data: Data) -> Data? {
            #if canImport(CryptoKit) || Crypto
            Data(SHA256.hash(data: data))
            #else
            nil
            #endif
        }
    }

    /// Parses the certificates and the hashes, once for all connections of a transport.
    ///
    /// - Throws: ``TransportOptionsError`` for an invalid certificate or hash.
    public func prepared() throws(TransportOptionsError) -> Prepared { try Prepared(self) }
}

/// Parses certificates (RFC 5280). No API of Apple's gives a certificate's SubjectPublicKeyInfo, so all platforms share
/// this parser.
enum CertificateData {
    /// The certificates in a file, as DER.
    ///
    /// - Parameter data: One certificate as DER, or any number as PEM (RFC 7468).
    /// - Throws: ``TransportOptionsError`` for other data.
    static func certificates(in data: Data) throws(TransportOptionsError) -> [Data] {
        let failure = TransportOptionsError.invalid(
            option: "serverTrust",
            problem: "has an invalid certificate; use PEM or DER"
        )
        var certificates: [Data] = []
        if data.first == DERReader.sequence {
            certificates = [data]
        } else {
            let blocks = String(decoding: data, as: UTF8.self)
                .split(separator: "-----BEGIN CERTIFICATE-----", omittingEmptySubsequences: false)
                .dropFirst()
            for block in blocks {
                guard let end = block.firstRange(of: "-----END CERTIFICATE-----"),
                    let certificate = Data(
                        base64Encoded: String(block[..<end.lowerBound]),
                        options: .ignoreUnknownCharacters
                    )
                else { throw failure }
                certificates.append(certificate)
            }
        }
        guard !certificates.isEmpty, certificates.allSatisfy({ publicKeyInfo(of: $0) != nil }) else { throw failure }
        return certificates
    }

    /// The SubjectPublicKeyInfo of a certificate (RFC 5280, section 4.1), as DER.
    static func publicKeyInfo(of certificate: Data) -> Data? {
        var file = DERReader(certificate)
        guard var outer = file.enter(DERReader.sequence), var body = outer.enter(DERReader.sequence) else { return nil }
        _ = body.next(DERReader.firstTagged)
        // Skips the serial number, the signature algorithm, the issuer, the validity and the subject.
        for tag in [DERReader.integer] + Array(repeating: DERReader.sequence, count: 4) {
            guard body.next(tag) != nil else { return nil }
        }
        return body.next(DERReader.sequence).map { Data($0) }
    }
}
