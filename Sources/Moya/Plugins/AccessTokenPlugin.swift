#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A target whose requests may have an access token.
public protocol AccessTokenAuthorizable {
    /// The scheme of the `Authorization` field; without one, requests have no token.
    var authorizationType: AuthorizationType? { get }
}

/// The scheme of an `Authorization` field (RFC 9110, section 11.6.2).
public enum AuthorizationType: Equatable {
    /// `Basic`.
    case basic

    /// `Bearer`.
    case bearer

    /// Any other.
    case custom(String)

    /// The name of the scheme.
    public var value: String {
        switch self {
        case .basic: "Basic"
        case .bearer: "Bearer"
        case .custom(let name): name
        }
    }
}

/// Adds an access token to the requests of targets that ask for one.
public struct AccessTokenPlugin: PluginType {
    /// Gives the token for a target. A target in a `MultiTarget` comes unwrapped.
    public typealias TokenClosure = (any TargetType) -> String

    /// Gives the token for a target.
    public let tokenClosure: TokenClosure

    /// Creates a plugin.
    public init(tokenClosure: @escaping TokenClosure) {
        self.tokenClosure = tokenClosure
    }

    /// Sets the `Authorization` field, in place of one that is there.
    public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
        guard let scheme = (target as? any AccessTokenAuthorizable)?.authorizationType else { return request }
        let token = tokenClosure((target as? MultiTarget)?.target ?? target)
        var request = request
        request.setValue("\(scheme.value) \(token)", forHTTPHeaderField: "Authorization")
        return request
    }
}
