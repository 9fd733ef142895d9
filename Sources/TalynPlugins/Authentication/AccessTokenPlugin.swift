import HTTPTypes
public import TalynCore

/// Adds a token that other code keeps to the calls of each ``AccessTokenAuthorizable`` target that has an authorization type.
///
/// ```swift
/// let provider = Provider<API>(plugins: [AccessTokenPlugin { _ in token }])
/// let waiting = Provider<API>(plugins: [AccessTokenPlugin { _ in try await session.token() }])
/// ```
///
/// The plugin asks for the token before each attempt and sets the `Authorization` field, replacing an existing value. It renews nothing:
/// use an ``AuthenticationPlugin`` for that.
/// An empty token, for example before a user signs in, leaves the request unchanged.
///
/// The provider sends the token only to the origin of the target's base URL; see <doc:Authentication>.
public struct AccessTokenPlugin: RequestAdapter {
    private let token: @Sendable (_ target: any TargetType) async throws -> String

    /// Creates a plugin.
    ///
    /// - Parameter token: Returns the token for a target. If it throws, the attempt fails with that error.
    public init(token: @escaping @Sendable (_ target: any TargetType) async throws -> String) {
        self.token = token
    }

    public func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
        guard let type = (context.target as? any AccessTokenAuthorizable)?.authorizationType else { return }
        let token = try await token(context.target)
        guard !token.isEmpty else { return }
        try request.setCredential(type.scheme.isEmpty ? token : "\(type.scheme) \(token)", for: .authorization)
    }
}

/// A target that says how ``AccessTokenPlugin`` authorizes its calls.
public protocol AccessTokenAuthorizable {
    /// The authentication scheme of the token; nil for a call without a token.
    var authorizationType: AuthorizationType? { get }
}

/// An authentication scheme of the `Authorization` field (RFC 9110, section 11.6.2).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum AuthorizationType: Sendable, Hashable {
    /// The scheme `Basic`, whose token is a name and a password in Base64 (RFC 7617).
    case basic

    /// The scheme `Bearer` (RFC 6750).
    case bearer

    /// Another scheme; an empty name sends the token alone.
    case custom(String)

    /// The name of the scheme.
    var scheme: String {
        switch self {
        case .basic: "Basic"
        case .bearer: "Bearer"
        case .custom(let scheme): scheme
        }
    }
}
