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
        var scheme = TokenScheme(of: target)
        if case .unknownHere = scheme { scheme = .ofCall }
        guard case .named(let name) = scheme else { return request }
        let token = tokenClosure((target as? MultiTarget)?.target ?? target)
        var request = request
        request.setValue("\(name) \(token)", forHTTPHeaderField: "Authorization")
        return request
    }
}

/// The scheme that a target asks for.
///
/// A call reads it where it is made. Plugins run on another thread. There, a target of a module whose types are isolated to the main
/// actor doesn't conform to ``AccessTokenAuthorizable``.
enum TokenScheme {
    /// The scheme in the call whose request is being prepared.
    @TaskLocal static var ofCall = TokenScheme.unknownHere

    case named(String)
    /// The target asks for no token.
    case noToken
    /// The target doesn't conform on this thread.
    case unknownHere

    /// The scheme on this thread.
    init(of target: any TargetType) {
        self =
            switch target {
            // It always conforms.
            case let multiTarget as MultiTarget: Self(of: multiTarget.target)
            case let target as any AccessTokenAuthorizable:
                target.authorizationType.map { .named($0.value) } ?? .noToken
            default: .unknownHere
            }
    }

    /// Runs code that finds the scheme in ``ofCall``.
    func withScheme<Value>(_ code: () throws -> Value) rethrows -> Value {
        try Self.$ofCall.withValue(self, operation: code)
    }
}
