public import Foundation

/// Which servers are trusted on https connections.
///
/// ```swift
/// options.serverTrust = ServerTrust(roots: [try Data(contentsOf: ourAuthority)])
/// options.hostTrust["*.example.com"] = ServerTrust(pins: [.publicKey("sha256//Vjs8r4z+80wjNcr1YKepWQboSIRi63WsWXhIMN+eWys=")])
/// ```
///
/// Pins are looked at on top of all else, when the connection is there and before a request is sent on it.
public struct ServerTrust: Hashable, Sendable {
    /// What one of the server's certificates has to match.
    public enum Pin: Hashable, Sendable {
        /// The certificate, as DER or PEM.
        case certificate(Data)

        /// The SHA-256 hash of the certificate's public key (SubjectPublicKeyInfo, RFC 7469, section 2.4) in Base64, with
        /// or without `sha256//` before it, as curl has it.
        case publicKey(String)
    }

    /// What of the server's certificate is verified.
    public enum Verification: Hashable, Sendable {
        /// The chain up to a trusted root, its dates, and the name of the host.
        case full

        /// All but the name of the host.
        case withoutHostName

        /// Nothing: whoever stands between can read and change all, unless there are pins.
        case none
    }

    /// The certificates that a chain may end in, each DER, or PEM with one or more; nil for those of the system.
    public var roots: [Data]?

    /// What the server's certificate has to match one of; nil if it needn't. With an empty list no server is trusted.
    ///
    /// On Apple platforms any certificate of the verified chain counts, with AsyncHTTPClient the server's own only. To
    /// demand a particular authority everywhere, make it the only one of the ``roots``.
    public var pins: [Pin]?

    /// What of the certificate is verified.
    public var verification: Verification

    /// Creates a trust; what is left out is as the system has it.
    public init(roots: [Data]? = nil, pins: [Pin]? = nil, verification: Verification = .full) {
        self.roots = roots
        self.pins = pins
        self.verification = verification
    }

    /// The roots of the system, without pins.
    public static let system = ServerTrust()
}
