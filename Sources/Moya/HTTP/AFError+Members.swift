// The kinds, the values and the text of an error, as Alamofire has them.
#if !Alamofire
public import Foundation
import _TalynSupport

extension AFError {
    /// Whether the call was cancelled.
    public var isExplicitlyCancelledError: Bool { if case .explicitlyCancelled = self { true } else { false } }

    /// Whether a value isn't a URL.
    public var isInvalidURLError: Bool { if case .invalidURL = self { true } else { false } }

    /// Whether the response is missing or incomplete.
    public var isSessionTaskError: Bool { if case .sessionTaskFailed = self { true } else { false } }

    /// Whether the session was invalidated before the call.
    public var isSessionInvalidatedError: Bool { if case .sessionInvalidated = self { true } else { false } }

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
}

// Alamofire's sessions and serializers report these. A provider doesn't.
extension AFError {
    /// Whether the case is `sessionDeinitialized`, which a provider doesn't report.
    public var isSessionDeinitializedError: Bool { if case .sessionDeinitialized = self { true } else { false } }

    /// Whether the case is `responseSerializationFailed`, which a provider doesn't report.
    public var isResponseSerializationError: Bool {
        if case .responseSerializationFailed = self { true } else { false }
    }

    /// Whether the case is `parameterEncoderFailed`, which a provider doesn't report.
    public var isParameterEncoderError: Bool { if case .parameterEncoderFailed = self { true } else { false } }

    /// Whether the case is `createURLRequestFailed`, which a provider doesn't report.
    public var isCreateURLRequestError: Bool { if case .createURLRequestFailed = self { true } else { false } }

    /// Whether the case is `createUploadableFailed`, which a provider doesn't report.
    public var isCreateUploadableError: Bool { if case .createUploadableFailed = self { true } else { false } }

    /// Always nil: targets validate status codes only.
    public var acceptableContentTypes: [String]? { nil }

    /// Always nil: targets validate status codes only.
    public var responseContentType: String? { nil }
}

extension AFError {
    /// The `URLError` of a failure of the network, the problem of a file or of a parameter, or the error of an interceptor.
    public var underlyingError: (any Error)? {
        switch self {
        case .sessionTaskFailed(let error), .serverTrustEvaluationFailed(let error),
            .multipartEncodingFailed(.bodyPartFileNotReachableWithError(_, let error)),
            .multipartEncodingFailed(.inputStreamReadFailed(let error)),
            .downloadedFileMoveFailed(let error, _, _), .requestAdaptationFailed(let error),
            .requestRetryFailed(let error, _), .parameterEncodingFailed(.jsonEncodingFailed(let error)),
            .parameterEncodingFailed(.customEncodingFailed(let error)), .createUploadableFailed(let error),
            .createURLRequestFailed(let error), .parameterEncoderFailed(.encoderFailed(let error)),
            .responseValidationFailed(.customValidationFailed(let error)),
            .responseSerializationFailed(.jsonSerializationFailed(let error)),
            .responseSerializationFailed(.decodingFailed(let error)),
            .responseSerializationFailed(.customSerializationFailed(let error)):
            error
        case .sessionInvalidated(let error): error
        default: nil
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

    /// The value that isn't a URL.
    public var urlConvertible: (any Session.URLConvertible)? {
        if case .invalidURL(let url) = self { url } else { nil }
    }

    /// The file of a part that can't be sent.
    public var url: URL? {
        switch self {
        case .multipartEncodingFailed(.bodyPartURLInvalid(let url)),
            .multipartEncodingFailed(.bodyPartFileNotReachableWithError(let url, _)),
            .multipartEncodingFailed(.bodyPartFileIsDirectory(let url)):
            url
        default: nil
        }
    }

    /// The temporary file of a download that can't be moved.
    public var sourceURL: URL? { if case .downloadedFileMoveFailed(_, let source, _) = self { source } else { nil } }

    /// The destination to which a downloaded file can't be moved.
    public var destinationURL: URL? {
        if case .downloadedFileMoveFailed(_, _, let destination) = self { destination } else { nil }
    }
}

// Apps compare these numbers, and report them.
extension AFError: CustomNSError {
    public static var errorDomain: String { "Alamofire.AFError" }

    /// The number that the case has in Alamofire on Apple platforms.
    public var errorCode: Int {
        switch self {
        case .createUploadableFailed: 0
        case .createURLRequestFailed: 1
        case .downloadedFileMoveFailed: 2
        case .invalidURL: 3
        case .multipartEncodingFailed: 4
        case .parameterEncodingFailed: 5
        case .parameterEncoderFailed: 6
        case .requestAdaptationFailed: 7
        case .requestRetryFailed: 8
        case .responseValidationFailed: 9
        case .responseSerializationFailed: 10
        case .serverTrustEvaluationFailed: 11
        case .sessionInvalidated: 12
        case .sessionTaskFailed: 13
        case .urlRequestValidationFailed: 14
        case .explicitlyCancelled: 15
        case .sessionDeinitialized: 16
        }
    }

    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? ""] }
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
        case .sessionInvalidated(let error):
            "Session was invalidated with error: \(error?.localizedDescription ?? "No description.")"
        case .serverTrustEvaluationFailed(let error):
            "Server trust evaluation failed due to reason: \(error.localizedDescription)"
        case .requestAdaptationFailed(let error):
            "Request adaption failed with error: \(error.localizedDescription)"
        case .requestRetryFailed(let error, let original):
            "Request retry failed with retry error: \(error.localizedDescription), "
                + "original error: \(original.localizedDescription)"
        case .parameterEncodingFailed(.jsonEncodingFailed(let error)):
            "JSON could not be encoded because of error:\n\(error.localizedDescription)"
        case .multipartEncodingFailed(let reason):
            reason.text
        case .downloadedFileMoveFailed(let error, let source, let destination):
            "Moving downloaded file from: \(source) to: \(destination) failed with error: \(error.localizedDescription)"
        case .urlRequestValidationFailed(.bodyDataInGETRequest(let data)):
            // The body may hold secrets.
            "URLRequest validation failed due to reason: Invalid URLRequest: "
                + "Requests with GET method cannot have body data:\n(\(data.count) bytes)"
        case .responseValidationFailed(.unacceptableStatusCode(let code)):
            "Response status code was unacceptable: \(code)."
        // A provider reports none of these.
        case .parameterEncodingFailed, .responseValidationFailed, .createUploadableFailed, .createURLRequestFailed,
            .parameterEncoderFailed, .responseSerializationFailed, .sessionDeinitialized:
            // The values may hold secrets.
            "The call failed with \(TypeName.ofCase(self) ?? "an error")."
        }
    }
}

extension AFError.MultipartEncodingFailureReason {
    fileprivate var text: String {
        switch self {
        case .bodyPartURLInvalid(let url):
            "The URL provided is not a file URL: \(url)"
        case .bodyPartFileNotReachableWithError(let url, let error):
            "The system returned an error while checking the provided URL for reachability.\n"
                + "URL: \(url)\nError: \(error.localizedDescription)"
        case .bodyPartFileIsDirectory(let url):
            "The URL provided is a directory: \(url)"
        case .inputStreamReadFailed(let error):
            "InputStream read failed with error: \(error.localizedDescription)"
        }
    }
}
#endif
