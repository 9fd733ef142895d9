import Foundation
import Moya

/// An error as the screens of the app see it.
public enum APIError: Error, Equatable {
    case offline
    case timedOut
    case cancelled
    case unauthorized
    case server(code: Int, message: String)
    case decoding(String)
    case invalidRequest(String)
    case unknown(String)
}

extension APIError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .offline: return "You seem to be offline."
        case .timedOut: return "The server takes too long to answer."
        case .cancelled: return nil
        case .unauthorized: return "Please sign in again."
        case .server(_, let message): return message
        case .decoding(let field): return "The answer could not be read (\(field))."
        case .invalidRequest(let reason): return "The request is invalid: \(reason)"
        case .unknown(let reason): return reason
        }
    }
}

/// The body of an answer that reports an error.
struct ErrorBody: Decodable {
    let code: Int?
    let message: String
}

public extension MoyaError {
    var apiError: APIError {
        switch self {
        case .statusCode(let response):
            return response.apiError
        case .objectMapping(let error, _):
            return .decoding(error.codingPath)
        case .jsonMapping, .stringMapping, .imageMapping:
            return .decoding(errorDescription ?? "")
        case .encodableMapping(let error), .parameterEncoding(let error):
            return .invalidRequest(error.localizedDescription)
        case .requestMapping(let url):
            return .invalidRequest(url)
        case let .underlying(error as APIError, _):
            return error
        case let .underlying(_, response?):
            return response.apiError
        case .underlying(let error, nil):
            return error.apiError
        }
    }

    var isUnauthorized: Bool { return response?.statusCode == 401 }
}

private extension Response {
    var apiError: APIError {
        if statusCode == 401 { return .unauthorized }
        let body = try? map(ErrorBody.self)
        return .server(code: body?.code ?? statusCode, message: body?.message ?? "Status \(statusCode)")
    }
}

private extension Error {
    var apiError: APIError {
        if let error = asAFError {
            if error.isExplicitlyCancelledError { return .cancelled }
            if let underlying = error.underlyingError { return underlying.apiError }
        }
        let error = self as NSError
        guard error.domain == NSURLErrorDomain else { return .unknown(localizedDescription) }
        switch error.code {
        case NSURLErrorCancelled: return .cancelled
        case NSURLErrorTimedOut: return .timedOut
        case NSURLErrorNotConnectedToInternet, NSURLErrorNetworkConnectionLost, NSURLErrorCannotConnectToHost:
            return .offline
        default: return .unknown(error.localizedDescription)
        }
    }

    var codingPath: String {
        switch self as? DecodingError {
        case .keyNotFound(let key, _): return key.stringValue
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return context.codingPath.map { $0.stringValue }.joined(separator: ".")
        default: return "data"
        }
    }
}
