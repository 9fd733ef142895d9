import _TalynFoundation

/// Texts of messages, with secrets masked.
enum SecretFreeText {
    /// A value in quotation marks, masked if its name is that of a secret.
    ///
    /// - Parameter secretNames: Further names of secrets, such as those that a call declares.
    static func value(_ value: String, of name: String, besides secretNames: Set<String> = []) -> String {
        let redaction = Redaction.default.masking(secretNames)
        return "'\(redaction.masksParameter(name) ? Redaction.mask : redaction.value(value, ofHeaderField: name))'"
    }

    /// The method and the URL of a request.
    static func line(_ request: ReceivedRequest) -> String {
        let redaction = Redaction.default.masking(request.request.secretNames)
        return "\(request.method.rawValue) \(redaction.url(request.url.absoluteString))"
    }
}
