#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
public struct ClientCertificate: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
        case pem(certificates: Data, privateKey: Data, password: String?)
        case pkcs12(Data, password: String)
        #if canImport(Security)
        case identity(Identity)
        #endif
    }

    package let source: Source

    /// Certificates and a key as PEM (RFC 7468). Not supported by URLSession.
    ///
    /// - Parameters:
    ///   - certificates: The client's certificate, and the authorities between it and the root.
    ///   - privateKey: The key of the client's certificate.
    ///   - password: The password of an encrypted key.
    public static func pem(certificates: Data, privateKey: Data, password: String? = nil) -> ClientCertificate {
        ClientCertificate(source: .pem(certificates: certificates, privateKey: privateKey, password: password))
    }

    /// A file with certificates and a key in the format PKCS #12 (RFC 7292), such as `client.p12`.
    public static func pkcs12(_ file: Data, password: String) -> ClientCertificate {
        ClientCertificate(source: .pkcs12(file, password: password))
    }

    #if canImport(Security)
    /// An identity, such as one of the keychain. Only URLSession supports it.
    ///
    /// - Parameters:
    ///   - identity: The client's certificate and its key.
    ///   - certificates: The authorities between the certificate and the root.
    public static func identity(_ identity: SecIdentity, certificates: [SecCertificate] = []) -> ClientCertificate {
        ClientCertificate(source: .identity(Identity(identity: identity, certificates: certificates)))
    }

    package struct Identity: @unchecked Sendable, Hashable {  // Unchecked: Security's objects don't change.
        package let identity: SecIdentity
        package let certificates: [SecCertificate]

        package init(identity: SecIdentity, certificates: [SecCertificate]) {
            self.identity = identity
            self.certificates = certificates
        }
    }
    #endif
}

extension ClientCertificate {
    /// The error for invalid data and for a wrong password.
    package var unreadable: TransportOptionsError {
        .invalid(
            option: "clientCertificates",
            problem: "has a certificate or a key that can't be read: \(self). Is the password right?"
        )
    }
}

extension ClientCertificate: CustomStringConvertible, CustomReflectable {
    /// The format, without the key and the password.
    public var description: String {
        switch source {
        case .pem: "client certificate in PEM"
        case .pkcs12: "client certificate in PKCS #12"
        #if canImport(Security)
        case .identity: "client certificate of an identity"
        #endif
        }
    }

    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
