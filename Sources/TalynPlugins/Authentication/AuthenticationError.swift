public import TalynCore
import _TalynFoundation

/// The reason for which ``AuthenticationPlugin`` has no credential for a call.
///
/// It is the ``TalynError/underlyingError`` of a call with ``TalynError/Reason/authentication``. The ``TalynError`` has
/// the response that rejected the old credential, if a server did.
public struct AuthenticationError: Error, Sendable {
    /// The reason.
    public struct Reason: Sendable, Hashable, CustomStringConvertible {
        /// The authenticator could not get a new credential. ``AuthenticationError/underlyingError`` is its error.
        public static let refreshFailed = Reason(description: "refreshFailed")

        /// The limit of refreshes in a time is reached.
        public static let tooManyRefreshes = Reason(description: "tooManyRefreshes")

        /// The credential was removed during the call. Another user's credential must not repeat it.
        public static let signedOut = Reason(description: "signedOut")

        /// The name, as in the code.
        public let description: String
    }

    /// The reason.
    public let reason: Reason

    /// The error of the authenticator.
    public let underlyingError: (any Error)?

    /// Creates an error, for a plugin of your own, and for tests of how an app shows it.
    public init(_ reason: Reason, underlyingError: (any Error)? = nil) {
        self.reason = reason
        self.underlyingError = underlyingError
    }

    /// Whether the server refused to renew the credential: it answered the refresh with a status from 400 to 499. The user has to sign
    /// in again.
    ///
    /// The status 407 is the refusal of a proxy. After 408, 421, 425 and 429, the same request can succeed later (RFC 9110, RFC 8470,
    /// RFC 6585). They are no refusals.
    ///
    /// False for a failure that can pass, such as one without a connection, and for errors of your own.
    public var isRefusal: Bool {
        guard let status = (underlyingError as? TalynError)?.statusCode else { return false }
        return 400..<500 ~= status && ![407, 408, 421, 425, 429].contains(status)
    }

    /// Whether the refresh was never sent: there was no connection, or a plugin rejected the call.
    var isUnsent: Bool {
        guard let error = underlyingError.map({ TalynError($0) }) else { return false }
        return error.rejectionError != nil
            || error.isConnectionFailure && error.transportError?.mayHaveBeenSent == false
    }
}

extension TalynError {
    /// The failed authentication, if that is the cause.
    public var authenticationError: AuthenticationError? { underlyingError as? AuthenticationError }
}

extension AuthenticationError: DescribedError {
    public var errorReason: TalynError.Reason { .authentication }

    public var problem: String {
        switch reason {
        case .refreshFailed: "The credential could not be refreshed."
        case .tooManyRefreshes: "The limit of credential refreshes is reached."
        case .signedOut: "The credential was removed during the call."
        default: "There is no credential for the call."
        }
    }

    public var cause: String? {
        // Its way to solve it is that of this error.
        if isUnsent, let error = underlyingError as? any LocalizedError, let text = error.errorDescription {
            return text
        }
        return underlyingError.map { Redaction.default.text(of: $0) }
    }

    public var recovery: String? {
        switch reason {
        case .refreshFailed where isUnsent: (underlyingError as? any LocalizedError)?.recoverySuggestion
        // The text of a failure that can pass has its own way to solve it.
        case .refreshFailed where underlyingError is TalynError && !isRefusal: nil
        case .refreshFailed: "Sign in again, and give the plugin the new credential."
        case .tooManyRefreshes: "Check why the server refuses new credentials."
        case .signedOut: "Call again for the new user."
        default: nil
        }
    }
}
