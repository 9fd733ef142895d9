public import TalynCore
import _TalynSupport

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension AuthorizationServer {
    /// Gets the description of a server from the server itself (RFC 8414, OpenID Connect Discovery 1.0).
    ///
    /// Most servers have it at one of three places. An answer that can't be used, such as a page or a redirect, counts as none.
    ///
    /// - Parameters:
    ///   - issuer: The identifier of the server. A final slash makes no difference.
    ///   - provider: Makes the calls. `Provider()` is enough.
    /// - Throws: ``OAuthError`` with the reason ``OAuthError/Reason/discovery`` if no place has a description of this issuer. Its text
    ///   says what each place gave. With ``OAuthError/Reason/unavailable`` if the server can't be reached, or fails.
    public static func discover(
        _ issuer: URL,
        with provider: Provider<OAuthRequest>
    ) async throws(OAuthError) -> AuthorizationServer {
        let places = try metadataURLs(of: issuer).map { DocumentPlace($0, name: String($0.encodedPath.prefix(200))) }
        let found = try await provider.document(at: places) { (data) throws(DocumentFault) in
            try AuthorizationServer(metadata: data, issuer: issuer)
        }
        switch found {
        case .success(let server): return server
        case .failure(let missing): throw missing.error("\(issuer.host() ?? "The issuer") has no usable description")
        }
    }

    /// The places of the description: that of RFC 8414 (section 3.1), the same with the name of OpenID Connect, and that of OpenID
    /// Connect, which most servers have. The last two are the same for an issuer without a path.
    static func metadataURLs(of issuer: URL) throws(OAuthError) -> [URL] {
        var parts = URLComponents(url: issuer, resolvingAgainstBaseURL: true)
        guard issuer.isSecureForOAuth, parts?.query == nil, parts?.fragment == nil else {
            throw OAuthError(.unsupported, detail: "The issuer isn't an https URL without a query and a fragment.")
        }
        var path = parts?.percentEncodedPath ?? ""
        while path.hasSuffix("/") { path.removeLast() }
        var places = ["/.well-known/oauth-authorization-server\(path)", "/.well-known/openid-configuration\(path)"]
        if !path.isEmpty { places.append("\(path)/.well-known/openid-configuration") }
        return places.compactMap { place in
            parts?.percentEncodedPath = place
            return parts?.url
        }
    }

    /// Reads a description. An optional endpoint that is empty, no URL or insecure counts as none.
    init(metadata: Data, issuer: URL) throws(DocumentFault) {
        guard let metadata = try? JSONDecoder().decode(Metadata.self, from: metadata) else { throw .noObject }
        guard let name = metadata.issuer else { throw DocumentFault("no issuer") }
        // Section 3.3: a server must not speak for another one.
        guard name.withoutFinalSlash == issuer.absoluteString.withoutFinalSlash else {
            throw DocumentFault("the description of \(URL.shown(name) ?? "another issuer")", isForeign: true)
        }
        guard let tokenEndpoint = metadata.tokenEndpoint.flatMap({ URL(string: $0) }) else {
            throw DocumentFault("no token endpoint")
        }
        guard tokenEndpoint.isSecureForOAuth(namedBy: issuer) else {
            throw DocumentFault("a token endpoint that isn't secure")
        }
        func endpoint(_ text: String?) -> URL? {
            guard let url = text.flatMap({ URL(string: $0) }), url.isSecureForOAuth(namedBy: issuer) else { return nil }
            return url
        }
        self.init(
            issuer: name,
            tokenEndpoint: tokenEndpoint,
            authorizationEndpoint: endpoint(metadata.authorizationEndpoint),
            deviceAuthorizationEndpoint: endpoint(metadata.deviceAuthorizationEndpoint),
            revocationEndpoint: endpoint(metadata.revocationEndpoint),
            identifiesItselfInCallbacks: metadata.identifiesItself
        )
        mutualTLSTokenEndpoint = endpoint(metadata.aliases?.tokenEndpoint)
        registrationEndpoint = endpoint(metadata.registrationEndpoint)
        codeChallengeMethods = metadata.codeChallengeMethods
        supportsClientMetadataDocuments = metadata.supportsClientMetadataDocuments
        scopes = metadata.scopes
        clientAuthenticationMethods = metadata.clientAuthenticationMethods
    }

    private struct Metadata: Decodable {
        let issuer: String?
        let tokenEndpoint: String?
        let authorizationEndpoint: String?
        let deviceAuthorizationEndpoint: String?
        let revocationEndpoint: String?
        let registrationEndpoint: String?
        let identifiesItself: Bool
        let codeChallengeMethods: Set<String>
        let supportsClientMetadataDocuments: Bool
        let scopes: Set<String>
        let clientAuthenticationMethods: Set<String>
        let aliases: Aliases?

        struct Aliases: Decodable {
            let tokenEndpoint: String?

            init(from decoder: any Decoder) throws {
                tokenEndpoint = try decoder.container(keyedBy: CodingKeys.self).text(.tokenEndpoint)
            }
        }

        enum CodingKeys: String, CodingKey {
            case issuer
            case tokenEndpoint = "token_endpoint"
            case authorizationEndpoint = "authorization_endpoint"
            case deviceAuthorizationEndpoint = "device_authorization_endpoint"
            case revocationEndpoint = "revocation_endpoint"
            case registrationEndpoint = "registration_endpoint"
            case identifiesItself = "authorization_response_iss_parameter_supported"
            case codeChallengeMethods = "code_challenge_methods_supported"
            case supportsClientMetadataDocuments = "client_id_metadata_document_supported"
            case scopes = "scopes_supported"
            case clientAuthenticationMethods = "token_endpoint_auth_methods_supported"
            case aliases = "mtls_endpoint_aliases"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            issuer = container.text(.issuer)
            tokenEndpoint = container.text(.tokenEndpoint)
            authorizationEndpoint = container.text(.authorizationEndpoint)
            deviceAuthorizationEndpoint = container.text(.deviceAuthorizationEndpoint)
            revocationEndpoint = container.text(.revocationEndpoint)
            registrationEndpoint = container.text(.registrationEndpoint)
            identifiesItself = container.flag(.identifiesItself)
            codeChallengeMethods = Set(container.words(.codeChallengeMethods))
            supportsClientMetadataDocuments = container.flag(.supportsClientMetadataDocuments)
            scopes = Set(container.words(.scopes))
            clientAuthenticationMethods = Set(container.words(.clientAuthenticationMethods))
            aliases = try? container.decodeIfPresent(Aliases.self, forKey: .aliases)
        }
    }
}

extension String {
    var withoutFinalSlash: Substring { hasSuffix("/") ? dropLast() : self[...] }
}

extension URL {
    /// The URL of a server as an error shows it: encoded, at most 200 characters, without user information and query; nil for other text.
    static func shown(_ text: String) -> String? {
        guard let url = URL(string: text), Origin(url) != nil,
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return nil }
        (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
        return parts.url.map { String($0.absoluteString.prefix(200)) }
    }
}
