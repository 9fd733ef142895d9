public import Foundation

extension TransportError: CustomNSError {
    /// The domain of Foundation's URL errors, so that code which looks for one of its codes finds it.
    public static var errorDomain: String { NSURLErrorDomain }

    public var errorCode: Int {
        if let error = underlyingError as? URLError { return error.errorCode }
        return switch kind {
        case .cancelled: NSURLErrorCancelled
        case .timedOut, .deadlineExceeded: NSURLErrorTimedOut
        case .notConnected: NSURLErrorNotConnectedToInternet
        case .responseTooLarge: NSURLErrorDataLengthExceedsMaximum
        case .notCached: NSURLErrorResourceUnavailable
        case .cannotConnect: NSURLErrorCannotConnectToHost
        case .connectionLost: NSURLErrorNetworkConnectionLost
        case .secureConnectionFailed: NSURLErrorSecureConnectionFailed
        case .invalidResponse: NSURLErrorBadServerResponse
        case .tooManyRedirects, .insecureRedirect: NSURLErrorHTTPTooManyRedirects
        case .unsupportedURL: NSURLErrorUnsupportedURL
        case .other: NSURLErrorUnknown
        }
    }

    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [:]
        info[NSLocalizedDescriptionKey] = errorDescription
        info[NSUnderlyingErrorKey] = underlyingError.map { $0 as NSError }
        return info
    }
}
