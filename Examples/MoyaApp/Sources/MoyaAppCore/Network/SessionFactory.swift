import Foundation
import Moya

#if canImport(Alamofire)
import Alamofire
#endif
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Adds the language to each request, and retries when the server is busy.
public final class AppInterceptor: RequestInterceptor {
    private let language: String
    private let limit: Int

    public init(language: String, limit: Int = 2) {
        self.language = language
        self.limit = limit
    }

    public func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping (Result<URLRequest, Error>) -> Void
    ) {
        var request = urlRequest
        request.setValue(language, forHTTPHeaderField: "X-Language")
        completion(.success(request))
    }

    public func retry(
        _ request: Request,
        for session: Session,
        dueTo error: Error,
        completion: @escaping (RetryResult) -> Void
    ) {
        guard request.retryCount < limit, request.response?.statusCode == 503 else {
            return completion(.doNotRetry)
        }
        completion(.retryWithDelay(0.5))
    }
}

public extension Session {
    static func app(timeout: TimeInterval = AppConfig.timeout, interceptor: RequestInterceptor? = nil) -> Session {
        let configuration = URLSessionConfiguration.default
        configuration.headers = .default
        configuration.timeoutIntervalForRequest = timeout
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpAdditionalHeaders?["X-Device"] = "linux-or-mac"
        return Session(configuration: configuration, startRequestsImmediately: false, interceptor: interceptor)
    }
}
