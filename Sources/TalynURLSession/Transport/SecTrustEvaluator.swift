import TalynCore

#if canImport(Security)
import Foundation
import Security

/// Evaluates the trust in servers for URLSession on Apple platforms.
struct SecTrustEvaluator: Sendable {
    enum Verdict: Sendable {
        case trusted
        case untrusted
        /// The chain is valid, but has no pinned certificate.
        case notPinned
    }

    private let general: PreparedTrust?
    private let hosts: HostTable<PreparedTrust>

    /// - Throws: ``TransportOptionsError`` for an invalid certificate or hash.
    init(_ options: TransportOptions) throws {
        general = options.serverTrust == .system ? nil : try PreparedTrust(options.serverTrust)
        hosts = HostTable(try options.hostTrust.mapValues { try PreparedTrust($0) })
    }

    /// Evaluates the trust in a host; nil to leave it to the system.
    func verdict(on serverTrust: SecTrust, of host: String) -> Verdict? {
        guard let trust = hosts[host: host] ?? general else { return nil }
        if let roots = trust.roots {
            let anchors = roots.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
            guard anchors.count == roots.count,
                SecTrustSetAnchorCertificates(serverTrust, anchors as CFArray) == errSecSuccess,
                SecTrustSetAnchorCertificatesOnly(serverTrust, true) == errSecSuccess
            else { return .untrusted }
        }
        switch trust.verification {
        case .full: guard SecTrustEvaluateWithError(serverTrust, nil) else { return .untrusted }
        case .withoutHostName:
            guard SecTrustSetPolicies(serverTrust, SecPolicyCreateSSL(true, nil)) == errSecSuccess,
                SecTrustEvaluateWithError(serverTrust, nil)
            else { return .untrusted }
        case .none: break
        }
        guard let pins = trust.pins else { return .trusted }
        var chain = (SecTrustCopyCertificateChain(serverTrust) as? [SecCertificate]) ?? []
        // Without verification, anyone can add certificates after the server's own.
        if trust.verification == .none { chain = Array(chain.prefix(1)) }
        return pins.contains(oneOf: chain.map { SecCertificateCopyData($0) as Data }) ? .trusted : .notPinned
    }
}
#endif
