public import TalynCore

/// Answers authentication challenges (RFC 9110, section 11) with a user's name and password, by the schemes Basic and Digest.
///
/// ```swift
/// let provider = Provider<API>(plugins: [
///     PasswordPlugin { _ in PasswordCredential(user: "ada", password: password) }
/// ])
/// ```
///
/// The server is asked once for its challenge. Later calls of the provider with the same credential are authenticated at once, so
/// that they need one exchange, and a body that can be sent only once arrives. A nonce that the server tells for the next request
/// is used, except for sessions (`-sess`). SHA-512-256 isn't supported (RFC 7616).
///
/// A server that offers Digest gets no Basic over http, since others could read the password on the way.
///
/// The provider sends the credential only to the origin of the target's base URL; see <doc:Authentication>.
public struct PasswordPlugin: RequestAdapter {
    private let credential: @Sendable (_ target: any TargetType) -> PasswordCredential?

    /// Creates a plugin.
    ///
    /// - Parameter credential: Returns the credential for a target, before each attempt; nil for a target without one.
    public init(credential: @escaping @Sendable (_ target: any TargetType) -> PasswordCredential?) {
        self.credential = credential
    }

    public func adapt(_ request: inout OutgoingRequest, context: CallContext) {
        if let credential = credential(context.target) { request.credential = credential }
    }
}
