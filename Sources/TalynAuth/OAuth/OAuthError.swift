public import TalynCore
import _TalynFoundation
import _TalynSupport

/// The reason for which an ``OAuthSession`` has no token.
///
/// For a call, it is the `TalynError.underlyingError` of an error with `TalynError.Reason.authentication`.
public struct OAuthError: Error, Sendable {
    /// The reason.
    public struct Reason: Sendable, Hashable, CustomStringConvertible {
        /// Nobody is signed in.
        public static let signedOut = Reason(description: "signedOut")

        /// The user, or the server for the user, denied the access. ``OAuthError/code`` is `access_denied`.
        public static let denied = Reason(description: "denied")

        /// The authorization server refused the request. ``OAuthError/code`` says why.
        public static let refused = Reason(description: "refused")

        /// The time for the sign-in is over.
        public static let expired = Reason(description: "expired")

        /// The callback belongs to another sign-in: its `state` or its `iss` is wrong (RFC 9700, section 4.7; RFC 9207).
        public static let mismatch = Reason(description: "mismatch")

        /// The authorization server can't be reached, or failed. ``OAuthError/underlyingError`` is the error.
        public static let unavailable = Reason(description: "unavailable")

        /// The response of the authorization server is invalid.
        public static let invalidResponse = Reason(description: "invalidResponse")

        /// The description of the authorization server, or of the API, is missing or can't be used (RFC 8414, RFC 9728).
        public static let discovery = Reason(description: "discovery")

        /// The server, the client or the session has no such way, such as an endpoint that is missing.
        public static let unsupported = Reason(description: "unsupported")

        /// The limit of token requests in a time is reached.
        public static let tooManyRequests = Reason(description: "tooManyRequests")

        /// The token store failed. ``OAuthError/underlyingError`` is its error.
        public static let storage = Reason(description: "storage")

        /// The name, as in the code.
        public let description: String
    }

    /// The reason.
    public let reason: Reason

    /// The error code of the server, such as `invalid_grant` (RFC 6749, section 5.2).
    public let code: String?

    /// The error of the transport, or of the store.
    public let underlyingError: (any Error)?

    /// The time for which the server wants no further request.
    let retryAfter: Duration?

    private let detail: String?

    init(
        _ reason: Reason,
        _ detail: String? = nil,
        code: String? = nil,
        underlyingError: (any Error)? = nil,
        retryAfter: Duration? = nil
    ) {
        self.reason = reason
        self.code = code
        self.detail = detail
        self.underlyingError = underlyingError
        self.retryAfter = retryAfter
    }

    /// Whether the refresh token is of no more use, so that the user has to sign in again.
    var endsSession: Bool { reason == .refused && Self.codesOfRefusedGrants.contains(code) }

    /// That of the standard, and that of GitHub.
    private static let codesOfRefusedGrants: Set<String?> = ["invalid_grant", "bad_refresh_token"]

    /// Whether nothing was sent to the server.
    var isUnsent: Bool {
        guard let error = underlyingError as? TalynError else { return false }
        return error.rejectionError != nil
            || error.isConnectionFailure && error.transportError?.mayHaveBeenSent == false
    }
}

extension OAuthError {
    /// Reads the error of a server (RFC 6749, sections 4.1.2.1 and 5.2; RFC 8628, section 3.5).
    ///
    /// Only the code becomes part of the text. A description is text of somebody else, and can have a token.
    init(code: String, retryAfter: Duration? = nil) {
        let isCode = code.utf8.count <= 64 && code.utf8.allSatisfy { ASCIISet.oauthCode.contains($0) } && !code.isEmpty
        let reason: Reason =
            switch code {
            case "access_denied": .denied
            case "expired_token": .expired
            case "temporarily_unavailable", "server_error": .unavailable
            default: .refused
            }
        self.init(reason, code: isCode ? code : "unknown", retryAfter: retryAfter)
    }
}

extension ASCIISet {
    fileprivate static let oauthCode = ASCIISet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")
}

extension OAuthError: DescribedError {
    public var errorReason: TalynError.Reason { .authentication }

    public var problem: String {
        switch reason {
        case .signedOut: "Nobody is signed in."
        case .denied: "The access was denied."
        case .refused: "The authorization server refused the request\(code.map { ": \($0)" } ?? "")."
        case .expired: "The time for the sign-in is over."
        case .mismatch: "The callback doesn't belong to this sign-in."
        case .unavailable: "The authorization server gave no token\(code.map { ": \($0)" } ?? "")."
        case .invalidResponse: "The response of the authorization server is invalid."
        case .discovery: "The discovery of the authorization server failed."
        case .unsupported: "The authorization server can't do this."
        case .tooManyRequests: "The limit of token requests is reached."
        case .storage: "The token store failed."
        default: "There is no token for the call."
        }
    }

    public var cause: String? {
        detail ?? underlyingError.map { Redaction.default.text(of: $0) }
    }

    public var recovery: String? {
        switch (reason, code) {
        case (.signedOut, _), (.expired, _): "Sign in."
        case (.denied, _): "Ask the user to sign in again."
        case (.refused, _) where endsSession: "Sign in again."
        case (.refused, "invalid_client"), (.refused, "unauthorized_client"):
            "Check the client identifier, its authentication, and its registration at the server."
        case (.refused, "invalid_scope"): "Check the scopes."
        case (.refused, "invalid_target"): "Check the resource."
        case (.refused, _): "Check the request and the registration of the client."
        case (.mismatch, _): "Start the sign-in again, and hand in its own callback."
        case (.unavailable, _) where retryAfter != nil: "Try again in \((retryAfter ?? .zero).inWords)."
        case (.unavailable, _) where underlyingError == nil: "Try again later."
        case (.discovery, _): "Check the URL, or create an AuthorizationServer with the endpoints."
        case (.tooManyRequests, _): "Check why the server refuses new tokens."
        case (.storage, _):
            "Check the store. The session keeps the tokens, and saves them again before the next token request."
        default: nil
        }
    }
}

extension TalynError {
    /// The failed authorization, if that is the cause.
    public var oauthError: OAuthError? { underlyingError as? OAuthError }
}
