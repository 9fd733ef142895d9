public import Foundation

/// The reason for the failure of a call.
public enum MoyaError: Swift.Error {
    /// The body of the response is no image.
    case imageMapping(Response)

    /// The body of the response isn't JSON.
    case jsonMapping(Response)

    /// The body of the response is no text.
    case stringMapping(Response)

    /// The body of the response can't be decoded as the type.
    case objectMapping(any Swift.Error, Response)

    /// The value for the body can't be encoded. ``Endpoint/urlRequest()`` throws it; a call reports it inside ``underlying(_:_:)``.
    case encodableMapping(any Swift.Error)

    /// A filter refused the status code of the response.
    case statusCode(Response)

    /// The network failed, with a response or without one, or the target's validation refused the response.
    case underlying(any Swift.Error, Response?)

    /// The URL of the endpoint is invalid.
    case requestMapping(String)

    /// The parameters of the request can't be encoded.
    case parameterEncoding(any Swift.Error)
}

extension MoyaError {
    /// The response, if there is one.
    public var response: Moya.Response? {
        switch self {
        case .imageMapping(let response), .jsonMapping(let response), .stringMapping(let response),
            .objectMapping(_, let response), .statusCode(let response):
            response
        case .underlying(_, let response): response
        case .encodableMapping, .requestMapping, .parameterEncoding: nil
        }
    }

    /// The error that caused this one.
    var underlyingError: (any Swift.Error)? {
        switch self {
        case .objectMapping(let error, _), .encodableMapping(let error), .underlying(let error, _),
            .parameterEncoding(let error):
            error
        case .imageMapping, .jsonMapping, .stringMapping, .statusCode, .requestMapping: nil
        }
    }
}

extension MoyaError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .imageMapping: "Failed to map data to an Image."
        case .jsonMapping: "Failed to map data to JSON."
        case .stringMapping: "Failed to map data to a String."
        case .objectMapping: "Failed to map data to a Decodable object."
        case .encodableMapping: "Failed to encode Encodable object into data."
        case .statusCode: "Status code didn't fall within the given range."
        case .underlying(let error, _): error.localizedDescription
        case .requestMapping: "Failed to map Endpoint to a URLRequest."
        case .parameterEncoding(let error):
            "Failed to encode parameters for URLRequest. \(error.localizedDescription)"
        }
    }
}

extension MoyaError: CustomNSError {
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [:]
        userInfo[NSLocalizedDescriptionKey] = errorDescription
        userInfo[NSUnderlyingErrorKey] = underlyingError
        return userInfo
    }
}
