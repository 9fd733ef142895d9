public import _TalynFoundation
import _TalynSupport

/// A sign-in that has begun: the page to open, and the secrets that belong to it (RFC 6749, section 4.1; RFC 7636).
///
/// Open ``url`` in a browser, and hand the URL that comes back to ``OAuthSession/signIn(_:callback:)``. A web server keeps the
/// request in the session of its user in between, since it is `Codable`. It is secret.
public struct AuthorizationRequest: Sendable, Codable {
    /// The page at which the user signs in.
    public let url: URL

    /// The URL to which the server leads the user back.
    public let redirectURI: URL

    let state: String
    /// The secret that proves who started the sign-in (PKCE, RFC 7636).
    let codeVerifier: String
    let scopes: Set<String>
    let resource: String?
    /// The key that the tokens will be bound to, in PEM.
    let proofKey: String?
}

extension AuthorizationRequest: CustomStringConvertible, CustomReflectable {
    /// The host of the page, without the secrets.
    public var description: String { "sign-in at \(url.host() ?? "")" }

    public var customMirror: Mirror { Mirror(self, children: ["host": url.host() as Any]) }
}

extension AuthorizationRequest {
    /// Returns the authorization code of a callback (RFC 6749, section 4.1.2).
    ///
    /// - Throws: ``OAuthError`` for the callback of another sign-in, and for the error of the server.
    func code(in callback: URL, from server: AuthorizationServer) throws(OAuthError) -> String {
        guard let parts = URLComponents(url: callback, resolvingAgainstBaseURL: true),
            let expected = URLComponents(url: redirectURI, resolvingAgainstBaseURL: true),
            parts.scheme?.lowercased() == expected.scheme?.lowercased(),
            parts.host?.lowercased() == expected.host?.lowercased(), parts.port == expected.port,
            (parts.path.isEmpty ? "/" : parts.path) == (expected.path.isEmpty ? "/" : expected.path)
        else { throw OAuthError(.mismatch, "The callback has another address than the redirect URI.") }
        var values: [String: String] = [:]
        for parameter in callback.absoluteString.queryParameters {
            // RFC 6749, section 3.1: a parameter must not be repeated.
            guard values.updateValue(parameter.value ?? "", forKey: parameter.name) == nil else {
                throw OAuthError(.mismatch, "The callback repeats a parameter.")
            }
        }
        guard values["state"] == state else {
            throw OAuthError(.mismatch, "The parameter state of the callback is missing, or another one.")
        }
        // RFC 9207, section 2.4: the code of another server must not come to this one.
        if let issuer = values["iss"] {
            guard issuer == server.issuer else {
                throw OAuthError(.mismatch, "The parameter iss of the callback names another server.")
            }
        } else if server.identifiesItselfInCallbacks {
            throw OAuthError(.mismatch, "The parameter iss of the callback is missing.")
        }
        if let code = values["error"] { throw OAuthError(code: code) }
        guard let code = values["code"], !code.isEmpty else {
            throw OAuthError(.invalidResponse, "The callback has neither a code nor an error.")
        }
        return code
    }
}

extension OAuthSession {
    /// Begins a sign-in in a browser, by an authorization code with PKCE, `state` and `iss`.
    ///
    /// - Parameters:
    ///   - redirectURI: The URL to which the server leads the user back, as it is registered there.
    ///   - scopes: The scopes to ask for; nil for those of the session.
    ///   - resource: The API that the first token is for (RFC 8707); nil for that of the session.
    ///   - parameters: Further parameters of the page, such as `prompt`, `login_hint`, `acr_values` or `max_age`.
    /// - Throws: ``OAuthError`` if the server has no page for it.
    public func authorizationRequest(
        redirectURI: URL,
        scopes: Set<String>? = nil,
        resource: String? = nil,
        parameters: [String: String] = [:]
    ) throws(OAuthError) -> AuthorizationRequest {
        guard let page = endpoint.server.authorizationEndpoint, page.isSecureForOAuth else {
            throw OAuthError(.unsupported, "The server has no secure authorization endpoint.")
        }
        let scopes = scopes ?? self.scopes
        let (state, codeVerifier) = (String.random(), String.random())
        // The method S256 (RFC 7636, section 4.2).
        guard let codeChallenge = codeVerifier.digestBase64URL else {
            throw OAuthError(.unsupported, "A sign-in in a browser needs the trait Crypto.")
        }
        let key = try proofKey(pem: nil)
        var values = parameters
        values["response_type"] = "code"
        values["client_id"] = endpoint.client.id
        values["redirect_uri"] = redirectURI.absoluteString
        values["state"] = state
        values["code_challenge"] = codeChallenge
        values["code_challenge_method"] = "S256"
        if !scopes.isEmpty { values["scope"] = scopes.sorted().joined(separator: " ") }
        if let resource = resource ?? endpoint.resource { values["resource"] = resource }
        // RFC 9449, section 10: binds the code to the key, too.
        if let key { values["dpop_jkt"] = key.thumbprint }
        let query = values.sorted { $0.key < $1.key }.map { "\($0.key.formEncoded)=\($0.value.formEncoded)" }
        var parts = URLComponents(url: page, resolvingAgainstBaseURL: true)
        let own = parts?.percentEncodedQuery.map { $0.isEmpty ? [] : [$0] } ?? []
        parts?.percentEncodedQuery = (own + query).joined(separator: "&")
        guard let url = parts?.url else {
            throw OAuthError(.unsupported, "The authorization endpoint is no valid URL.")
        }
        return AuthorizationRequest(
            url: url,
            redirectURI: redirectURI,
            state: state,
            codeVerifier: codeVerifier,
            scopes: scopes,
            resource: resource,
            proofKey: key?.pem
        )
    }

    /// Ends a sign-in in a browser: exchanges the code of the callback for tokens, and stores them.
    ///
    /// - Parameters:
    ///   - request: The sign-in that the callback belongs to.
    ///   - callback: The URL that the server led the user back to.
    /// - Throws: ``OAuthError`` for the callback of another sign-in, a refusal, and a failure of the server or the store. The session
    ///   then is as before; after a failure of the store during a token request of the former user, nobody is signed in. If the task is
    ///   cancelled while the tokens are on their way to the store, the sign-in goes on.
    public func signIn(_ request: AuthorizationRequest, callback: URL) async throws(OAuthError) {
        let code = try request.code(in: callback, from: endpoint.server)
        let key = try proofKey(pem: request.proofKey)
        let form = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", request.redirectURI.absoluteString),
            ("code_verifier", request.codeVerifier),
        ]
        // The code stands for the scopes: a token request has no parameter for them (RFC 6749, section 4.1.3).
        let token = TokenRequest(resource: request.resource)
        let response = try await endpoint.token(form, for: token, asked: request.scopes, key: key)
        try await signIn(response, for: token, key: key)
    }

    /// Takes over the refresh token of a user who signed in before, for example by another library, and gets a first access token.
    ///
    /// The server can replace the token. So if the task is cancelled, the sign-in goes on, and no other session with the same store
    /// makes a token request meanwhile.
    ///
    /// - Throws: ``OAuthError`` if the server refuses it.
    public func signIn(refreshToken: String) async throws(OAuthError) {
        let answer = Promise<Result<Void, OAuthError>>()
        Task.inScope { [self] in
            let result = await Result { () async throws(OAuthError) in try await takeOver(refreshToken) }
            answer.resolve(result)
        }
        guard let result = await answer.value() else {
            throw OAuthError(.unavailable, underlyingError: CancellationError())
        }
        try result.get()
    }

    private func takeOver(_ refreshToken: String) async throws(OAuthError) {
        var result = Result<Void, OAuthError>.success(())
        try await renewExclusively {
            result = await Result { () async throws(OAuthError) in
                let key = try proofKey(pem: nil)
                let form = [("grant_type", "refresh_token"), ("refresh_token", refreshToken)]
                var response = try await endpoint.token(form, for: TokenRequest(), asked: scopes, key: key)
                response.refreshToken = response.refreshToken ?? refreshToken
                try await signIn(response, for: TokenRequest(), key: key)
            }
            // The sign-in has waited for the store.
            return false
        }
        try result.get()
    }
}
