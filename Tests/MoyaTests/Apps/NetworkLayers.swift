import Foundation
import Moya

// The network layers that apps put around a provider.

protocol Networkable {
    associatedtype API: TargetType
    var provider: MoyaProvider<API> { get }
}

struct GitHubNetwork: Networkable {
    static let `default` = GitHubNetwork()
    let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub)
}

/// One provider for all APIs, its closures made by functions.
final class SharedNetwork {
    static let provider = MoyaProvider<MultiTarget>(
        endpointClosure: endpointsClosure("secret"),
        requestClosure: SharedNetwork.endpointResolver(),
        stubClosure: { _ in .immediate },
        plugins: plugins
    )

    static var plugins: [PluginType] { return [LoadingIndicator()] }

    static func endpointsClosure<T: TargetType>(_ token: String? = nil) -> (T) -> Endpoint {
        return { target in
            let endpoint = Endpoint(
                url: URL(target: target).absoluteString,
                sampleResponseClosure: { .networkResponse(200, target.sampleData) },
                method: target.method,
                task: target.task,
                httpHeaderFields: target.headers
            )
            return endpoint.adding(newHTTPHeaderFields: ["X-Access-Token": token ?? ""])
        }
    }

    static func endpointResolver() -> MoyaProvider<MultiTarget>.RequestClosure {
        return { (endpoint, closure) in
            do {
                var request = try endpoint.urlRequest()
                request.httpShouldHandleCookies = false
                closure(.success(request))
            } catch let error {
                closure(.failure(MoyaError.underlying(error, nil)))
            }
        }
    }
}

private func resolve(_ endpoint: Endpoint, _ done: @escaping MoyaProvider<GitHub>.RequestResultClosure) {
    done(Result { try endpoint.urlRequest() }.mapError { MoyaError.underlying($0, nil) })
}

private final class Mapper {
    class func endpoint<Target: TargetType>(for target: Target) -> Endpoint {
        return MoyaProvider.defaultEndpointMapping(for: target).adding(newHTTPHeaderFields: ["X-App": "1"])
    }
}

final class CancellableHolder {
    var cancellable: Cancellable?
}

class Client {
    typealias ResponseHandler = (Result<Moya.Response, MoyaError>) -> Void
    typealias JSONHandler = ([String: Any]) -> ()

    var token: Cancellable?
    var running: [String: Cancellable] = [:]

    lazy var provider: MoyaProvider<GitHub> = {
        let closure: MoyaProvider<GitHub>.EndpointClosure = { target in
            MoyaProvider<GitHub>.defaultEndpointMapping(for: target)
        }
        return MoyaProvider<GitHub>(
            endpointClosure: closure,
            requestClosure: resolve,
            stubClosure: MoyaProvider<GitHub>.immediatelyStub
        )
    }()

    func fetch<T: TargetType, D: Decodable>(
        _ target: T,
        as type: D.Type,
        success: @escaping (D) -> Void,
        failure: ((MoyaError) -> Void)? = nil
    ) -> Cancellable? {
        let provider = MoyaProvider<T>(endpointClosure: Mapper.endpoint, stubClosure: MoyaProvider<T>.immediatelyStub)
        return provider.request(target) { (result) in
            switch result {
            case let .success(response):
                do {
                    success(try response.map(D.self))
                } catch {
                    failure?(error as! MoyaError)
                }
            case let .failure(error):
                failure?(error)
            }
        }
    }

    func hand(on target: GitHub, completion: @escaping ResponseHandler) {
        token = provider.request(target, completion: completion)
    }

    func hand(on target: GitHub, queue: DispatchQueue, completion: @escaping Completion) {
        token = provider.request(target, callbackQueue: queue, completion: completion)
    }

    func load(_ target: GitHub, progress: @escaping (Double) -> Void, completion: @escaping (Bool, String?) -> Void) {
        running[target.path] = provider.request(target, progress: { progress($0.progress) }) { [weak self] result in
            self?.running[target.path] = nil
            if case .success(let response) = result, let json = try? response.mapJSON() as? [String: Any] {
                completion(true, json["login"] as? String)
            } else {
                completion(false, nil)
            }
        }
    }

    func json(_ target: GitHub, success: @escaping JSONHandler) {
        provider.request(target) { result in
            guard let response = try? result.get(),
                let any = try? response.mapJSON(),
                let dictionary = any as? [String: Any]
            else { return }
            success(dictionary)
        }
    }

    func user(_ name: String) async -> Result<User, MoyaError> {
        await withCheckedContinuation { continuation in
            provider.request(.userProfile(name)) { result in
                switch result {
                case .success(let response):
                    do {
                        continuation.resume(returning: .success(try response.map(User.self)))
                    } catch let error as MoyaError {
                        continuation.resume(returning: .failure(error))
                    } catch {
                        continuation.resume(returning: .failure(.underlying(error, response)))
                    }
                case .failure(let error):
                    continuation.resume(returning: .failure(error))
                }
            }
        }
    }

    func cancellable<T: Decodable>(_ target: GitHub) async throws -> T {
        let holder = CancellableHolder()
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                holder.cancellable = provider.request(target) { result in
                    continuation.resume(with: result.tryMap { try $0.map(T.self) })
                }
            }
        } onCancel: {
            holder.cancellable?.cancel()
        }
    }
}

extension Result {
    // ReactiveSwift, where its trait is on, gives Result an Error of its own.
    func tryMap<New>(_ transform: (Success) throws -> New) -> Result<New, Swift.Error> {
        do {
            return .success(try transform(get()))
        } catch {
            return .failure(error)
        }
    }
}

extension MoyaProvider where Target == MultiTarget {
    func call<T: TargetType>(_ target: T, completion: @escaping Completion) {
        request(MultiTarget(target), completion: completion)
    }
}

extension MoyaProvider {
    convenience init(headers: [String: Any], stubbed: Bool) {
        self.init(stubClosure: { _ in stubbed ? .immediate : .never }, plugins: [AppHeaders(values: headers)])
    }

    func request<D: Decodable>(_ target: Target, _ type: D.Type) async throws -> D {
        try await request(target).map(type)
    }
}

// Defaults for all targets of the app, as it had to write them while the library had none.

extension TargetType {
    var method: Moya.Method { return .get }
    var task: Task { return .requestPlain }
    var headers: [String: String]? { return ["Accept-Language": "en"] }
    var sampleData: Data { return Data() }
}

enum Pages: String, TargetType {
    case imprint, help

    var baseURL: URL { return URL(string: "https://example.com/pages")! }
    var path: String { return rawValue }
}
