#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Takes part in each call of a provider: it changes requests, sees them, sees results and changes them.
public protocol PluginType {
    /// Changes the request. Called for each attempt, before `willSend`; for live calls on the serial queue of
    /// the session.
    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest

    /// Sees the request right before it is sent, or answered by a stub. Called for each attempt; for live calls on
    /// the serial queue of the session.
    func willSend(_ request: any RequestType, target: any TargetType)

    /// Sees the result. Called once for each request, on the callback queue, before `process`.
    func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType)

    /// Changes the result. Called once for each call, on the callback queue, before its completion.
    func process(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) -> Result<Moya.Response, MoyaError>
}

extension PluginType {
    public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest { request }
    public func willSend(_ request: any RequestType, target: any TargetType) {}
    public func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {}
    public func process(
        _ result: Result<Moya.Response, MoyaError>,
        target: any TargetType
    ) -> Result<Moya.Response, MoyaError> { result }
}

/// A request that is about to be sent, as plugins see it.
public protocol RequestType {
    /// The request.
    var request: URLRequest? { get }

    /// The header fields that the session adds.
    var sessionHeaders: [String: String] { get }

    /// Answers challenges of the server with a user name and a password.
    func authenticate(username: String, password: String, persistence: URLCredential.Persistence) -> Self

    /// Answers challenges of the server with a credential.
    func authenticate(with credential: URLCredential) -> Self

    /// Calls the handler with a curl command that sends the same request. Secrets are masked.
    func cURLDescription(calling handler: @escaping (String) -> Void) -> Self
}
