import Foundation
import Moya

// The core module of an app: defaults for the targets of its feature modules, and what goes around each call.

public protocol BackendTarget: TargetType, AccessTokenAuthorizable {
    var parameters: [String: Any] { get }
}

public extension BackendTarget {
    var baseURL: URL { return URL(string: "https://backend.example.com/v2")! }
    var parameters: [String: Any] { return [:] }
    var authorizationType: AuthorizationType? { return .bearer }
    var validationType: ValidationType { return .successCodes }
}

public extension TargetType {
    var headers: [String: String]? { return ["Accept": "application/json"] }

    var task: Task {
        guard let target = self as? BackendTarget, !target.parameters.isEmpty else { return .requestPlain }
        let encoding: ParameterEncoding = method == .get ? URLEncoding.default : JSONEncoding.default
        return .requestParameters(parameters: target.parameters, encoding: encoding)
    }
}

public protocol DecodableTarget: BackendTarget {
    associatedtype ResultType: Decodable
}

public enum BackendError: Error, Equatable {
    case offline, unauthorized, status(Int)

    public init(_ error: MoyaError) {
        switch error {
        case .statusCode(let response) where response.statusCode == 401: self = .unauthorized
        case .statusCode(let response): self = .status(response.statusCode)
        case .underlying(_, let response?): self = BackendError(.statusCode(response))
        default: self = .offline
        }
    }
}

open class Backend {
    public let provider: MoyaProvider<MultiTarget>

    public init(plugins: [PluginType] = [], stubbed: Bool = true) {
        provider = MoyaProvider<MultiTarget>(
            stubClosure: stubbed ? MoyaProvider.immediatelyStub : MoyaProvider.neverStub,
            plugins: plugins
        )
    }

    @discardableResult
    public func load<Target: DecodableTarget>(
        _ target: Target,
        completion: @escaping (Result<Target.ResultType, BackendError>) -> Void
    ) -> Cancellable {
        return provider.request(MultiTarget(target)) { result in
            do {
                let response = try result.get().filterSuccessfulStatusCodes()
                completion(.success(try response.map(Target.ResultType.self, atKeyPath: "data")))
            } catch let error as MoyaError {
                completion(.failure(BackendError(error)))
            } catch {
                completion(.failure(.offline))
            }
        }
    }
}
