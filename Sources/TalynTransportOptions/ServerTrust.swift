public import TalynCore
public import _TalynFoundation

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
    public var roots: [Data]?

    /// The pins, of which the server's certificate must match one; nil for no pinning. An empty list trusts no server.
    ///
    /// On Apple platforms, any certificate of the verified chain may match. With AsyncHTTPClient, the server's own
    /// certificate must match. To require a particular authority on all platforms, make it the only one of the
    /// ``roots``.
    public var pins: [Pin]?

    /// The verification of the certificate.
    public var verification: Verification

    /// Creates a trust. The defaults are the system's.
    public init(roots: [Data]? = nil, pins: [Pin]? = nil, verification: Verification = .full) {
        self.roots = roots
        self.pins = pins
        self.verification = verification
    }

    /// The system's roots, without pins. The default of ``TransportOptions/serverTrust``.
    public static let system = ServerTrust()
}

/// An error for a server without a pinned certificate. The connection is not used.
public struct PinMismatch: Error, Sendable, Hashable, DescribedError {
    /// Creates the error.
    public init() {}

    public var problem: String { "None of the server's certificates is pinned." }

    public var recovery: String? {
        "If the server has a new key, pin that, too. Otherwise, the connection may be under attack."
    }
}
