import Foundation
import Talyn

#if Alamofire
import Alamofire
#endif
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Result where Success == Response, Failure == MoyaError {
    /// The outcome of a call through Talyn, as a result of Moya's.
    ///
    /// - Parameters:
    ///   - head: The head of the last response, if one arrived.
    ///   - request: The request as it was sent last.
    ///   - task: The task of the target.
    init(
        _ outcome: Result<Talyn.Response, TalynError>,
        _ head: TransportResponse?,
        of request: URLRequest,
        task: Task
    ) {
        switch outcome {
        case .success(let response):
            self = .success(Response(response, of: request))
        case .failure(let error):
            // If the connection broke, or the file couldn't be moved, the response has no body.
            let response = error.response.map { Response($0, of: request) } ?? head.map { Response($0, of: request) }
            self = .failure(MoyaError(error, response, of: request, task: task))
        }
    }
}

extension Response {
    convenience init(_ response: Talyn.Response, of request: URLRequest) {
        self.init(statusCode: response.statusCode, data: response.data, request: request, response: response.response)
    }
}

extension Response {
    fileprivate convenience init(_ head: TransportResponse, of request: URLRequest) {
        let response = Talyn.Response(
            statusCode: head.statusCode,
            data: Data(),
            headerFields: head.headerFields,
            request: request,
            url: head.url
        )
        self.init(response, of: request)
    }
}

extension MoyaError {
    /// An error of Talyn's as the case that Moya has for the situation.
    fileprivate init(_ error: TalynError, _ response: Response?, of request: URLRequest, task: Task) {
        switch error {
        case .underlying(let error as MoyaError, _): self = error
        case .underlying(let error, _): self = .underlying(Self.known(error, task), response)
        case .statusCode(let response): self = .statusCode(Response(response, of: request))
        case .imageMapping(let response): self = .imageMapping(Response(response, of: request))
        case .jsonMapping(let response): self = .jsonMapping(Response(response, of: request))
        case .stringMapping(let response): self = .stringMapping(Response(response, of: request))
        case .objectMapping(let error, let response): self = .objectMapping(error, Response(response, of: request))
        case .encodableMapping(let error): self = .encodableMapping(error)
        case .requestMapping(let url): self = .requestMapping(url)
        case .parameterEncoding(let error): self = .parameterEncoding(error)
        }
    }

    /// The error that apps expect inside `underlying`.
    private static func known(_ error: any Error, _ task: Task) -> any Error {
        #if Alamofire
        switch error {
        case is BodyError where task.hasParts:
            AFError.multipartEncodingFailed(reason: .inputStreamReadFailed(error: error))
        case ValidationError.unacceptableStatusCode(let code):
            AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: code))
        case let error as TransportError where error.kind == .cancelled:
            AFError.explicitlyCancelled
        case let error as TransportError:
            error.underlyingError as? AFError ?? AFError.sessionTaskFailed(error: error.underlyingError ?? error)
        default:
            error
        }
        #else
        switch error {
        case is BodyError where task.hasParts: AFError.multipartEncodingFailed(error: error)
        case is BodyError where task.isDownload: AFError.downloadedFileMoveFailed(error: error)
        default: AFError(error) ?? error
        }
        #endif
    }
}
