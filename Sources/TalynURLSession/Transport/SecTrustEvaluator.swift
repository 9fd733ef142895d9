import TalynCore
import _TalynSupport

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

    private let general: ServerTrust.Prepared?
    private let hosts: HostTable<ServerTrust.Prepared>

    /// - Throws: ``TransportOptionsError`` for an invalid certificate or hash.
    init(_ options: TransportOptions) throws {
        general = options.serverTrust == .system ? nil : try options.serverTrust.prepared()
        hosts = HostTable(try options.hostTrust.mapValues { try $0.prepared() })
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
        if trust.verification == .withoutHostName {
            let policy = SecPolicyCreateSSL(true, nil)
            guard SecTrustSetPolicies(serverTrust, policy) == errSecSuccess else { return .untrusted }
        }
        if trust.verification != .none {
            guard SecTrustEvaluateWithError(serverTrust, nil) else { return .untrusted }
        }
        guard trust.isPinning else { return .trusted }
        var chain = (SecTrustCopyCertificateChain(serverTrust) as? [SecCertificate]) ?? []
        // Without verification, anyone can add certificates after the server's own.
        if trust.verification == .none { chain = Array(chain.prefix(1)) }
        return trust.allows(chain.map { SecCertificateCopyData($0) as Data }) ? .trusted : .notPinned
    }
}
#endif
