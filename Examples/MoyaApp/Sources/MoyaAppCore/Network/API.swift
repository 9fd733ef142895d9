import Foundation
import Moya

/// The one way to the servers: it takes any target.
public final class API {
    public static let shared = API()

    private let provider: MoyaProvider<MultiTarget>

    public init(provider: MoyaProvider<MultiTarget> = .make()) {
        self.provider = provider
    }

    public convenience init(stubbedWith plugins: [PluginType]) {
        self.init(provider: .make(stubbed: true, plugins: plugins))
    }

    @discardableResult
    public func request(
        _ target: TargetType,
        progress: ProgressBlock? = nil,
        completion: @escaping (Result<Response, APIError>) -> Void
    ) -> Cancellable {
        return provider.request(MultiTarget(target), progress: progress) { result in
            completion(result.mapError { $0.apiError })
        }
    }

    @discardableResult
    public func request<T: DecodableTargetType>(
        _ target: T,
        completion: @escaping (Result<T.ResultType, APIError>) -> Void
    ) -> Cancellable {
        return provider.request(.target(target)) { result in
            switch result {
            case let .success(response):
                do {
                    let value = try response.map(T.ResultType.self, atKeyPath: target.keyPath, using: target.decoder)
                    completion(.success(value))
                } catch {
                    completion(.failure((error as? MoyaError)?.apiError ?? .unknown("\(error)")))
                }
            case let .failure(error):
                completion(.failure(error.apiError))
            }
        }
    }

    public func send<T: DecodableTargetType>(_ target: T) async throws -> T.ResultType {
        let response = try await provider.request(MultiTarget(target))
        return try response.map(T.ResultType.self, atKeyPath: target.keyPath, using: target.decoder)
    }
}
