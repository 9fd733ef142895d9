import _TalynFoundation
import _TalynSupport

/// All that a session keeps, and its store holds.
struct SessionTokens: Codable, Sendable, Equatable {
    /// The issuer and the client. A store with the tokens of another client is no use.
    var owner: String
    var refreshToken: String?
    var idToken: String?
    /// The scopes of the sign-in.
    var scopes: Set<String> = []
    /// The access tokens by their resources; the empty text for none.
    var accessTokens: [String: AccessToken] = [:]
    /// The private key of the proofs, in PEM.
    var proofKey: String?
    /// The identifier of the sign-in, which its renewals keep; nil for a grant without a user.
    var signIn: String?

    /// The largest number of resources.
    static let maximumResources = 100

    /// Adds what a response of the token endpoint has.
    mutating func add(_ response: TokenResponse, for request: TokenRequest) {
        if let token = response.refreshToken { refreshToken = token }
        if let token = response.idToken { idToken = token }
        let key = request.resource ?? ""
        if accessTokens[key] == nil, accessTokens.count >= Self.maximumResources,
            let first = accessTokens.min(by: {
                ($0.value.expiry ?? .distantFuture) < ($1.value.expiry ?? .distantFuture)
            })
        {
            accessTokens[first.key] = nil
        }
        accessTokens[key] = response.accessToken
    }

    /// Reads the content of a store; nil for that of another client.
    ///
    /// - Throws: ``OAuthError`` with the reason ``OAuthError/Reason/storage``.
    static func decode(_ data: Data, owner: String) throws(OAuthError) -> SessionTokens? {
        do {
            let tokens = try JSONDecoder().decode(SessionTokens.self, from: data)
            return tokens.owner == owner ? tokens : nil
        } catch {
            throw OAuthError(.storage, "The store holds no tokens of a session.")
        }
    }

    func encoded() throws(OAuthError) -> Data {
        do {
            return try JSONEncoder().encode(self)
        } catch {
            throw OAuthError(.storage, "The tokens can't be encoded.")
        }
    }
}

/// A successful response of the token endpoint (RFC 6749, section 5.1).
struct TokenResponse: Sendable {
    let accessToken: AccessToken
    var refreshToken: String?
    let idToken: String?
}

extension TokenResponse {
    /// - Parameters:
    ///   - requested: The scopes that were asked for.
    ///   - now: The time before the request. The lifetime counts from it, so that a slow response makes no token look younger.
    init(_ data: Data, requested: Set<String>, at now: Date) throws(OAuthError) {
        guard let body = ServerDocument(data), let value = body.text("access_token"),
            ["token_type", "refresh_token", "id_token"].allSatisfy({
                body[$0]?.text != nil || body[$0] ?? .null == .null
            })
        else { throw OAuthError(.invalidResponse, "The token endpoint sent no token.") }
        let kind: AccessToken.Kind
        switch (body.text("token_type") ?? "Bearer").lowercased() {
        case "bearer": kind = .bearer
        case "dpop": kind = .dpop
        default: throw OAuthError(.invalidResponse, "The type of the token is neither Bearer nor DPoP.")
        }
        guard value.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw OAuthError(.invalidResponse, "The access token has characters that a header field can't have.")
        }
        accessToken = AccessToken(
            value,
            kind: kind,
            // A token without a time to live, as some servers mean it, is not over at once.
            lifetime: body.number("expires_in").flatMap { $0 > 0 ? $0 : nil },
            scopes: body.words("scope").map { Set($0).splitAtCommas(unlessIn: requested) } ?? requested,
            requested: requested,
            at: now
        )
        refreshToken = body.text("refresh_token")
        idToken = body.text("id_token")
    }
}

extension Set<String> {
    /// The scopes of a server that separates them by commas, as GitHub does. A scope can have a comma, too.
    fileprivate func splitAtCommas(unlessIn requested: Set<String>) -> Set<String> {
        guard count == 1, let text = first, !requested.contains(where: { $0.contains(",") }) else { return self }
        return Set(text.split(separator: ",").map(String.init))
    }
}
