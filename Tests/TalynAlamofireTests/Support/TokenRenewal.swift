#if Alamofire
import Alamofire
import Foundation
import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends a token with each request, and gets a new one when the server refuses it.
final class TokenRenewal: Alamofire.RequestInterceptor {
    let token = Watched("old")
    /// What it was asked to retry for.
    let errors = Watched<[any Error]>([])
    private let fails: Bool

    /// - Parameter fails: Whether no new token can be had.
    init(fails: Bool = false) {
        self.fails = fails
    }

    func adapt(
        _ urlRequest: URLRequest,
        for session: Alamofire.Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        var urlRequest = urlRequest
        urlRequest.setValue(token.value, forHTTPHeaderField: "X-Token")
        completion(.success(urlRequest))
    }

    func retry(
        _ request: Alamofire.Request,
        for session: Alamofire.Session,
        dueTo error: any Error,
        completion: @escaping @Sendable (Alamofire.RetryResult) -> Void
    ) {
        errors.update { $0.append(error) }
        if fails {
            completion(.doNotRetryWithError(NoToken()))
        } else if request.response?.statusCode == 401 || request.retryCount == 0 {
            token.update { $0 = "new" }
            completion(.retry)
        } else {
            completion(.doNotRetry)
        }
    }

    struct NoToken: Error {}
}
#endif
