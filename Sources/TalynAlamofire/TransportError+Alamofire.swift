#if Alamofire
import Alamofire
import Foundation
import TalynCore
import TalynURLSession

extension TransportError {
    init(alamofire error: AFError, url: URL?) {
        self.init(Kind(alamofire: error), url: url, underlyingError: error)
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
