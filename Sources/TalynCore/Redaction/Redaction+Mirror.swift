package import HTTPTypes

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Redaction {
    /// The problem, the cause and the remedy that an error names. For an error without a text, the name of its type: its values may be
    /// secret.
    ///
    /// Errors of Talyn and of Foundation show no secret. The text of any other error is its author's.
    public func text(of error: any Error) -> String { ErrorText.describe(withoutContent: error) }

    /// The header fields for a mirror, each as a line.
    package func lines(of fields: HTTPFields) -> [String] {
        headerFields(fields).map { "\($0.name.rawName): \($0.value)" }
    }

    /// The text of a URL for a mirror.
    package func text(of url: URL?) -> String? { url.map { self.url($0.absoluteString) } }
}

extension ErrorText {
    /// The error for the mirror of another one.
    ///
    /// The mirror of an error with a ``DescribedError/problem`` shows no secret. Any other error is shown as text: its values are
    /// somebody else's, such as the URL in a `URLError`.
    static func reflected(_ error: (any Error)?) -> Any? {
        guard let error else { return nil }
        return error is any DescribedError ? error : describe(withoutContent: error)
    }
}
