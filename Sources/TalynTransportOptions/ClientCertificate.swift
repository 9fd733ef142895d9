public import _TalynFoundation

#if canImport(Security)
public import Security
#endif

/// A certificate of the client with its private key, for servers that ask for one (RFC 8446, section 4.3.2).
///
/// ```swift
/// options.clientCertificates["api.example.com"] = .pkcs12(try Data(contentsOf: file), password: password)
/// ```
///
/// Its description has neither the key nor the password.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ClientCertificate: @unchecked Sendable, Hashable {  // Unchecked: Security's objects don't change.
    /// Certificates and a key as PEM (RFC 7468). Not supported by URLSession.
    ///
    /// The certificates are the client's own, and those of the authorities between it and the root. The password is that of an
    /// encrypted key.
    case pem(certificates: Data, privateKey: Data, password: String? = nil)

    /// A file with certificates and a key in the format PKCS #12 (RFC 7292), such as `client.p12`.
    case pkcs12(Data, password: String)

    #if canImport(Security)
    /// An identity, such as one of the keychain, with the authorities between its certificate and the root. Only URLSession
    /// supports it.
    case identity(SecIdentity, certificates: [SecCertificate] = [])
    #endif
}

extension ClientCertificate: CustomStringConvertible, CustomReflectable {
    /// The format, without the key and the password.
    public var description: String {
        switch self {
        case .pem: "client certificate in PEM"
        case .pkcs12: "client certificate in PKCS #12"
        #if canImport(Security)
        case .identity: "client certificate of an identity"
        #endif
        }
    }

    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
