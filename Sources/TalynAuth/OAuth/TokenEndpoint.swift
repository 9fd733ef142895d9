import HTTPTypes
import TalynCore
import _TalynFoundation
import _TalynSupport

/// Sends requests of a client to an authorization server.
struct TokenEndpoint: Sendable {
    let server: AuthorizationServer
    let client: OAuthClient
    /// The API that tokens are for if a request doesn't say it (RFC 8707).
    let resource: String?
    let provider: Provider<OAuthRequest>
    let nonces: ProofNonces
    let date: @Sendable () -> Date

    typealias Form = [(name: String, value: String)]

    /// Requests a token (RFC 6749, section 4).
    ///
    /// - Parameters:
    ///   - request: The token to ask for. Its scopes and its resource become part of the form.
    ///   - scopes: The scopes of the token if the server doesn't say them; nil for those of the request.
    func token(
        _ form: Form,
        for request: TokenRequest,
        asked scopes: Set<String>? = nil,
        key: ProofKey?
    ) async throws(OAuthError) -> TokenResponse {
        var form = form
        if !request.scopes.isEmpty { form.append(("scope", request.scopes.sorted().joined(separator: " "))) }
        if let resource = request.resource ?? resource { form.append(("resource", resource)) }
        let endpoint = alias(server.mutualTLSTokenEndpoint) ?? server.tokenEndpoint
        let now = date()
        let response = try await post(form, to: endpoint, key: key)
        let token = try TokenResponse(response.data, requested: scopes ?? request.scopes, at: now)
        switch (key, token.accessToken.kind) {
        case (nil, .dpop):
            // Without a proof, no API takes the token.
            throw OAuthError(
                .unsupported,
                "The server bound the token to a key (DPoP). Create the session with bindsTokens: true."
            )
        case (.some, .bearer):
            // A thief can use such a token, against the wish of the app.
            throw OAuthError(.invalidResponse, "The server didn't bind the token to the key of the session.")
        default: return token
        }
    }

    /// Asks for the codes of the device flow (RFC 8628, section 3.1).
    func deviceAuthorization(_ form: Form) async throws(OAuthError) -> Response {
        let alias = alias(server.mutualTLSDeviceAuthorizationEndpoint)
        guard let endpoint = alias ?? server.deviceAuthorizationEndpoint else {
            throw OAuthError(.unsupported, "The server has no device authorization endpoint.")
        }
        return try await post(form, to: endpoint, key: nil)
    }

    /// Makes a token invalid (RFC 7009).
    func revoke(_ token: String, hint: String) async throws(OAuthError) {
        guard let endpoint = revocationEndpoint else { return }
        _ = try await post([("token", token), ("token_type_hint", hint)], to: endpoint, key: nil)
    }

    /// The endpoint that makes tokens of the client invalid; nil for a server without one.
    var revocationEndpoint: URL? { alias(server.mutualTLSRevocationEndpoint) ?? server.revocationEndpoint }

    /// The alias of an endpoint if the client must use it: if it authenticates by a certificate (RFC 8705, section 5).
    private func alias(_ endpoint: URL?) -> URL? {
        if case .certificate = client.authentication.method { endpoint } else { nil }
    }

    private func post(_ form: Form, to endpoint: URL, key: ProofKey?) async throws(OAuthError) -> Response {
        do {
            return try await send(form, to: endpoint, key: key)
        } catch  where error.code == "use_dpop_nonce" && key != nil {
            // The server has told its nonce (RFC 9449, section 8).
            return try await send(form, to: endpoint, key: key)
        }
    }

    private func send(_ form: Form, to endpoint: URL, key: ProofKey?) async throws(OAuthError) -> Response {
        var request = OAuthRequest.form(form, to: endpoint)
        try client.authenticate(&request, at: server, now: date())
        let origin = Origin(endpoint)
        if let key {
            let proof = Proof(
                method: .post,
                url: endpoint.absoluteString,
                token: nil,
                nonce: nonces[origin],
                at: date()
            )
            request.headerFields[.dpop] = try key.sign(proof)
        }
        let result = await Result { () async throws(TalynError) in try await provider.request(request) }
        if let nonce = result.response?.headerFields[.dpopNonce] { nonces[origin] = nonce }
        switch result {
        case .success(let response):
            // Some servers, such as GitHub, send errors with status 200.
            if let code = ServerDocument(response.data)?.text("error") { throw OAuthError(code: code) }
            return response
        case .failure(let error):
            throw OAuthError(failureOf: error, at: date)
        }
    }
}

extension OAuthError {
    /// The reason for which a request to an authorization server failed.
    ///
    /// - Parameter date: Returns the time, for a `Retry-After` field.
    init(failureOf error: TalynError, at date: () -> Date) {
        if let error = error.oauthError { self = error; return }
        let retryAfter = error.response.flatMap { RetryAfter.delay(in: $0.headerFields, at: date) }
        if let response = error.response, let code = ServerDocument(response.data)?.text("error"),
            let status = error.statusCode,
            Self.isRefusal(status) || Self.deviceFlowCodes.contains(code)
        {
            self.init(code: code, retryAfter: retryAfter)
        } else {
            self.init(.unavailable, underlyingError: error, retryAfter: retryAfter)
        }
    }

    /// Whether a status tells that the server refuses a request. One that is overloaded refuses nothing.
    private static func isRefusal(_ status: Int) -> Bool { status < 500 && status != 408 && status != 429 }

    /// The codes of the device flow that mean the same with any status (RFC 8628, section 3.5).
    private static let deviceFlowCodes: Set<String> = [
        "authorization_pending", "slow_down", "access_denied", "expired_token",
    ]
}
