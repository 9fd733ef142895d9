import Foundation

/// How our errors read when they are printed.
package enum ErrorText {
    /// What went wrong, why, and how to mend it.
    static func describe(_ error: any LocalizedError) -> String {
        [error.errorDescription, error.failureReason.map { "(\($0))" }, error.recoverySuggestion]
            .compactMap { $0 }
            .joined(separator: " ")
    }

    /// The best text there is for any error.
    static func describe(any error: any Error) -> String {
        switch error {
        // Printed whole, an error of Foundation's shows the URL with its query.
        case let error as URLError: "URLError \(error.errorCode): \(error.localizedDescription)"
        case let error as TalynError: error.description
        // Foundation makes these two localized errors, without anything to say.
        case let error as DecodingError: describe(error)
        case let error as EncodingError: describe(error)
        case let error as any LocalizedError where error.errorDescription != nil: describe(error)
        case let error where type(of: error) is NSError.Type: error.localizedDescription
        default: String(describing: error)
        }
    }

    /// What an error says that was written to be read, and of any other its name: what that holds may be a secret.
    package static func describe(withoutContent error: any Error) -> String {
        if case .underlying(let error, _)? = error as? TalynError { return describe(withoutContent: error) }
        let type = type(of: error)
        // Of the type, since any error could become an NSError, which has a description.
        let isReadable = error is any LocalizedError || type is any CustomStringConvertible.Type || type is NSError.Type
        if isReadable || error is DecodingError || error is EncodingError { return describe(any: error) }
        let mirror = Mirror(reflecting: error)
        guard mirror.displayStyle == .enum else { return "\(type)" }
        return mirror.children.first?.label ?? "\(error)"
    }

    private static func describe(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            "The key '\(key.stringValue)' is missing at \(path(context.codingPath))."
        case .valueNotFound(let type, let context):
            "There is null where a \(type) is needed, at \(path(context.codingPath))."
        case .typeMismatch(let type, let context):
            "There is no \(type) at \(path(context.codingPath)).\(detail(context.codingPath, context.debugDescription))"
        case .dataCorrupted(let context):
            "The value at \(path(context.codingPath)) is invalid.\(detail(context.codingPath, context.debugDescription))"
        @unknown default:
            String(describing: error)
        }
    }

    private static func describe(_ error: EncodingError) -> String {
        switch error {
        case .invalidValue(let value, let context):
            "The \(type(of: value)) at \(path(context.codingPath)) can't be encoded."
                + detail(context.codingPath, context.debugDescription)
        @unknown default:
            String(describing: error)
        }
    }

    /// What the coder says, which may be the value itself: of a secret it is left out.
    private static func detail(_ codingPath: [any CodingKey], _ text: String) -> String {
        codingPath.contains { Redaction.default.masks($0.stringValue) } ? "" : " \(text)"
    }

    /// The path as one would write it: `users[2].name`.
    private static func path(_ codingPath: [any CodingKey]) -> String {
        let text = codingPath.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return text.isEmpty ? "the top level" : "'\(text)'"
    }
}
