#if canImport(Security)
public import Security
#endif

/// Trusts the servers that have one of these certificates.
public struct PinnedCertificatesTrustEvaluator: ServerTrustEvaluating {
    public let serverTrust: ServerTrust

    /// Creates an evaluator.
    ///
    /// - Parameters:
    ///   - certificates: The certificates, as DER or PEM.
    ///   - acceptSelfSignedCertificates: Whether the certificates are roots, too.
    ///   - performDefaultValidation: Whether the chain is verified up to a root.
    ///   - validateHost: Whether the certificate has to be one for the host. Counts only where the chain is verified;
    ///     otherwise the certificate alone decides.
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
}

#if canImport(Security)
extension PinnedCertificatesTrustEvaluator {
    /// Creates an evaluator of certificates that the system has read.
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
