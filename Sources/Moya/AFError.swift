// What Moya's users reach of Alamofire's error type without importing Alamofire.
#if !Alamofire
/// A failure of the transport or of the validation, in the words of Alamofire.
public enum AFError: Error {
    /// The call was cancelled.
    case explicitlyCancelled

    /// No whole response arrived; the error is a `URLError`.
    case sessionTaskFailed(error: any Error)

    /// The server could not be trusted, or no secure connection came about; the error is a `URLError`.
    case serverTrustEvaluationFailed(error: any Error)

    /// The target's validation refused the response.
    case responseValidationFailed(reason: ResponseValidationFailureReason)

    /// Why a response was refused.
    public enum ResponseValidationFailureReason: Sendable {
        /// Its status is none of those that the target accepts.
        case unacceptableStatusCode(code: Int)
    }

    /// Nil for an error that neither the transport nor the validation reported.
    public init?(_ error: any Error) {
        switch error {
        case let error as AFError:
            self = error
        case ValidationError.unacceptableStatusCode(let code):
            self = .responseValidationFailed(reason: .unacceptableStatusCode(code: code))
        case let error as TransportError:
            // Optional on Linux only.
            let code: URLError.Code? = URLError.Code(rawValue: error.errorCode)
            let urlError = error.underlyingError as? URLError ?? URLError(code ?? .unknown)
            switch error.kind {
            case .cancelled: self = .explicitlyCancelled
            case .secureConnectionFailed: self = .serverTrustEvaluationFailed(error: urlError)
            default: self = .sessionTaskFailed(error: urlError)
            }
        default:
            return nil
        }
    }
}

extension Error {
    /// What stands behind an `underlying` error; nil for one that neither the transport nor the validation reported.
    public var asAFError: AFError? { AFError(self) }
}

extension AFError {
    public var isExplicitlyCancelledError: Bool { if case .explicitlyCancelled = self { true } else { false } }
    public var isSessionTaskError: Bool { if case .sessionTaskFailed = self { true } else { false } }
    public var isServerTrustEvaluationError: Bool {
        if case .serverTrustEvaluationFailed = self { true } else { false }
    }
    public var isResponseValidationError: Bool { if case .responseValidationFailed = self { true } else { false } }

    /// The `URLError` of a transport that failed.
    public var underlyingError: (any Error)? {
        switch self {
        case .sessionTaskFailed(let error), .serverTrustEvaluationFailed(let error): error
        case .explicitlyCancelled, .responseValidationFailed: nil
        }
    }

    /// The status that was refused.
    public var responseCode: Int? {
        if case .responseValidationFailed(.unacceptableStatusCode(let code)) = self { code } else { nil }
    }
}

extension AFError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .explicitlyCancelled: TransportError(.cancelled).errorDescription
        case .sessionTaskFailed(let error), .serverTrustEvaluationFailed(let error): error.localizedDescription
        case .responseValidationFailed(.unacceptableStatusCode(let code)):
            ValidationError.unacceptableStatusCode(code).errorDescription
        }
    }
}
#endif
