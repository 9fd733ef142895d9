import HTTPTypes
import _TalynFoundation
import _TalynSupport

/// The reason for which a target doesn't make a request.
///
/// It is the ``TalynError/underlyingError`` of an error with ``TalynError/Reason/invalidRequest``.
public struct RequestError: Error, Sendable, Hashable {
    /// A part of a request.
    public struct Part: Sendable, Hashable, CustomStringConvertible {
        /// The URL.
        public static let url = Part(description: "url")

        /// The path of the target.
        public static let path = Part(description: "path")

        /// The method (RFC 9110, section 9.1).
        public static let method = Part(description: "method")

        /// A header field (RFC 9110, section 5).
        public static let headerField = Part(description: "headerField")

        /// A parameter of the query or of a form.
        public static let parameter = Part(description: "parameter")

        /// The name, as in the code.
        public let description: String
    }

    /// The part of the request that is invalid.
    public let part: Part

    public let problem: String
    public let recovery: String?

    init(_ part: Part, _ problem: String, _ recovery: String) {
        self.part = part
        self.problem = problem
        self.recovery = recovery
    }

    /// The error for a URL that isn't one of HTTP, or that doesn't parse. Its text masks the query.
    public static func invalidURL(_ url: String) -> RequestError { invalidURL(url, shownAs: url) }

    /// - Parameter text: The URL for the text: a path can have values.
    static func invalidURL(_ url: String, shownAs text: String) -> RequestError {
        let problem = URLJoining.problem(of: url) ?? "It doesn't parse."
        return RequestError(
            .url,
            "The URL '\(Redaction.strict.url(text))' is invalid. \(problem)",
            "Use a base URL such as https://example.com, and percent-encode other characters."
        )
    }

    static func invalidPath(_ template: String, _ problem: RequestPath.Problem) -> RequestError {
        RequestError(.path, "The path '\(template)' is invalid: \(problem.text).", problem.recovery)
    }

    /// The value may be a secret, so the text has the name only.
    static func invalidHeaderValue(name: String) -> RequestError {
        RequestError(
            .headerField,
            "The value of the header field '\(name)' is invalid.",
            "Remove line breaks, other control characters, and white space at its ends."
        )
    }

    /// - Parameters:
    ///   - path: The names that lead to the parameter.
    ///   - problem: The end of a sentence that starts with the parameter.
    package static func parameter(path: String, problem: String) -> RequestError {
        RequestError(
            .parameter,
            path.isEmpty
                ? "The parameters can't be sent: the value \(problem)." : "The parameter '\(path)' \(problem).",
            "Use strings, numbers, booleans, arrays, and types with named members."
        )
    }
}

extension RequestError {
    /// Checks a request of another client, such as a `URLRequest`. The types of swift-http-types would replace or drop what is invalid.
    ///
    /// Spaces and tabs around a value are allowed, since they aren't part of it (RFC 9110, section 5.5).
    ///
    /// - Parameters:
    ///   - method: The method; nil for the default one.
    ///   - headerFields: The values of the header fields by their names.
    /// - Throws: An error for a method, a name or a value that HTTP doesn't allow, and for more than 10,000 header fields.
    public static func check(method: String?, headerFields: [String: String]) throws(RequestError) {
        if let method, HTTPRequest.Method(method) == nil { throw invalidMethod(method) }
        guard headerFields.count <= HTTPFields.maximumCount else { throw tooManyHeaderFields }
        for (name, value) in headerFields {
            guard HTTPField.Name(name) != nil else { throw invalidHeaderName(name) }
            guard HTTPField.isValidValue(value) || HTTPField.isValidValue(value.trimming { $0 == " " || $0 == "\t" })
            else { throw invalidHeaderValue(name: name) }
        }
    }

    private static func invalidMethod(_ method: String) -> RequestError {
        RequestError(
            .method,
            "The request method '\(method.debugDescription.dropFirst().dropLast())' is invalid.",
            "Use a method such as GET or POST, or create one with HTTPRequest.Method(_:)."
        )
    }

    static func invalidHeaderName(_ name: String) -> RequestError {
        RequestError(
            .headerField,
            "The header field name '\(name.debugDescription.dropFirst().dropLast())' is invalid.",
            "Use letters, digits and !#$%&'*+-.^_`|~ only."
        )
    }

    private static var tooManyHeaderFields: RequestError {
        RequestError(
            .headerField,
            "The request has more than \(HTTPFields.maximumCount) header fields.",
            "Send fewer header fields."
        )
    }
}

extension RequestError: DescribedError {
    public var errorReason: TalynError.Reason { .invalidRequest }
}
