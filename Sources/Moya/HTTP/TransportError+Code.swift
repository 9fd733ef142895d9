#if !Alamofire
import TalynCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

extension TransportError {
    /// The code of Foundation's `URLError` for the failure.
    var urlErrorCode: Int {
        if let error = underlyingError as? URLError { return error.errorCode }
        return switch kind {
        case .cancelled: NSURLErrorCancelled
        case .timedOut, .deadlineExceeded: NSURLErrorTimedOut
        case .notConnected: NSURLErrorNotConnectedToInternet
        case .responseTooLarge: NSURLErrorDataLengthExceedsMaximum
        case .notCached: NSURLErrorResourceUnavailable
        case .cannotConnect: detail == .unknownHost ? NSURLErrorCannotFindHost : NSURLErrorCannotConnectToHost
        case .connectionLost: NSURLErrorNetworkConnectionLost
        case .secureConnectionFailed: NSURLErrorSecureConnectionFailed
        case .invalidResponse: NSURLErrorBadServerResponse
        case .tooManyRedirects, .insecureRedirect: NSURLErrorHTTPTooManyRedirects
        case .unsupportedURL: NSURLErrorUnsupportedURL
        default: NSURLErrorUnknown
        }
    }
}
#endif
