import HTTPTypes
package import TalynCore
import _TalynSupport

extension RequestError {
    /// Spaces and tabs around a value are allowed, since they aren't part of it (RFC 9110, section 5.5). `HTTPFields` drops them.
    ///
    /// - Throws: A ``RequestError`` for a method or a field that HTTP doesn't allow.
    package static func check(method: String?, headerFields: [String: String]) throws(RequestError) {
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
