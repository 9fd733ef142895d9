import _TalynFoundation
import _TalynSupport

/// The texts of errors.
enum ErrorText {
    /// The failure, its cause and a way to solve it, as sentences.
    static func describe(_ error: any LocalizedError) -> String {
        [error.errorDescription, error.failureReason, error.recoverySuggestion]
            .compactMap { $0 }
            .joined(separator: " ")
    }

    /// The best text for any error.
    static func describe(any error: any Error) -> String {
        if let error = error as? any LocalizedError, !isCodingError(error), error.errorDescription != nil {
            return describe(error)
        }
        return headline(of: error)
    }

    /// The failure in one sentence.
    static func headline(of error: any Error) -> String {
        switch error {
        case let error as TalynError: error.errorDescription ?? ""
        case let error as DecodingError: headline(of: error)
        case let error as EncodingError: headline(of: error)
        case let error as any LocalizedError where error.errorDescription != nil: error.errorDescription ?? ""
        default: foundationText(of: error) ?? ownText(of: error).withFullStop
        }
    }

    /// See ``Redaction/text(of:)``.
    static func describe(withoutContent error: any Error) -> String {
        if let error = error as? TalynError, let cause = error.underlyingError, error.reason == .other {
            return describe(withoutContent: cause)
        }
        let isReadable = error is any LocalizedError || hasDescription(error) || isOfFoundation(type(of: error))
        return isReadable || isCodingError(error) ? describe(any: error) : ownText(of: error)
    }

    /// The description that the type of an error has; its name without one, since its values may be secret.
    private static func ownText(of error: any Error) -> String {
        if hasDescription(error) { return String(describing: error) }
        let mirror = Mirror(reflecting: error)
        guard mirror.displayStyle == .enum else { return "\(type(of: error))" }
        return mirror.children.first?.label ?? "\(error)"
    }

    /// The type counts, since any error could become an NSError, which has a description.
    private static func hasDescription(_ error: any Error) -> Bool {
        type(of: error) is any CustomStringConvertible.Type
    }

    /// The text of an error of Foundation's, without its details; nil for another error.
    ///
    /// Foundation prints the URL of a `URLError` with its query.
    private static func foundationText(of error: any Error) -> String? {
        if let text = error.asClientFailure?.clientFailureText { return text }
        return isOfFoundation(type(of: error)) && !(error is CocoaError) ? "\(type(of: error))" : nil
    }

    private static func isOfFoundation(_ type: any Error.Type) -> Bool {
        String(reflecting: type).hasPrefix("Foundation") || "\(type)" == "NSError"
    }

    /// Foundation gives these two a localized text without the problem.
    private static func isCodingError(_ error: any Error) -> Bool {
        error is DecodingError || error is EncodingError
    }

    /// The start of a server's text as a sentence, as ``shown(ofServer:_:)`` gives it.
    static func sentence(ofServer text: String, _ redaction: Redaction = .default) -> String? {
        shown(ofServer: text, redaction)?.withFullStop
    }

    /// The start of a server's text: without line breaks, and with secrets masked as in a log. Nil for a text that may show nothing.
    ///
    /// - Parameter redaction: For the response of a call, the one that also masks the secrets of the request.
    static func shown(ofServer text: String, _ redaction: Redaction = .default) -> String? {
        // A secret that is cut off couldn't be found any more.
        let text = redaction.hidingSecrets(in: String(text.unicodeScalars.prefix(20_000)))
        let scalars = text.unicodeScalars.prefix(300).map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
        let line = String(String.UnicodeScalarView(scalars)).withoutOuterSpaces
        guard !line.isEmpty, let shown = redaction.body(Data(line.utf8), contentType: "text/plain") else {
            return nil
        }
        return String(decoding: shown, as: UTF8.self)
    }

    /// The error for the mirror of another one.
    ///
    /// The mirror of an error with a ``DescribedError/problem`` shows no secret. Any other error is shown as text: its values are
    /// somebody else's, such as the URL in a `URLError`.
    static func reflected(_ error: (any Error)?) -> Any? {
        guard let error else { return nil }
        return error is any DescribedError ? error : describe(withoutContent: error)
    }
}

extension Redaction {
    /// The problem, the cause and the remedy that an error names. For an error without a text, the name of its type: its values may be
    /// secret.
    ///
    /// Errors of Talyn and of Foundation show no secret. The text of any other error is its author's.
    public func text(of error: any Error) -> String { ErrorText.describe(withoutContent: error) }
}

extension ErrorText {
    private static func headline(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            "The key '\(key.stringValue)' is missing at \(path(context.codingPath))."
        case .valueNotFound(_, let context) where context.codingPath.isEmpty:
            // The type is one of Foundation's own.
            "The value at the top level is null."
        case .valueNotFound(let type, let context):
            "The value at \(path(context.codingPath)) is null, and the type \(type) is needed."
        case .typeMismatch(let type, let context):
            "The value at \(path(context.codingPath)) isn't of the type \(type)."
                + detail(context.codingPath, context.debugDescription)
        case .dataCorrupted(let context):
            "The value at \(path(context.codingPath)) is invalid."
                + detail(context.codingPath, context.debugDescription)
        @unknown default:
            String(describing: error).withFullStop
        }
    }

    private static func headline(of error: EncodingError) -> String {
        switch error {
        case .invalidValue(let value, let context):
            "The \(type(of: value)) at \(path(context.codingPath)) can't be encoded."
                + detail(context.codingPath, context.debugDescription)
        @unknown default:
            String(describing: error).withFullStop
        }
    }

    /// The likely way to solve a decoding error.
    static func recovery(of error: DecodingError, in response: Response?) -> String? {
        switch error {
        case .keyNotFound(let key, let context):
            let snakeCase = CodingOptions.KeyFormat.snakeCase.key(of: key.stringValue)
            if snakeCase != key.stringValue, response?.hasKey(snakeCase, at: context.codingPath) == true {
                return "The JSON has '\(snakeCase)': set keys = .snakeCase in the target's coding."
            }
            return "Make the property optional if the server may leave it out, or compare its name with the JSON."
        case .valueNotFound:
            return "Check why the server sends null there. If it may, make the property optional."
        case .typeMismatch(let type, let context) where type == Date.self || mentionsDate(context):
            return dateRecovery
        case .dataCorrupted(let context) where mentionsDate(context):
            return dateRecovery
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            return noJSONRecovery(response)
        case .typeMismatch, .dataCorrupted:
            return "Compare the type with the JSON of the server."
        @unknown default:
            return nil
        }
    }

    /// A server without an answer has no body, and a proxy or a sign-in page often answers with HTML.
    private static func noJSONRecovery(_ response: Response?) -> String {
        if response?.length == 0 {
            return
                "The body is empty. Decode an optional type if the server may send no body, and EmptyResult if it sends none."
        }
        let type = response?.headerFields[.contentType].map { MediaType($0).essence } ?? ""
        let sender =
            ["text/html", "text/plain", "application/xml", "text/xml"].contains(type) ? "The server sent \(type). " : ""
        return "\(sender)Check that the path of the target is right, and that the server answers with JSON."
    }

    private static let dateRecovery = "Set dates in the target's coding to the format of the server."

    private static func mentionsDate(_ context: DecodingError.Context) -> Bool {
        context.debugDescription.lowercased().contains("date")
    }

    /// The text of the coder, unless it may show a secret.
    private static func detail(_ codingPath: [any CodingKey], _ text: String) -> String {
        codingPath.contains { Redaction.default.masks($0.stringValue) } ? "" : " \(withoutValue(text).withFullStop)"
    }

    /// The text without the value that an enumeration doesn't have. It comes from the server, and can be anything.
    private static func withoutValue(_ text: String) -> String {
        guard text.hasPrefix("Cannot initialize "), let value = text.firstRange(of: " value ") else { return text }
        return text[..<value.lowerBound] + " value"
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

extension Response {
    /// Whether the JSON has a key in the object at a coding path.
    fileprivate func hasKey(_ key: String, at codingPath: [any CodingKey]) -> Bool {
        let place = codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue } + [key]
        let keyPath = JSONKeyPath(place.joined(separator: "."))
        return (try? JSONDecoder().decode(EmptyResult.self, at: keyPath, in: data)) != nil
    }
}
