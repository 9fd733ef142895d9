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
    case multipartEncodingFailed(reason: MultipartEncodingFailureReason)

    /// A downloaded file can't be moved to its destination.
    case downloadedFileMoveFailed(error: any Error, source: URL, destination: URL)

    /// The session was invalidated before the call.
    case sessionInvalidated(error: (any Error)?)

    /// The request is invalid, for example a GET with a body.
    case urlRequestValidationFailed(reason: URLRequestValidationFailureReason)

    // A provider never reports these. Apps that list the cases of Alamofire name them.

    /// Never reported: a provider makes its uploads itself.
    case createUploadableFailed(error: any Error)

    /// Never reported: a provider makes its requests itself.
    case createURLRequestFailed(error: any Error)

    /// Never reported: a provider encodes by ``ParameterEncoding``.
    case parameterEncoderFailed(reason: ParameterEncoderFailureReason)

    /// Never reported: a provider has no response serializers.
    case responseSerializationFailed(reason: ResponseSerializationFailureReason)

    /// Never reported: a call keeps its session.
    case sessionDeinitialized

    /// The reason for which a request isn't sent.
    public enum URLRequestValidationFailureReason: Sendable {
        /// A GET request has a body.
        case bodyDataInGETRequest(Data)
    }

    /// The reason for which a multipart body can't be sent.
    public enum MultipartEncodingFailureReason: Sendable {
        /// The URL of a part isn't that of a file.
        case bodyPartURLInvalid(url: URL)

        /// The file of a part can't be read. The error is a `CocoaError`.
        case bodyPartFileNotReachableWithError(atURL: URL, error: any Error)

        /// The file of a part is a directory.
        case bodyPartFileIsDirectory(at: URL)

        /// The data or the stream of a part can't be sent. The error is a `CocoaError`.
        case inputStreamReadFailed(error: any Error)
    }

    /// The reason for which parameters can't be encoded.
    public enum ParameterEncodingFailureReason: Sendable {
        /// JSON can't hold a value. The error has the path to it.
        case jsonEncodingFailed(error: any Error)

        /// Never reported: the request has a URL.
        case missingURL

        /// Never reported: an encoding of the app throws its own error.
        case customEncodingFailed(error: any Error)
    }

    /// The reason for which a response was refused.
    public enum ResponseValidationFailureReason: Sendable {
        /// The target doesn't accept the status code.
        case unacceptableStatusCode(code: Int)

        // Never reported: targets validate status codes only.

        /// The file of a download is missing.
        case dataFileNil

        /// The file of a download can't be read.
        case dataFileReadFailed(at: URL)

        /// The response has no content type.
        case missingContentType(acceptableContentTypes: [String])

        /// The response has another content type.
        case unacceptableContentType(acceptableContentTypes: [String], responseContentType: String)

        /// A validation of the app failed.
        case customValidationFailed(error: any Error)
    }

    /// The reason for which a `ParameterEncoder` of Alamofire fails. A provider doesn't use one.
    public enum ParameterEncoderFailureReason: Sendable {
        /// The request lacks a part.
        case missingRequiredComponent(RequiredComponent)

        /// The encoder failed.
        case encoderFailed(error: any Error)

        /// The part that a request lacks.
        public enum RequiredComponent: Sendable {
            /// The URL.
            case url

            /// The method.
            case httpMethod(rawValue: String)
        }
    }

    /// The reason for which a response serializer of Alamofire fails. A provider doesn't use one.
    public enum ResponseSerializationFailureReason: Sendable {
        /// The response has no body.
        case inputDataNilOrZeroLength

        /// The file of a download is missing.
        case inputFileNil

        /// The file of a download can't be read.
        case inputFileReadFailed(at: URL)

        /// The body isn't text in an encoding.
        case stringSerializationFailed(encoding: String.Encoding)

        /// The body isn't JSON.
        case jsonSerializationFailed(error: any Error)

        /// The body can't be decoded.
        case decodingFailed(error: any Error)

        /// A serializer of the app failed.
        case customSerializationFailed(error: any Error)

        /// The response has no body, and its type isn't an empty one.
        case invalidEmptyResponse(type: String)
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
            task.hasParts
            ? .multipartEncodingFailed(reason: MultipartEncodingFailureReason(cause))
            : .sessionTaskFailed(error: cause.urlError)
    }

    private init(transport error: TransportError) {
        var info: [String: Any] = [:]
        info[NSLocalizedDescriptionKey] = error.errorDescription
        info[NSUnderlyingErrorKey] = error.underlyingError.map { $0 as NSError }
        let urlError = error.underlyingError as? URLError ?? URLError(error.urlErrorCode, userInfo: info)
        self =
            switch error.kind {
            case .cancelled: .explicitlyCancelled
            default: .sessionTaskFailed(error: urlError)
            }
    }
}

extension AFError.MultipartEncodingFailureReason {
    init(_ error: BodyError) {
        switch error {
        case .notAFile(let url):
            self =
                !url.isFileURL
                ? .bodyPartURLInvalid(url: url)
                : url.isDirectory
                    ? .bodyPartFileIsDirectory(at: url)
                    : .bodyPartFileNotReachableWithError(atURL: url, error: error.cocoaError)
        case .cannotRead(let url, _):
            self = .bodyPartFileNotReachableWithError(atURL: url, error: error.cocoaError)
        default:
            self = .inputStreamReadFailed(error: error.cocoaError)
        }
    }
}

extension Error {
    /// The error as an ``AFError``; nil if neither the network nor the validation reported it.
    public var asAFError: AFError? { AFError(self) }

    /// The error as an ``AFError``. Any other error becomes a `sessionTaskFailed`; Alamofire traps.
    public func asAFError(
        orFailWith message: @autoclosure () -> String,
        file: StaticString = #file,
        line: UInt = #line
    ) -> AFError {
        asAFError ?? .sessionTaskFailed(error: self)
    }
}
#endif
