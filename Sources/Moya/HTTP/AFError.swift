// The part of Alamofire's error type that apps reach without importing Alamofire.
#if !Alamofire
public import Foundation
import TalynCore
import TalynURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A failure of the network, of the validation, or of a file on its way.
public enum AFError: Error {
    /// A value isn't a URL. It is a `String` or `URLComponents`.
    case invalidURL(url: any Session.URLConvertible)

    /// The call was cancelled.
    case explicitlyCancelled

    /// The response is missing or incomplete. The error is a `URLError`.
    case sessionTaskFailed(error: any Error)

    /// The session's ``ServerTrustManager`` doesn't trust the server. The error is a `URLError`.
    case serverTrustEvaluationFailed(error: any Error)

    /// The target's validation refused the response.
    case responseValidationFailed(reason: ResponseValidationFailureReason)

    /// An interceptor failed to adapt the request.
    case requestAdaptationFailed(error: any Error)

    /// A retrier replaced the error of the request.
    case requestRetryFailed(retryError: any Error, originalError: any Error)

    /// Parameters can't be encoded.
    case parameterEncodingFailed(reason: ParameterEncodingFailureReason)

    /// A part of a multipart body can't be sent.
    case multipartEncodingFailed(error: any Error)

    /// A downloaded file can't be moved to its destination.
    case downloadedFileMoveFailed(error: any Error)

    /// The request is invalid, for example a GET with a body.
    case urlRequestValidationFailed(reason: URLRequestValidationFailureReason)

    /// The reason for which a request isn't sent.
    public enum URLRequestValidationFailureReason: Sendable {
        /// A GET request has a body.
        case bodyDataInGETRequest(Data)
    }

    /// The reason for which parameters can't be encoded.
    public enum ParameterEncodingFailureReason: Sendable {
        /// JSON can't hold a value. The error has the path to it.
        case jsonEncodingFailed(error: any Error)
    }

    /// The reason for which a response was refused.
    public enum ResponseValidationFailureReason: Sendable {
        /// The target doesn't accept the status code.
        case unacceptableStatusCode(code: Int)
    }

    /// Nil for an error that neither the network nor the validation reported.
    init?(_ error: any Error) {
        switch error {
        case let error as AFError:
            self = error
        case let error as TransportError:
            self.init(transport: error)
        default:
            return nil
        }
    }

    /// - Parameters:
    ///   - task: The task of the target. It decides about the failure to read or write a body.
    ///   - trust: The trust of the session. It decides about the failure of a secure connection.
    /// - Returns: Nil for an error that neither the network, nor a file, nor the validation reported.
    init?(_ error: any Error, _ task: Task, _ trust: ServerTrustManager?) {
        guard let cause = BodyError(error) else {
            self.init(error)
            if case .sessionTaskFailed(let urlError) = self, let error = error as? TransportError,
                trust?.made(error) == true
            {
                self = .serverTrustEvaluationFailed(error: urlError)
            }
            return
        }
        self =
            if task.hasParts {
                .multipartEncodingFailed(error: cause.cocoaError)
            } else if task.isDownload {
                .downloadedFileMoveFailed(error: cause.cocoaError)
            } else {
                .sessionTaskFailed(error: cause.urlError)
            }
    }

    private init(transport error: TransportError) {
        // Optional on Linux only.
        let code: URLError.Code? = URLError.Code(rawValue: error.urlErrorCode)
        var info: [String: Any] = [:]
        info[NSLocalizedDescriptionKey] = error.errorDescription
        info[NSUnderlyingErrorKey] = error.underlyingError.map { $0 as NSError }
        let urlError = error.underlyingError as? URLError ?? URLError(code ?? .unknown, userInfo: info)
        self =
            switch error.kind {
            case .cancelled: .explicitlyCancelled
            default: .sessionTaskFailed(error: urlError)
            }
    }
}

extension Error {
    /// The error as an ``AFError``; nil if neither the network nor the validation reported it.
    public var asAFError: AFError? { AFError(self) }
}

extension AFError {
    /// Whether the call was cancelled.
    public var isExplicitlyCancelledError: Bool { if case .explicitlyCancelled = self { true } else { false } }

    /// Whether a value isn't a URL.
    public var isInvalidURLError: Bool { if case .invalidURL = self { true } else { false } }

    /// Whether the response is missing or incomplete.
    public var isSessionTaskError: Bool { if case .sessionTaskFailed = self { true } else { false } }

    /// Whether the session's ``ServerTrustManager`` doesn't trust the server.
    public var isServerTrustEvaluationError: Bool {
        if case .serverTrustEvaluationFailed = self { true } else { false }
    }

    /// Whether the target's validation refused the response.
    public var isResponseValidationError: Bool { if case .responseValidationFailed = self { true } else { false } }

    /// Whether an interceptor failed to adapt the request.
    public var isRequestAdaptationError: Bool { if case .requestAdaptationFailed = self { true } else { false } }

    /// Whether a retrier replaced the error of the request.
    public var isRequestRetryError: Bool { if case .requestRetryFailed = self { true } else { false } }

    /// Whether the request is invalid, for example a GET with a body.
    public var isRequestValidationError: Bool { if case .urlRequestValidationFailed = self { true } else { false } }

    /// Whether parameters can't be encoded.
    public var isParameterEncodingError: Bool { if case .parameterEncodingFailed = self { true } else { false } }

    /// Whether a part of a multipart body can't be sent.
    public var isMultipartEncodingError: Bool { if case .multipartEncodingFailed = self { true } else { false } }

    /// Whether a downloaded file can't be moved to its destination.
    public var isDownloadedFileMoveError: Bool { if case .downloadedFileMoveFailed = self { true } else { false } }

    /// The `URLError` of a failure of the network, the problem of a file or of a parameter, or the error of an interceptor.
    public var underlyingError: (any Error)? {
        switch self {
        case .sessionTaskFailed(let error), .serverTrustEvaluationFailed(let error),
            .multipartEncodingFailed(let error),
            .downloadedFileMoveFailed(let error), .requestAdaptationFailed(let error),
            .requestRetryFailed(let error, _), .parameterEncodingFailed(.jsonEncodingFailed(let error)):
            error
        case .invalidURL, .explicitlyCancelled, .responseValidationFailed, .urlRequestValidationFailed: nil
        }
    }

    /// The status code that was refused.
    public var responseCode: Int? {
        switch self {
        case .responseValidationFailed(.unacceptableStatusCode(let code)): code
        case .requestRetryFailed(_, let original): original.asAFError?.responseCode
        default: nil
        }
    }
}

extension AFError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .invalidURL(let url):
            "URL is not valid: \(url)"
        case .explicitlyCancelled:
            "Request explicitly cancelled."
        case .sessionTaskFailed(let error):
            "URLSessionTask failed with error: \(error.localizedDescription)"
        case .serverTrustEvaluationFailed(let error):
            "Server trust evaluation failed: \(error.localizedDescription)"
        case .requestAdaptationFailed(let error):
            "Request adaption failed: \(error.localizedDescription)"
        case .requestRetryFailed(let error, let original):
            "Request retry failed: \(error.localizedDescription) The original error: \(original.localizedDescription)"
        case .parameterEncodingFailed(.jsonEncodingFailed(let error)):
            "JSON encoding failed: \(error.localizedDescription)"
        case .multipartEncodingFailed(let error):
            "Multipart encoding failed: \(error.localizedDescription)"
        case .downloadedFileMoveFailed(let error):
            "The downloaded file could not be moved: \(error.localizedDescription)"
        case .urlRequestValidationFailed(.bodyDataInGETRequest(let data)):
            "URLRequest validation failed: a GET request has a body of \(data.count) bytes. Use another method."
        case .responseValidationFailed(.unacceptableStatusCode(let code)):
            "Response status code was unacceptable: \(code)."
        }
    }
}
#endif
