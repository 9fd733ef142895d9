import Foundation

/// A server trust whose certificates and hashes have been read.
struct PreparedTrust: Sendable {
    /// As DER; nil for the system's.
    let roots: [Data]?
    let pins: PinnedCertificates?
    let verification: ServerTrust.Verification

    /// - Throws: ``TransportOptionsError`` for what is no certificate or no hash.
    init(_ trust: ServerTrust) throws {
        roots = try trust.roots?.flatMap { try CertificateData.certificates(in: $0) }
        pins = try trust.pins.map { try PinnedCertificates($0) }
        verification = trust.verification
    }
}
