public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Knows how a server wants callers to say who they are, for ``AuthenticationPlugin``.
///
/// ```swift
/// struct Bearer: Authenticator {
///     func apply(_ token: String, to request: inout URLRequest) {
///         request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
///     }
///
///     func refresh(_ token: String) async throws -> String {
///         try await tokens.request(.renew(token)).mapString()
///     }
/// }
/// ```
///
/// It holds no credential and no state: the plugin does.
public protocol Authenticator: Sendable {
    /// What is applied to requests, such as a pair of tokens.
    associatedtype Credential: Sendable

    /// Puts the credential into the request of an attempt.
    ///
    /// - Throws: Anything; the attempt then fails with it, unsent.
    func apply(_ credential: Credential, to request: inout URLRequest) async throws

    /// Whether the credential is to be refreshed before a call is made with it. By default it never is.
    ///
    /// Asked before each call, so it should be quick.
    ///
    /// - Parameters:
    ///   - credential: The one that the call would be made with.
    ///   - date: The time.
    func needsRefresh(_ credential: Credential, at date: Date) -> Bool

    /// Whether the server has refused the credential. By default the status 401 says so (RFC 9110, section 15.5.2).
    func isRejected(_ response: Response) -> Bool

    /// Gets a new credential for one that expires or was refused.
    ///
    /// Never asked twice at a time for the same credential, however many calls wait. Calls that are made from here are not
    /// authenticated by the plugin that asks.
    ///
    /// - Throws: Anything; the calls that wait then fail with an ``AuthenticationError``.
    func refresh(_ credential: Credential) async throws -> Credential
}

extension Authenticator {
    public func needsRefresh(_ credential: Credential, at date: Date) -> Bool { false }

    public func isRejected(_ response: Response) -> Bool { response.statusCode == 401 }
}
