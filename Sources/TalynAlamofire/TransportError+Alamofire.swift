#if Alamofire
import Alamofire
import Foundation
import TalynCore
import TalynURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransportError {
    /// - Parameters:
    ///   - error: The error of the last attempt.
    ///   - request: Alamofire's request, which has ended.
    ///   - outgoing: The request that the caller gave.
    ///   - isRedirected: Whether a redirect was followed.
    init(alamofire error: AFError, of request: Alamofire.Request, for outgoing: OutgoingRequest, isRedirected: Bool) {
        self.init(
            Kind(alamofire: error),
            origin: (request.lastTask?.currentRequest?.url).flatMap { Origin($0) } ?? outgoing.origin,
            underlyingError: error
        )
        detail = error.sessionFailure?.detail
        #if canImport(Security)
        if case .serverTrustEvaluationFailed = error { detail = .untrustedServer }
        #endif
        delivery = request.delivery(hasBody: outgoing.body.map { $0.length != 0 } ?? false, isRedirected: isRedirected)
    }
}

extension Alamofire.Request {
    /// Whether a server may have received the request; nil if the kind of the error tells.
    ///
    /// - Parameters:
    ///   - hasBody: Whether the request has a body that isn't empty.
    ///   - isRedirected: Whether a redirect was followed.
    fileprivate func delivery(hasBody: Bool, isRedirected: Bool) -> TransportError.Delivery? {
        if tasks.isEmpty { return .notSent }
        // The error belongs to the last attempt. An earlier one may have reached a server.
        if retryCount > 0 || isRedirected || response != nil { return .sent }
        #if os(Linux)
        // When an idle connection is lost, libcurl silently sends a request without a body again.
        return hasBody ? nil : .sent
        #else
        let transactions = allMetrics.flatMap(\.transactionMetrics)
        return transactions.contains { $0.requestStartDate != nil } ? .sent : nil
        #endif
    }
}

extension AFError {
    /// The failure of the session, also of the last try; nil for a failure of Alamofire itself.
    fileprivate var sessionFailure: TransportError? {
        switch self {
        case .sessionTaskFailed(let error): TransportError(urlSession: error, url: nil)
        case .requestRetryFailed(_, let error as AFError): error.sessionFailure
        default: nil
        }
    }
}

extension TransportError.Kind {
    fileprivate init(alamofire error: AFError) {
        self =
            switch error {
            case .explicitlyCancelled: .cancelled
            case .sessionTaskFailed(let error): TransportError(urlSession: error, url: nil).kind
            case .requestRetryFailed(_, let error as AFError): Self(alamofire: error)
            case .invalidURL: .unsupportedURL
            #if canImport(Security)
            case .serverTrustEvaluationFailed: .secureConnectionFailed
            #endif
            default: .other
            }
    }
}
#endif
