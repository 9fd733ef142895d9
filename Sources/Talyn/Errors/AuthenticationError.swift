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
        return error.transportError.map { [.notConnected, .cannotConnect].contains($0.kind) } ?? false
    }
}

extension AuthenticationError: LocalizedError {
    public var errorDescription: String? {
        switch reason {
        case .refreshFailed: "The credential could not be refreshed."
        case .tooManyRefreshes: "The credential has been refreshed too often in too short a time."
        }
    }

    public var failureReason: String? { underlyingError.map { Self.text(of: $0) } }

    public var recoverySuggestion: String? {
        switch reason {
        case .refreshFailed where isUnsent: (underlyingError as? any LocalizedError)?.recoverySuggestion
        case .refreshFailed: "Sign in again, and give the plugin the new credential."
        case .tooManyRefreshes: "Check why the server refuses new credentials."
        }
    }

    /// What an error says that was written to be read, and of any other its name: what that holds may be the credential.
    private static func text(of error: any Error) -> String {
        let type = type(of: error)
        // Of the type, since any error could become an NSError, which has a description.
        let isReadable = error is any LocalizedError || type is any CustomStringConvertible.Type || type is NSError.Type
        if isReadable || error is DecodingError || error is EncodingError { return ErrorText.describe(any: error) }
        let mirror = Mirror(reflecting: error)
        guard mirror.displayStyle == .enum else { return "\(type)" }
        return mirror.children.first?.label ?? "\(error)"
    }
}

extension AuthenticationError: CustomStringConvertible {
    public var description: String { ErrorText.describe(self) }
}
