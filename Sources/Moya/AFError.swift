// What Moya's users reach of Alamofire's error type without importing Alamofire.
#if !Alamofire
extension Error {
    /// What is known of the failure behind an `underlying` error; nil for what neither the transport nor the validation
    /// reported.
    public var asAFError: MoyaError? {
        switch self {
        case let error as MoyaError: error
        case is TransportError, is ValidationError, is RequestError: .underlying(self, nil)
        default: nil
        }
    }
}

extension MoyaError {
    /// Whether the call was cancelled: ``Talyn/TalynError/isCancelled``.
    public var isExplicitlyCancelledError: Bool { isCancelled }

    /// Whether no whole response arrived: there is a ``Talyn/TalynError/transportError``.
    public var isSessionTaskError: Bool { transportError != nil }

    /// Whether the target's validation refused the response.
    public var isResponseValidationError: Bool { underlyingError is ValidationError }

    /// The status that was refused.
    public var responseCode: Int? {
        if case .unacceptableStatusCode(let code)? = underlyingError as? ValidationError { return code }
        return statusCode
    }
}
#endif
