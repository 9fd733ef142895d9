import TalynCore
import _TalynSupport

#if canImport(Security)
import Foundation
import Security

/// The client's certificates for URLSession on Apple platforms.
struct SecIdentityTable: Sendable {
    /// The identities by host, without other forms of certificates.
    private let hosts: HostTable<ClientCertificate>

    /// - Parameter certificates: The certificates by host.
    /// - Throws: ``TransportOptionsError`` for PEM, invalid data or a wrong password.
    init(_ certificates: [String: ClientCertificate]) throws {
        hosts = HostTable(try certificates.mapValues { try Self.identity($0) })
    }

    /// The credential for a server that asks for a certificate; nil for none.
    func credential(for host: String) -> URLCredential? {
        guard case .identity(let identity, let certificates)? = hosts[host: host] else { return nil }
        return URLCredential(identity: identity, certificates: certificates, persistence: .forSession)
    }

    private static func identity(_ certificate: ClientCertificate) throws(TransportOptionsError) -> ClientCertificate {
        if case .identity = certificate { return certificate }
        guard case .pkcs12(let file, let password) = certificate else {
            throw .unsupported(option: "clientCertificates with PEM", transport: "URLSession")
        }
        var items: CFArray?
        let options = [kSecImportExportPassphrase as String: password]
        let status = SecPKCS12Import(file as CFData, options as CFDictionary, &items)
        // macOS imports into the keychain, which can have the identity already.
        if status == errSecDuplicateItem {
            throw .invalid(
                option: "clientCertificates",
                problem:
                    "has an identity that is in the keychain already. Take it from there, and give it as `.identity`."
            )
        }
        guard status == errSecSuccess, let identity = identity(in: items) else {
            throw .invalid(
                option: "clientCertificates",
                problem: "has a certificate or a key that can't be read: \(certificate). Is the password right? "
                    + "The Security framework has the code \(status)."
            )
        }
        return identity
    }

    /// The identity in the content of a file in the format PKCS #12; nil without one.
    private static func identity(in items: CFArray?) -> ClientCertificate? {
        guard let item = (items as? [[String: Any]])?.first,
            let value = item[kSecImportItemIdentity as String],
            CFGetTypeID(value as CFTypeRef) == SecIdentityGetTypeID()
        else { return nil }
        let chain = item[kSecImportItemCertChain as String] as? [SecCertificate] ?? []
        // `as?` always succeeds for types of CoreFoundation. The identifier of the type was checked above.
        let identity = value as! SecIdentity
        return .identity(identity, certificates: Array(chain.dropFirst()))
    }
}
#endif
