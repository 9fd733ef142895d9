public import TalynCore
import _TalynSupport

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto
import Crypto
#endif

/// The trust in the servers of https connections.
///
/// ```swift
/// options.serverTrust = ServerTrust(roots: [try Data(contentsOf: ourAuthority)])
/// options.hostTrust["*.example.com"] = ServerTrust(pins: [.publicKey("sha256//Vjs8r4z+80wjNcr1YKepWQboSIRi63WsWXhIMN+eWys=")])
/// ```
///
/// Pins are checked in addition, on each new connection and before any request.
public struct ServerTrust: Hashable, Sendable {
    /// A pin that one of the server's certificates must match.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Pin: Hashable, Sendable {
        /// The certificate, as DER or PEM.
        case certificate(Data)

        /// The SHA-256 hash of the certificate's public key in Base64, with or without `sha256//` before it, as in curl
        /// (SubjectPublicKeyInfo, RFC 7469, section 2.4).
        case publicKey(String)
    }

    /// The verification of the server's certificate.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Verification: Hashable, Sendable {
        /// Verifies the chain up to a trusted root, the dates, and the name of the host.
        case full

        /// Verifies all but the name of the host.
        case withoutHostName

        /// Verifies nothing. Without pins, an attacker on the network can read and change everything.
        case none
    }

    /// The trusted root certificates, each as DER, or as PEM with one or more certificates; nil for the system's roots.
    let roots: [Data]?

    /// The pins, of which the server's certificate must match one; nil for no pinning. An empty list trusts no server.
    ///
    /// On Apple platforms, any certificate of the verified chain may match. With AsyncHTTPClient, the server's own
    /// certificate must match. To require a particular authority on all platforms, make it the only one of the
    /// ``roots``.
    let pins: [Pin]?

    /// The verification of the certificate.
    let verification: Verification

    /// Creates a trust. The defaults are the system's.
    public init(roots: [Data]? = nil, pins: [Pin]? = nil, verification: Verification = .full) {
        self.roots = roots
        self.pins = pins
        self.verification = verification
    }

    /// The system's roots without pins.
    package static let system = ServerTrust()
}

/// An error for a server without a pinned certificate. The connection is not used.
public struct PinMismatch: Error, Sendable, Hashable, DescribedError {
    package init() {}

    public var problem: String { "None of the server's certificates is pinned." }

    public var recovery: String? {
        "If the server has a new key, pin that, too. Otherwise, the connection may be under attack."
    }
}

/// Values for particular hosts.
package struct HostTable<Value: Sendable>: Sendable {
    private var values: [String: Value] = [:]

    package var isEmpty: Bool { values.isEmpty }

    /// - Parameter values: The values by the names of hosts, or by `*.` and a name for all its subdomains.
    package init(_ values: [String: Value]) {
        for (key, value) in values { self.values[Self.name(key)] = value }
    }

    /// The value for a host: by its own name, or else by the longest matching wildcard.
    package subscript(host host: String) -> Value? {
        guard !values.isEmpty else { return nil }
        let host = Self.name(host)
        if let value = values[host] { return value }
        var name = host[...]
        while let dot = name.firstIndex(of: ".") {
            if let value = values["*" + name[dot...]] { return value }
            name = name[name.index(after: dot)...]
        }
        return nil
    }

    /// Whether a key is the name of a host, or `*.` and a name.
    static func isKey(_ key: String) -> Bool {
        let name = key.hasPrefix("*.") ? key.dropFirst(2) : key[...]
        // More than one colon means an IPv6 address.
        let host = name.count { $0 == ":" } > 1 ? "[\(name)]" : String(name)
        guard !name.isEmpty, !name.contains("*"), let components = URLComponents(string: "https://\(host)") else {
            return false
        }
        let isHost = components.path.isEmpty && components.query == nil && components.fragment == nil
        return isHost && components.user == nil && components.port == nil && components.host?.isEmpty == false
    }

    /// Normalizes the name of a host: lower case, no dot at the end, and non-ASCII letters as in URLs.
    static func name(_ host: String) -> String {
        var name = host.lowercased()
        if !name.utf8.allSatisfy({ $0 < 0x80 }) {
            name = URL(string: "https://\(name)")?.host(percentEncoded: false)?.lowercased() ?? name
        }
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}

/// A server trust with parsed certificates and hashes.
package struct PreparedTrust: Sendable {
    /// The roots as DER; nil for the system's.
    package let roots: [Data]?
    package let pins: PinnedCertificates?
    package let verification: ServerTrust.Verification

    /// - Throws: ``TransportOptionsError`` for an invalid certificate or hash.
    package init(_ trust: ServerTrust) throws {
        roots = try trust.roots?.flatMap { try CertificateData.certificates(in: $0) }
        pins = try trust.pins.map { try PinnedCertificates($0) }
        verification = trust.verification
    }
}

/// Parsed pins.
package struct PinnedCertificates: Sendable {
    private var certificates: Set<Data> = []
    private var keyHashes: Set<Data> = []

    /// - Throws: ``TransportOptionsError`` for an invalid certificate or hash.
    init(_ pins: [ServerTrust.Pin]) throws {
        for pin in pins {
            switch pin {
            case .certificate(let data): certificates.formUnion(try CertificateData.certificates(in: data))
            case .publicKey(let text): keyHashes.insert(try Self.keyHash(text))
            }
        }
    }

    /// Whether one of the certificates, as DER, is pinned.
    package func contains(oneOf chain: [Data]) -> Bool {
        chain.contains { certificate in
            if certificates.contains(certificate) { return true }
            guard !keyHashes.isEmpty, let key = CertificateData.publicKeyInfo(of: certificate) else { return false }
            return Self.hash(key).map { keyHashes.contains($0) } ?? false
        }
    }

    private static func keyHash(_ text: String) throws -> Data {
        let prefix = ["sha256//", "sha256/"].first { text.hasPrefix($0) } ?? ""
        let base64 = String(text.dropFirst(prefix.count))
        guard hash(Data()) != nil else {
            throw TransportOptionsError.invalid(option: "pins", problem: "needs the trait Crypto for hashes of keys")
        }
        guard let hash = Data(base64Encoded: base64), hash.count == 32 else {
            throw TransportOptionsError.invalid(
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

/// Parses certificates (RFC 5280). No API of Apple's gives a certificate's SubjectPublicKeyInfo, so all platforms share
/// this parser.
enum CertificateData {
    /// The certificates in a file, as DER.
    ///
    /// - Parameter data: One certificate as DER, or any number as PEM (RFC 7468).
    /// - Throws: ``TransportOptionsError`` for other data.
    static func certificates(in data: Data) throws -> [Data] {
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
