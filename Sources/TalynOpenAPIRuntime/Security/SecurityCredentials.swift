import HTTPTypes
public import TalynCore
import _TalynFoundation
import _TalynSupport

/// The place in a request that a security scheme of a document uses for its credential.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SecurityScheme: Sendable, Hashable {
    /// A token in the `Authorization` field (RFC 6750), also one of OAuth 2 and OpenID Connect.
    case bearer
    /// A name and a password, joined by a colon (RFC 7617).
    case basic
    /// Another scheme of the `Authorization` field, with its name.
    case http(String)
    /// A header field of its own.
    case header(String)
    /// A parameter of the query.
    case query(String)
    /// A cookie. Characters that a cookie can't have are percent-encoded (RFC 6265, section 4.1.1).
    case cookie(String)
}

/// Adds the credentials that an operation needs, by the security schemes of its document.
///
/// Generated clients make it. Of several alternatives, the first counts for which all credentials are there, also for an operation
/// that needs none. Without such an alternative, the operation is called without a credential, and the server decides.
public struct SecurityCredentials: RequestAdapter {
    /// Gets the credential of a scheme; nil without one.
    public typealias Credential = @Sendable () async throws -> String?

    private let schemes: [String: SecurityScheme]
    private let credentials: [String: Credential]

    /// Creates a plugin.
    ///
    /// - Parameters:
    ///   - schemes: The schemes of the document, by name.
    ///   - credentials: The credentials, by the name of the scheme.
    public init(_ schemes: [String: SecurityScheme], _ credentials: [String: Credential]) {
        self.schemes = schemes
        self.credentials = credentials
    }

    public func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
        guard let operation = context.target as? any DescribedOperation else { return }
        // An alternative without names allows a call without a credential. It doesn't forbid one that is there.
        alternatives: for names in operation.security where !names.isEmpty {
            var found: [(SecurityScheme, String)] = []
            for name in names {
                guard let scheme = schemes[name], let credential = try await credentials[name]?(), !credential.isEmpty
                else { continue alternatives }
                found.append((scheme, credential))
            }
            for (scheme, credential) in found { try scheme.add(credential, to: &request) }
            return
        }
    }
}

extension SecurityCredentials {
    /// The scopes that the operation of a call needs from a scheme of OAuth, and whether there is a way without it; nil for an
    /// operation that doesn't use the scheme.
    public static func scopes(
        of scheme: String,
        for target: any TargetType
    ) -> (scopes: Set<String>, isOptional: Bool)? {
        guard let operation = target as? any DescribedOperation,
            operation.security.contains(where: { $0.contains(scheme) })
        else { return nil }
        return (operation.scopes[scheme] ?? [], operation.security.contains { !$0.contains(scheme) })
    }
}

extension SecurityScheme {
    /// Puts a credential into a request.
    func add(_ credential: String, to request: inout OutgoingRequest) throws {
        switch self {
        case .bearer: try request.setCredential("Bearer \(credential)", for: .authorization)
        case .basic:
            let encoded = Data(credential.utf8).base64EncodedString()
            try request.setCredential("Basic \(encoded)", for: .authorization)
        case .http(let scheme): try request.setCredential("\(scheme) \(credential)", for: .authorization)
        case .header(let name):
            if let name = HTTPField.Name(name) { try request.setCredential(credential, for: name) }
        case .query(let name):
            let path = request.head.path ?? "/"
            let pair = "\(name.encoded())=\(credential.encoded())"
            request.head.path = path + (path.contains("?") ? "&" : "?") + pair
            request.credentialNames.insert(name)
        case .cookie(let name):
            let others = request.headerFields[.cookie].map { "\($0); " } ?? ""
            // Only bytes that a cookie can't have are encoded, since servers compare a credential with the bytes that they gave out.
            let value = credential.percentEncoded(allowed: .cookieOctets)
            request.headerFields[.cookie] = "\(others)\(name)=\(value)"
        }
    }
}

extension ASCIISet {
    /// The characters of a cookie's value: `cookie-octet` (RFC 6265, section 4.1.1).
    fileprivate static let cookieOctets = unreserved.union(ASCIISet("!#$%&'()*+/:<=>?@[]^`{|}"))
}
