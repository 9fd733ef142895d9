import Foundation
import TalynCore
import TalynURLSession

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
    ///   - session: The session that sent the request.
    init(
        _ outcome: Result<TalynCore.Response, TalynError>,
        _ head: TransportResponse?,
        of request: URLRequest,
        task: Task,
        session: Session?
    ) {
        switch outcome {
        case .success(let response):
            self = .success(Response(response, of: request))
        case .failure(let error):
            // If the connection broke, or the file couldn't be moved, the response has no body.
            let response = error.response.map { Response($0, of: request) } ?? head.map { Response($0, of: request) }
            self = .failure(MoyaError(error, response, task, session))
        }
    }
}

extension Response {
    convenience init(_ response: TalynCore.Response, of request: URLRequest) {
        self.init(
            statusCode: response.statusCode,
            // The content of a downloaded file, too.
            data: (try? response.contents()) ?? Data(),
            request: request,
            response: response.httpURLResponse
        )
    }
}

extension Response {
    fileprivate convenience init(_ head: TransportResponse, of request: URLRequest) {
        let response = TalynCore.Response(
            statusCode: head.statusCode,
            data: Data(),
            headerFields: head.headerFields,
            request: try? OutgoingRequest(request),
            url: head.url
        )
        self.init(response, of: request)
    }
}

extension MoyaError {
    /// An error of Talyn's as the case that Moya has for the situation.
    fileprivate init(_ error: TalynError, _ response: Response?, _ task: Task, _ session: Session?) {
        switch (error.reason, error.underlyingError) {
        case (_, let error as MoyaError):
            self = error
        case (.unacceptableStatus, _):
            self = .underlying(Self.validationError(error.statusCode ?? 0), response)
        case (_, let cause?):
            self = .underlying(Self.known(cause, task, session), response)
        case (_, nil):
            self = .underlying(error, response)
        }
    }

    private static func validationError(_ statusCode: Int) -> any Error {
        AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: statusCode))
    }

    /// The error that apps expect inside `underlying`.
    private static func known(_ error: any Error, _ task: Task, _ session: Session?) -> any Error {
        #if Alamofire
        if let cause = BodyError(error) { return AFError(cause, task) }
        return switch error {
        case let error as TransportError where error.kind == .cancelled:
            AFError.explicitlyCancelled
        case let error as TransportError:
            error.underlyingError as? AFError ?? AFError.sessionTaskFailed(error: error.underlyingError ?? error)
        default:
            error
        }
        #else
        return AFError(error, task, session?.serverTrustManager) ?? error
        #endif
    }
}

#if Alamofire
extension AFError {
    /// The failure to read or write a body, as Alamofire has it.
    fileprivate init(_ error: BodyError, _ task: Task) {
        self =
            task.hasParts
            ? .multipartEncodingFailed(reason: .inputStreamReadFailed(error: error.cocoaError))
            : .sessionTaskFailed(error: error.urlError)
    }
}
#endif
