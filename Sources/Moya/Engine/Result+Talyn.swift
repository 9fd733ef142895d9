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
    /// - Parameter request: The request as it was sent last.
    init(_ outcome: Result<Talyn.Response, TalynError>, of request: URLRequest) {
        self =
            switch outcome {
            case .success(let response): .success(Response(response, of: request))
            case .failure(let error): .failure(MoyaError(error, of: request))
            }
    }
}

extension Response {
    convenience init(_ response: Talyn.Response, of request: URLRequest) {
        self.init(statusCode: response.statusCode, data: response.data, request: request, response: response.response)
    }
}

extension MoyaError {
    /// An error of Talyn's as the case that Moya has for the situation.
    init(_ error: TalynError, of request: URLRequest) {
        let response = error.response.map { Response($0, of: request) }
        switch error {
        case .underlying(let error as MoyaError, _): self = error
        case .underlying(let error, _): self = .underlying(Self.known(error), response)
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

    /// The error for which apps look behind an `underlying` one.
    private static func known(_ error: any Error) -> any Error {
        #if Alamofire
        switch error {
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
        AFError(error) ?? error
        #endif
    }
}
