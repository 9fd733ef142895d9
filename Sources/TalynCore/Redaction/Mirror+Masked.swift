package import HTTPTypes

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Mirror {
    /// Creates the mirror of a value that may hold secrets.
    ///
    /// `dump`, `String(reflecting:)` and crash reporters show what a mirror leads to. So the children must be values without
    /// secrets, or values of types whose mirrors show none. Nothing is computed before somebody asks for the mirror.
    ///
    /// - Parameters:
    ///   - subject: The value.
    ///   - children: The children. One without a value is left out.
    package init<Subject>(of subject: Subject, _ children: KeyValuePairs<String, Any?>) {
        self.init(
            subject,
            children: children.compactMap { label, value -> Child? in value.map { (label: label, value: $0) } },
            displayStyle: Subject.self is AnyClass ? .class : .struct,
            ancestorRepresentation: .suppressed
        )
    }
}

extension Redaction {
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
    package static func reflected(_ error: (any Error)?) -> Any? {
        guard let error else { return nil }
        return error is any DescribedError ? error : describe(withoutContent: error)
    }
}
