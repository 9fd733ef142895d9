public import Foundation

extension TalynError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .imageMapping(let response): "\(response.summary) is not an image."
        case .jsonMapping(let response): "\(response.summary) can't be mapped to JSON."
        case .stringMapping(let response): "\(response.summary) can't be mapped to a string."
        case .objectMapping(_, let response): "\(response.summary) can't be decoded."
        case .encodableMapping: "The body of the request can't be encoded."
        case .statusCode(let response): "\(response.summary) has a status that is not wanted."
        case .underlying(let error, _):
            (error as? any LocalizedError)?.errorDescription ?? ErrorText.describe(any: error)
        case .requestMapping(let url): "The URL '\(Redaction.strict.url(URLJoining.readable(url)))' is invalid."
        case .parameterEncoding: "The parameters can't be put into the request."
        }
    }

    public var failureReason: String? {
        switch self {
        case .requestMapping(let url): URLJoining.problem(of: url)
        case .underlying(let error, _): (error as? any LocalizedError)?.failureReason
        default: underlyingError.map { ErrorText.describe(any: $0) }
        }
    }

    public var recoverySuggestion: String? {
        switch self {
        case .underlying(let error, _): (error as? any LocalizedError)?.recoverySuggestion
        default: nil
        }
    }
}

extension TalynError: CustomStringConvertible {
    public var description: String { ErrorText.describe(self) }
}

extension TalynError: CustomNSError {
    public static var errorDomain: String { "TalynError" }

    /// Which of the nine cases it is, in the order of their declaration.
    public var errorCode: Int {
        switch self {
        case .imageMapping: 0
        case .jsonMapping: 1
        case .stringMapping: 2
        case .objectMapping: 3
        case .encodableMapping: 4
        case .statusCode: 5
        case .underlying: 6
        case .requestMapping: 7
        case .parameterEncoding: 8
        }
    }

    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [:]
        info[NSLocalizedDescriptionKey] = errorDescription
        info[NSUnderlyingErrorKey] = underlyingError.map { $0 as NSError }
        return info
    }
}
