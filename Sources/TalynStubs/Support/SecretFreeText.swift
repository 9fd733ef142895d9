import Foundation

/// Texts of messages, with secrets masked.
enum SecretFreeText {
    /// A value as it may be shown under its name, in quotation marks.
    static func value(_ value: String, of name: String) -> String {
        let redaction = Redaction.default
        return "'\(redaction.masksParameter(name) ? Redaction.mask : redaction.value(value, ofHeaderField: name))'"
    }

    /// Method and URL.
    static func line(_ request: ReceivedRequest) -> String {
        "\(request.method.rawValue) \(Redaction.default.url(request.url.absoluteString))"
    }
}
