import Foundation
import Moya

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Adds the customer's token to the requests to the app's own servers.
public struct AuthPlugin: PluginType {
    private let tokens: TokenStore

    public init(tokens: TokenStore) {
        self.tokens = tokens
    }

    public func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
        let target = (target as? MultiTarget)?.target ?? target
        guard let type = (target as? APITarget)?.authorizationType, let token = tokens.accessToken else {
            return request
        }
        var request = request
        request.setValue("\(type.value) \(token)", forHTTPHeaderField: "Authorization")
        return request
    }

    public func didReceive(_ result: Result<Response, MoyaError>, target: TargetType) {
        guard case let .failure(error) = result, error.isUnauthorized else { return }
        tokens.accessToken = nil
    }
}

/// Signs the requests whose target asks for it.
public struct SignaturePlugin: PluginType {
    public init() {}

    public func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
        guard let multi = target as? MultiTarget, let target = multi.target as? APITarget, target.isSigned else {
            return request
        }
        var request = request
        request.addValue(signature(of: request, parameters: target.task.parameters), forHTTPHeaderField: "X-Signature")
        return request
    }

    private func signature(of request: URLRequest, parameters: [String: Any]) -> String {
        let sorted = parameters.keys.sorted().map { "\($0)=\(parameters[$0] ?? "")" }.joined(separator: "&")
        let text = "\(request.httpMethod ?? "")|\(request.url?.path ?? "")|\(sorted)|\(AppConfig.signingKey)"
        let sum = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return String(sum, radix: 16)
    }
}

/// Unwraps the shop's envelope, and turns its error codes into errors.
public struct EnvelopePlugin: PluginType {
    public init() {}

    public func process(_ result: Result<Response, MoyaError>, target: TargetType) -> Result<Response, MoyaError> {
        guard case let .success(response) = result,
            let object = try? response.mapJSON() as? [String: Any],
            let code = object["code"] as? Int
        else { return result }
        guard code == 0 else {
            let error = APIError.server(code: code, message: object["message"] as? String ?? "")
            return .failure(.underlying(error, response))
        }
        guard let content = object["data"], let data = try? JSONSerialization.data(withJSONObject: content) else {
            return result
        }
        return .success(
            Response(
                statusCode: response.statusCode,
                data: data,
                request: response.request,
                response: response.response
            )
        )
    }
}
