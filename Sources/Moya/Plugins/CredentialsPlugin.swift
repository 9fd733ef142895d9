#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Answers challenges of servers with credentials.
///
/// Without the trait `Alamofire`, a credential needs a name and a password.
public final class CredentialsPlugin: PluginType {
    /// Gives the credential for a target, if there is one.
    public typealias CredentialClosure = (any TargetType) -> URLCredential?

    private let credentialsClosure: CredentialClosure

    /// Creates a plugin.
    ///
    /// - Parameter credentialsClosure: Gives the credential for a target. It runs off the main thread for live calls.
    @preconcurrency
    public init(credentialsClosure: sending @escaping (any TargetType) -> URLCredential?) {
        self.credentialsClosure = credentialsClosure
    }

    public func willSend(_ request: any RequestType, target: any TargetType) {
        guard let credential = credentialsClosure(target) else { return }
        _ = request.authenticate(with: credential)
    }
}
