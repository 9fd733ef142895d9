#if !Alamofire
public import Foundation
import TalynCore
import TalynTransportOptions
import _TalynSupport
#if canImport(Security)
public import Security
#endif

/// Decides which servers a ``Session`` trusts, host by host.
public struct ServerTrustManager: Sendable {
    /// Whether hosts without an evaluator are refused. Otherwise the system decides about them.
    public let allHostsMustBeEvaluated: Bool

    /// The evaluators by host. `*.example.com` means all hosts below `example.com`.
    public let evaluators: [String: any ServerTrustEvaluating]

    /// Creates a manager.
    ///
    /// - Parameters:
    ///   - allHostsMustBeEvaluated: Whether hosts without an evaluator are refused.
    ///   - evaluators: The evaluators by host.
    public init(allHostsMustBeEvaluated: Bool = true, evaluators: [String: any ServerTrustEvaluating]) {
        self.allHostsMustBeEvaluated = allHostsMustBeEvaluated
        self.evaluators = evaluators
    }

    /// - Throws: `TransportOptionsError` for an evaluator of the app's own.
    func apply(to options: inout TransportOptions) throws {
        for (host, evaluator) in evaluators {
            guard let evaluator = evaluator as? any DescribedTrust else {
                throw TransportOptionsError.invalid(
                    option: "serverTrustManager",
                    problem:
                        "has an evaluator of type \(type(of: evaluator)); give one of Moya's, or use the trait Alamofire"
                )
            }
            options.hostTrust[host] = evaluator.serverTrust
        }
        // An empty list of pins matches no certificate.
        if allHostsMustBeEvaluated { options.serverTrust = ServerTrust(pins: []) }
    }

    /// Whether an error is the verdict of an evaluator, or of the lack of one. The system decides about other hosts.
    func made(_ error: TransportError) -> Bool {
        guard error.detail == .untrustedServer, let host = error.origin?.host else { return false }
        return allHostsMustBeEvaluated || HostTable(evaluators)[host: host] != nil
    }
}

/// Decides whether a server is trusted.
///
/// Only three types work: ``DefaultTrustEvaluator``, ``DisabledTrustEvaluator`` and ``PinnedCertificatesTrustEvaluator``. A session with
/// any other type fails its calls.
public protocol ServerTrustEvaluating: Sendable {}

/// An evaluator, in the words of a transport.
private protocol DescribedTrust: ServerTrustEvaluating {
    var serverTrust: ServerTrust { get }
}

/// Trusts the servers that the system trusts.
public struct DefaultTrustEvaluator: ServerTrustEvaluating, DescribedTrust {
    fileprivate var serverTrust: ServerTrust { .system }

    /// Creates an evaluator.
    public init() {}
}

/// Trusts every server. An attacker on the network can then read and change all traffic. Use it only in development.
public struct DisabledTrustEvaluator: ServerTrustEvaluating, DescribedTrust {
    fileprivate var serverTrust: ServerTrust { ServerTrust(verification: .none) }

    /// Creates an evaluator.
    public init() {}
}

/// Trusts the servers that have one of these certificates.
public struct PinnedCertificatesTrustEvaluator: ServerTrustEvaluating, DescribedTrust {
    fileprivate let serverTrust: ServerTrust

    /// Creates an evaluator.
    ///
    /// - Parameters:
    ///   - certificates: The certificates, as DER or PEM.
    ///   - acceptSelfSignedCertificates: Whether to trust the certificates as roots.
    ///   - performDefaultValidation: Whether the chain is verified up to a root.
    ///   - validateHost: Whether the certificate has to be one for the host. It is ignored if `performDefaultValidation` is false.
    public init(
        certificates: [Data],
        acceptSelfSignedCertificates: Bool = false,
        performDefaultValidation: Bool = true,
        validateHost: Bool = true
    ) {
        serverTrust = ServerTrust(
            roots: acceptSelfSignedCertificates ? certificates : nil,
            pins: certificates.map { .certificate($0) },
            verification: performDefaultValidation ? validateHost ? .full : .withoutHostName : .none
        )
    }

    /// Creates an evaluator with the certificates of the app's bundle: its files with the extensions `cer`, `crt` and `der`.
    public init(
        acceptSelfSignedCertificates: Bool = false,
        performDefaultValidation: Bool = true,
        validateHost: Bool = true
    ) {
        let files = ["cer", "CER", "crt", "CRT", "der", "DER"].flatMap {
            Bundle.main.paths(forResourcesOfType: $0, inDirectory: nil)
        }
        self.init(
            certificates: Set(files).compactMap { try? Data(contentsOf: URL(fileURLWithPath: $0)) },
            acceptSelfSignedCertificates: acceptSelfSignedCertificates,
            performDefaultValidation: performDefaultValidation,
            validateHost: validateHost
        )
    }
}

#if canImport(Security)
extension PinnedCertificatesTrustEvaluator {
    /// Creates an evaluator with certificates that the system has read.
    public init(
        certificates: [SecCertificate],
        acceptSelfSignedCertificates: Bool = false,
        performDefaultValidation: Bool = true,
        validateHost: Bool = true
    ) {
        self.init(
            certificates: certificates.map { SecCertificateCopyData($0) as Data },
            acceptSelfSignedCertificates: acceptSelfSignedCertificates,
            performDefaultValidation: performDefaultValidation,
            validateHost: validateHost
        )
    }
}
#endif
#endif
