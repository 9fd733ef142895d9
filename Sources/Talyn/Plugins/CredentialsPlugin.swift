#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Answers servers that ask who the caller is (RFC 9110, section 11) with a credential for each target.
///
/// ```swift
/// let provider = Provider<API>(plugins: [
///     CredentialsPlugin { _ in URLCredential(user: "ada", password: password, persistence: .none) }
/// ])
/// ```
///
/// Only the origin of the target's base URL gets the credential; see ``Endpoint``.
public struct CredentialsPlugin: Plugin {
    /// Gives the credential for a target; nil if there is none.
    public typealias CredentialClosure = @Sendable (_ target: any TargetType) -> URLCredential?

    private let credentialsClosure: CredentialClosure

    /// Creates a plugin that asks for a credential before each attempt.
    @preconcurrency
    public init(credentialsClosure: @escaping CredentialClosure) {
        self.credentialsClosure = credentialsClosure
    }

    public func willSend(_ request: any RequestType, target: any TargetType) {
        if let credential = credentialsClosure(target) { request.authenticate(with: credential) }
    }
}
