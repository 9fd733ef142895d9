public import Foundation

/// Why ``AuthenticationPlugin`` has no credential for a call.
///
/// It reaches the caller inside ``TalynError/underlying(_:_:)``, with the response that refused the old credential if
/// one did.
public struct AuthenticationError: Error, Sendable {
    /// What is in the way.
    public enum Reason: Sendable, Hashable {
        /// The authenticator could not get a new credential: its error is ``AuthenticationError/underlyingError``.
        case refreshFailed
        /// Credentials have been refreshed so often in so short a time that no more are asked for now.
        case tooManyRefreshes
    }

    /// What is in the way.
    public let reason: Reason

    /// What the authenticator threw.
    public let underlyingError: (any Error)?

    var record: CallRecord?

    init(_ reason: Reason, underlyingError: (any Error)? = nil) {
        self.reason = reason
        self.underlyingError = underlyingError
    }

    /// Whether nobody has been asked for a credential: there was no connection, or a plugin refused the call.
    var isUnsent: Bool {
        guard let error = underlyingError.map({ TalynError(wrapping: $0) }) else { return false }
        if error.refusal != nil { return true }
        guard let error = error.transportError, !error.mayHaveBeenSent else { return false }
        return [.notConnected, .cannotConnect].contains(error.kind)
    }
}

extension AuthenticationError: LocalizedError {
    public var errorDescription: String? {
        switch reason {
        case .refreshFailed: "The credential could not be refreshed."
        case .tooManyRefreshes: "The credential has been refreshed too often in too short a time."
        }
    }

    public var failureReason: String? { underlyingError.map { ErrorText.describe(withoutContent: $0) } }

    public var recoverySuggestion: String? {
        switch reason {
        case .refreshFailed where isUnsent: (underlyingError as? any LocalizedError)?.recoverySuggestion
        case .refreshFailed: "Sign in again, and give the plugin the new credential."
        case .tooManyRefreshes: "Check why the server refuses new credentials."
        }
    }
}

extension AuthenticationError: CustomStringConvertible {
    public var description: String { ErrorText.describe(self) }
}
