#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Takes part in each call of a provider: it changes requests, sees them, sees results and changes them.
public protocol PluginType {
    /// Changes the request before it is sent.
    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest

    /// Sees the request right before it is sent, or answered by a stub.
    func willSend(_ request: any RequestType, target: any TargetType)

    /// Sees the result, before the caller has it.
    func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType)

    /// Changes the result, before the caller has it.
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

    /// Gives a curl command that sends the same request.
    func cURLDescription(calling handler: @escaping (String) -> Void) -> Self
}
