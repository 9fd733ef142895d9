#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The reason for which a target doesn't make a request.
package struct RequestError: Error, Sendable, Hashable {
    /// The part of the request that is invalid.
    package enum Part: Sendable, Hashable {
        /// The URL.
        case url
        /// The path of the target.
        case path
        /// The method (RFC 9110, section 9.1).
        case method
        /// A header field (RFC 9110, section 5).
        case headerField
        /// A parameter of the query or of a form.
        case parameter
    }

    /// The part of the request that is invalid.
    package let part: Part

    public let problem: String
    public let recovery: String?

    package init(_ part: Part, _ problem: String, _ recovery: String) {
        self.part = part
        self.problem = problem
        self.recovery = recovery
    }

    /// - Parameter text: The URL for the text, if the path has values.
    package static func invalidURL(_ url: String, shownAs text: String? = nil) -> RequestError {
        let problem = URLJoining.problem(of: url) ?? "It doesn't parse."
        return RequestError(
            .url,
            "The URL '\(Redaction.strict.url(text ?? url))' is invalid. \(problem)",
            "Use a base URL such as https://example.com, and percent-encode other characters."
        )
    }

    static func invalidPath(_ template: String, _ problem: RequestPath.Problem) -> RequestError {
        RequestError(.path, "The path '\(template)' is invalid: \(problem.text).", problem.recovery)
    }

    /// The value may be a secret, so the text has the name only.
    package static func invalidHeaderValue(name: String) -> RequestError {
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

extension RequestError: DescribedError {
    public var errorReason: TalynError.Reason { .invalidRequest }
}
