public import TalynCore
public import _TalynFoundation
import _TalynSupport

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
        let places = try metadataURLs(of: issuer).map {
            DocumentPlace(url: $0, name: String($0.encodedPath.prefix(200)))
        }
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
        guard issuer.isSecureForOAuth, issuer.query() == nil, issuer.fragment() == nil else {
            throw OAuthError(.unsupported, "The issuer isn't an https URL without a query and a fragment.")
        }
        let path = issuer.encodedPath.withoutFinalSlashes
        var places = ["/.well-known/oauth-authorization-server\(path)", "/.well-known/openid-configuration\(path)"]
        if !path.isEmpty { places.append("\(path)/.well-known/openid-configuration") }
        return places.compactMap { issuer.with(path: $0, query: nil) }
    }

    /// Reads a description. An optional endpoint that is empty, no URL or insecure counts as none.
    init(metadata: Data, issuer: URL) throws(DocumentFault) {
        guard let document = ServerDocument(metadata) else { throw .noObject }
        guard let name = document.text("issuer") else { throw DocumentFault(text: "no issuer") }
        // Section 3.3: a server must not speak for another one.
        guard name.withoutFinalSlash == issuer.absoluteString.withoutFinalSlash else {
            throw DocumentFault(text: "the description of \(URL.shown(name) ?? "another issuer")", isForeign: true)
        }
        func endpoint(_ name: String, of document: ServerDocument?) -> URL? {
            document?.url(name).flatMap { $0.isSecureForOAuth(namedBy: issuer) ? $0 : nil }
        }
        guard let tokenEndpoint = endpoint("token_endpoint", of: document) else {
            let isMissing = document.url("token_endpoint") == nil
            throw DocumentFault(text: isMissing ? "no token endpoint" : "a token endpoint that isn't secure")
        }
        self.init(
            issuer: name,
            tokenEndpoint: tokenEndpoint,
            authorizationEndpoint: endpoint("authorization_endpoint", of: document),
            deviceAuthorizationEndpoint: endpoint("device_authorization_endpoint", of: document),
            revocationEndpoint: endpoint("revocation_endpoint", of: document),
            identifiesItselfInCallbacks: document.flag("authorization_response_iss_parameter_supported")
        )
        let aliases = document.object("mtls_endpoint_aliases")
        mutualTLSTokenEndpoint = endpoint("token_endpoint", of: aliases)
        mutualTLSDeviceAuthorizationEndpoint = endpoint("device_authorization_endpoint", of: aliases)
        mutualTLSRevocationEndpoint = endpoint("revocation_endpoint", of: aliases)
        registrationEndpoint = endpoint("registration_endpoint", of: document)
        codeChallengeMethods = Set(document.words("code_challenge_methods_supported") ?? [])
        supportsClientMetadataDocuments = document.flag("client_id_metadata_document_supported")
        scopes = Set(document.words("scopes_supported") ?? [])
        clientAuthenticationMethods = Set(document.words("token_endpoint_auth_methods_supported") ?? [])
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
