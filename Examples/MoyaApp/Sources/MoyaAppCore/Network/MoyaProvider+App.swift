import Foundation
import Moya

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

public extension MoyaProvider {
    /// A provider as the screens use it.
    static func make(stubbed: Bool = false, tokens: TokenStore = .shared, plugins: [PluginType] = []) -> MoyaProvider {
        return MoyaProvider(
            endpointClosure: appEndpoint,
            requestClosure: requestClosure(timeout: AppConfig.timeout),
            stubClosure: stubbed ? MoyaProvider.immediatelyStub : MoyaProvider.neverStub,
            session: .app(interceptor: AppInterceptor(language: "en")),
            plugins: [AuthPlugin(tokens: tokens), SignaturePlugin()] + plugins
        )
    }

    static var stub: MoyaProvider { return MoyaProvider(stubClosure: MoyaProvider.immediatelyStub, plugins: []) }

    static func appEndpoint(for target: Target) -> Endpoint {
        let endpoint = MoyaProvider.defaultEndpointMapping(for: target)
        guard !target.isIdempotent else { return endpoint }
        return endpoint.adding(newHTTPHeaderFields: [
            "Idempotency-Key": "\(target.path.count)-\(target.task.parameters.count)"
        ])
    }

    static func requestClosure(timeout: TimeInterval) -> RequestClosure {
        return { endpoint, closure in
            do {
                var request = try endpoint.urlRequest()
                request.timeoutInterval = endpoint.task.isUpload ? timeout * 4 : timeout
                request.httpShouldHandleCookies = false
                closure(.success(request))
            } catch MoyaError.requestMapping(let url) {
                closure(.failure(.requestMapping(url)))
            } catch MoyaError.parameterEncoding(let error) {
                closure(.failure(.parameterEncoding(error)))
            } catch {
                closure(.failure(.underlying(error, nil)))
            }
        }
    }

    /// Calls a target and decodes its answer.
    @discardableResult
    func request<T: Decodable>(
        _ target: Target,
        as type: T.Type,
        atKeyPath keyPath: String? = nil,
        completion: @escaping (Result<T, APIError>) -> Void
    ) -> Cancellable {
        return request(target) { completion($0.mapModel(type, atKeyPath: keyPath)) }
    }
}

// MARK: - Concurrency

public extension MoyaProvider {
    func request(_ target: Target) async throws -> Response {
        let call = CallBox()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                call.cancellable = request(target) { result in
                    continuation.resume(with: result)
                }
            }
        } onCancel: {
            call.cancellable?.cancel()
        }
    }

    func value<T: Decodable>(_ target: Target, atKeyPath keyPath: String? = nil) async throws -> T {
        do {
            return try await request(target).filterSuccessfulStatusCodes().mapModel(T.self, atKeyPath: keyPath)
        } catch let error as MoyaError {
            throw error.apiError
        }
    }
}

private final class CallBox: @unchecked Sendable {
    private let lock = NSLock()
    private var call: Cancellable?

    var cancellable: Cancellable? {
        get {
            lock.lock()
            defer { lock.unlock() }
            return call
        }
        set {
            lock.lock()
            defer { lock.unlock() }
            call = newValue
        }
    }
}
