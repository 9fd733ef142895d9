#if canImport(Security)
import Foundation
import Security

/// Says which servers Apple's URLSession trusts.
struct SecTrustEvaluator: Sendable {
    enum Verdict: Sendable {
        case trusted
        case untrusted
        /// Nothing is wrong with the chain but that none of it is pinned.
        case notPinned
    }

    private let general: PreparedTrust?
    private let hosts: HostTable<PreparedTrust>

    /// - Throws: ``TransportOptionsError`` for what is no certificate or no hash.
    init(_ options: TransportOptions) throws {
        general = options.serverTrust == .system ? nil : try PreparedTrust(options.serverTrust)
        hosts = HostTable(try options.hostTrust.mapValues { try PreparedTrust($0) })
    }

    /// Whether a host is trusted; nil if that is left to the system.
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
        // What has not been verified may have been put behind the server's own certificate by anybody.
        if trust.verification == .none { chain = Array(chain.prefix(1)) }
        return pins.contains(oneOf: chain.map { SecCertificateCopyData($0) as Data }) ? .trusted : .notPinned
    }
}
#endif
