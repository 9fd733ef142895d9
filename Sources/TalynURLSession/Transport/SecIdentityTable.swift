import TalynCore

#if canImport(Security)
import Foundation
import Security

/// The client's certificates for URLSession on Apple platforms.
struct SecIdentityTable: Sendable {
    private let hosts: HostTable<ClientCertificate.Identity>

    /// - Parameter certificates: The certificates by host.
    /// - Throws: ``TransportOptionsError`` for PEM, invalid data or a wrong password.
    init(_ certificates: [String: ClientCertificate]) throws {
        hosts = HostTable(try certificates.mapValues { try Self.identity($0) })
    }

    /// The credential for a server that asks for a certificate; nil for none.
    func credential(for host: String) -> URLCredential? {
        hosts[host: host].map {
            URLCredential(identity: $0.identity, certificates: $0.certificates, persistence: .forSession)
        }
    }

    private static func identity(_ certificate: ClientCertificate) throws -> ClientCertificate.Identity {
        switch certificate.source {
        case .identity(let identity): return identity
        case .pem:
            throw TransportOptionsError.unsupported(option: "clientCertificates with PEM", transport: "URLSession")
        case .pkcs12(let file, let password):
            guard let identity = identity(file, password) else { throw certificate.unreadable }
            return identity
        }
    }

    /// The identity in a file in the format PKCS #12; nil for invalid data or a wrong password.
    private static func identity(_ file: Data, _ password: String) -> ClientCertificate.Identity? {
        var items: CFArray?
        let options = [kSecImportExportPassphrase as String: password]
        guard SecPKCS12Import(file as CFData, options as CFDictionary, &items) == errSecSuccess,
            let item = (items as? [[String: Any]])?.first,
            let value = item[kSecImportItemIdentity as String],
            CFGetTypeID(value as CFTypeRef) == SecIdentityGetTypeID()
        else { return nil }
        let chain = item[kSecImportItemCertChain as String] as? [SecCertificate] ?? []
        // `as?` always succeeds for types of CoreFoundation. The identifier of the type was checked above.
        let identity = value as! SecIdentity
        return ClientCertificate.Identity(identity: identity, certificates: Array(chain.dropFirst()))
    }
}
#endif
