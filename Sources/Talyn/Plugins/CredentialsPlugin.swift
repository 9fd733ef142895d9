#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Answers authentication challenges (RFC 9110, section 11) with a credential for each target.
///
/// ```swift
/// let provider = Provider<API>(plugins: [
///     CredentialsPlugin { _ in URLCredential(user: "ada", password: password, persistence: .none) }
/// ])
/// ```
///
/// The server is asked once for its challenge. Later calls of the provider with the same credential are authenticated at once, so
/// that they need one exchange, and a body that can be sent only once arrives. SHA-512-256 isn't supported (RFC 7616).
///
/// The provider sends the credential only to the origin of the target's base URL; see <doc:Authentication>.
public struct CredentialsPlugin: Plugin {
    private let credential: @Sendable (_ target: any TargetType) -> URLCredential?

    /// Creates a plugin.
    ///
    /// - Parameter credential: Returns the credential for a target, before each attempt; nil for a target without one.
    public init(credential: @escaping @Sendable (_ target: any TargetType) -> URLCredential?) {
        self.credential = credential
    }

    public func willSend(_ request: PreparedRequest, context: CallContext) {
        if let credential = credential(context.target) { request.authenticate(with: credential) }
    }
}
