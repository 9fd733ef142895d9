import TalynCore

/// The way in which an ``OAuthSession`` gets its tokens.
public struct OAuthGrant: Sendable {
    /// The type and the further parameters of a token request that needs no refresh token; nil for a sign-in.
    let request: (type: String, parameters: @Sendable () async throws -> [String: String])?

    /// A user signs in: see ``OAuthSession/authorizationRequest(redirectURI:scopes:resource:parameters:)`` and
    /// ``OAuthSession/deviceAuthorization(scopes:)``.
    public static let signIn = OAuthGrant(request: nil)

    /// The client acts for itself (RFC 6749, section 4.4).
    public static let clientCredentials = custom(type: "client_credentials")

    /// Another token is exchanged (RFC 8693), as in a service that calls a second service for the user of its caller.
    ///
    /// - Parameter exchange: Gets the token to exchange. The session asks for it before each token request, and waits at most
    ///   a minute for it.
    public static func tokenExchange(
        _ exchange: @escaping @Sendable () async throws -> TokenExchange
    ) -> OAuthGrant {
        custom(type: "urn:ietf:params:oauth:grant-type:token-exchange") { try await exchange().parameters }
    }

    /// Another grant, such as `urn:ietf:params:oauth:grant-type:jwt-bearer` (RFC 7523, section 2.1).
    ///
    /// - Parameters:
    ///   - type: The value of `grant_type`.
    ///   - parameters: Gets the further parameters of a token request, within a minute.
    public static func custom(
        type: String,
        parameters: @escaping @Sendable () async throws -> [String: String] = { [:] }
    ) -> OAuthGrant {
        OAuthGrant(request: (type, parameters))
    }

    /// Whether a token request needs no refresh token.
    var needsNoUser: Bool { request != nil }
}

/// The parameters of a token exchange (RFC 8693, section 2.1).
///
/// Its description shows no tokens.
public struct TokenExchange: Sendable {
    /// The type of an access token, as ``subjectTokenType`` and ``actorTokenType`` have it.
    public static let accessTokenType = "urn:ietf:params:oauth:token-type:access_token"

    /// The token of the party for whom the client acts.
    public var subjectToken: String

    /// The type of ``subjectToken``.
    public var subjectTokenType = accessTokenType

    /// The token of the acting party.
    public var actorToken: String?

    /// The type of ``actorToken``.
    public var actorTokenType = accessTokenType

    /// The type of the new token; nil for the server's choice.
    public var requestedTokenType: String?

    /// The name of the service that the new token is for. To name it by a URI, use ``TokenRequest/resource``.
    public var audience: String?

    /// Creates the parameters for an access token.
    public init(subjectToken: String) {
        self.subjectToken = subjectToken
    }

    var parameters: [String: String] {
        var parameters = ["subject_token": subjectToken, "subject_token_type": subjectTokenType]
        if let actorToken {
            parameters["actor_token"] = actorToken
            parameters["actor_token_type"] = actorTokenType
        }
        parameters["requested_token_type"] = requestedTokenType
        parameters["audience"] = audience
        return parameters
    }
}

extension TokenExchange: CustomStringConvertible, CustomReflectable {
    public var description: String {
        "Token exchange" + (audience.map { " for \($0)" } ?? "")
    }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "subjectToken": Redaction.mask, "subjectTokenType": subjectTokenType,
                "actorToken": (actorToken == nil ? nil : Redaction.mask) as Any, "actorTokenType": actorTokenType,
                "requestedTokenType": requestedTokenType as Any, "audience": audience as Any,
            ]
        )
    }
}
