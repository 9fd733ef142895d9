public import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// What is wrong with a request that was not sent.
public enum RequestError: Error, Sendable, Hashable {
    /// The header field's name is not a token (RFC 9110, section 5.1).
    case invalidHeaderName(String)

    /// The header field's value has a character that none may have, such as a line break (RFC 9110, section 5.5).
    ///
    /// Holds the name only: the value may be a secret.
    case invalidHeaderValue(name: String)

    /// A parameter can't be sent: the path to it, and what it is.
    case parameter(path: String, problem: String)

    /// The request has no URL to put a query into.
    case missingURL

    /// Body parameters were given to an encoding that puts them into the query.
    case bodyParametersInQuery

    /// The method is not a token (RFC 9110, section 9.1).
    case invalidMethod(String)
}

extension RequestError {
    /// - Throws: ``TalynError/underlying(_:_:)`` for a method or a field that HTTP doesn't allow.
    package static func check(_ request: URLRequest) throws(TalynError) {
        if let method = request.httpMethod, !isToken(method) {
            throw .underlying(invalidMethod(method), nil)
        }
        if let headerFields = request.allHTTPHeaderFields { try check(headerFields) }
    }

    /// - Throws: ``TalynError/underlying(_:_:)`` for the first field that HTTP doesn't allow.
    static func check(_ headerFields: [String: String]) throws(TalynError) {
        for (name, value) in headerFields {
            guard isToken(name) else { throw .underlying(invalidHeaderName(name), nil) }
            guard HTTPField.isValidValue(value) else { throw .underlying(invalidHeaderValue(name: name), nil) }
        }
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && ASCIISet.token.containsAll(text.utf8)
    }
}

extension RequestError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .invalidHeaderName(let name):
            "The header field name '\(name.debugDescription.dropFirst().dropLast())' is invalid."
        case .invalidHeaderValue(let name):
            "The value of the header field '\(name)' is invalid."
        case .parameter(let path, let problem):
            path.isEmpty ? "The parameters can't be sent: the value \(problem)." : "The parameter '\(path)' \(problem)."
        case .missingURL:
            "The request has no URL."
        case .bodyParametersInQuery:
            "The body parameters would go into the query."
        case .invalidMethod(let method):
            "The request method '\(method.debugDescription.dropFirst().dropLast())' is invalid."
        }
    }

    public var recoverySuggestion: String? {
        switch self {
        case .invalidHeaderName:
            "Use letters, digits and !#$%&'*+-.^_`|~ only."
        case .invalidHeaderValue:
            "Remove line breaks, other control characters, and white space at its ends."
        case .parameter:
            "Use strings, numbers, Booleans, arrays and dictionaries with string keys."
        case .missingURL:
            "Set the URL of the request before parameters are added to it."
        case .bodyParametersInQuery:
            "Use URLEncoding.httpBody or JSONEncoding as the body encoding."
        case .invalidMethod:
            "Use a method such as GET or POST, or make one with HTTPRequest.Method(_:)."
        }
    }
}
