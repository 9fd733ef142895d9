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
    ///
    /// - Parameter tokenClosure: Gives the token for a target. It runs off the main thread for live calls.
    @preconcurrency
    public init(tokenClosure: sending @escaping (any TargetType) -> String) {
        self.tokenClosure = tokenClosure
    }

    /// Sets the `Authorization` field, in place of one that is there.
    public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
        guard let scheme = TokenScheme.now(of: target) ?? TokenScheme.ofCall else { return request }
        let token = tokenClosure((target as? MultiTarget)?.target ?? target)
        var request = request
        request.setValue("\(scheme) \(token)", forHTTPHeaderField: "Authorization")
        return request
    }
}

/// The name of the scheme that a target asks for.
///
/// A call reads it where it is made. Plugins run on another thread. There, a target of a module whose types are isolated to the main
/// actor doesn't conform to ``AccessTokenAuthorizable``.
struct TokenScheme {
    /// The name in the call whose request is being prepared.
    @TaskLocal static var ofCall: String?

    let name: String?

    init(of target: any TargetType) {
        name = Self.now(of: target) ?? nil
    }

    /// The name on this thread; nil if the target doesn't conform here.
    static func now(of target: any TargetType) -> String?? {
        // A `MultiTarget` always conforms.
        if let multiTarget = target as? MultiTarget { return now(of: multiTarget.target) }
        return (target as? any AccessTokenAuthorizable).map { $0.authorizationType?.value }
    }

    /// Runs code that finds the name in ``ofCall``.
    func known<Value>(_ code: () throws -> Value) rethrows -> Value {
        try Self.$ofCall.withValue(name, operation: code)
    }
}
