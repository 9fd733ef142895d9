import Foundation
package import HTTPTypes

/// A message has more header fields than Talyn takes.
package struct HeaderFieldLimitError: Error, Hashable {
    package init() {}
}

extension HeaderFieldLimitError: LocalizedError {
    package var errorDescription: String? {
        "The message has more than \(HTTPFields.maximumCount) header fields."
    }

    package var recoverySuggestion: String? { "Send fewer header fields." }
}

extension HTTPFields {
    /// How many fields a message from outside may have.
    ///
    /// `HTTPFields` traps at 65,535. The limit is lower, so that there is room for the fields that Talyn adds.
    package static let maximumCount = 10_000

    /// Creates the fields of a message from outside. A field whose name is not a token is left out.
    ///
    /// - Throws: ``HeaderFieldLimitError`` if there are more than ``maximumCount``.
    package init(limiting fields: some Sequence<(name: String, value: String)>) throws(HeaderFieldLimitError) {
        self.init()
        for (name, value) in fields {
            guard let name = HTTPField.Name(name) else { continue }
            try add(HTTPField(name: name, value: value))
        }
    }

    /// Appends a field.
    ///
    /// - Throws: ``HeaderFieldLimitError`` if there are ``maximumCount`` already.
    package mutating func add(_ field: HTTPField) throws(HeaderFieldLimitError) {
        guard count < Self.maximumCount else { throw HeaderFieldLimitError() }
        append(field)
    }
}
