import _TalynFoundation

/// Texts of messages, with secrets masked.
enum SecretFreeText {
    /// A value in quotation marks, masked if its name is that of a secret.
    static func value(_ value: String, of name: String) -> String {
        let redaction = Redaction.default
        return "'\(redaction.masksParameter(name) ? Redaction.mask : redaction.value(value, ofHeaderField: name))'"
    }

    /// The method and the URL of a request.
    static func line(_ request: ReceivedRequest) -> String {
        "\(request.method.rawValue) \(Redaction.default.url(request.url.absoluteString))"
    }
}
