#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Adds a token to the calls of every ``AccessTokenAuthorizable`` target that wants one.
///
/// ```swift
/// let provider = Provider<API>(plugins: [AccessTokenPlugin { _ in token }])
/// let waiting = Provider<API>(plugins: [AccessTokenPlugin { _ in try await session.token() }])
/// ```
///
/// The plugin asks for the token before each attempt and puts it into the `Authorization` field, in the place of one that is
/// there already. An empty token, as before a user signs in, leaves the request as it is.
///
/// The provider sends the token to the origin of the target's base URL only; see ``Endpoint``.
public struct AccessTokenPlugin: Plugin {
    /// Gives the token for a target.
    public typealias TokenClosure = @Sendable (_ target: any TargetType) -> String

    /// Gives the token for a target, perhaps after a while.
    public typealias AsyncTokenClosure = @Sendable (_ target: any TargetType) async throws -> String

    private enum Source {
        case immediate(TokenClosure)
        case awaited(AsyncTokenClosure)
    }

    private let source: Source

    /// Creates a plugin whose tokens are there at once.
    @preconcurrency
    public init(tokenClosure: @escaping TokenClosure) {
        source = .immediate(tokenClosure)
    }

    /// Creates a plugin whose tokens may have to be waited for; an error that the closure throws fails the attempt.
    public init(tokenClosure: @escaping AsyncTokenClosure) {
        source = .awaited(tokenClosure)
    }

    public func prepare(_ request: URLRequest, target: any TargetType) async throws -> URLRequest {
        guard let type = authorizationType(of: target) else { return request }
        let token =
            switch source {
            case .immediate(let closure): closure(target)
            case .awaited(let closure): try await closure(target)
            }
        return authorized(request, type, token)
    }

    /// Adds the token without waiting, for callers that can't: a plugin whose token has to be waited for leaves the
    /// request as it is here.
    public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
        guard let type = authorizationType(of: target), case .immediate(let closure) = source else { return request }
        return authorized(request, type, closure(target))
    }

    private func authorizationType(of target: any TargetType) -> AuthorizationType? {
        (target as? any AccessTokenAuthorizable)?.authorizationType
    }

    private func authorized(_ request: URLRequest, _ type: AuthorizationType, _ token: String) -> URLRequest {
        guard !token.isEmpty else { return request }
        var request = request
        let value = type.value.isEmpty ? token : "\(type.value) \(token)"
        request.setValue(nil, forHTTPHeaderField: "Authorization")
        // Foundation's setter for one field ignores a value that HTTP doesn't allow; with this one the attempt fails.
        request.allHTTPHeaderFields = (request.allHTTPHeaderFields ?? [:]).merging(["Authorization": value]) { $1 }
        return request
    }
}
