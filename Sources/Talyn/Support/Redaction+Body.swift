extension Redaction {
    /// The body with its secrets masked, or nil if nothing may be told of it but its length.
    ///
    /// - A form or JSON body keeps its shape: only the values of secret fields are masked, and what is nested in them.
    /// - Other text, and text without a content type, is shown as it is, unless it is a form or JSON in truth.
    /// - Of a body that is not what its content type says, and of XML and other types that secrets can't be found in,
    ///   the length only may be told.
    ///
    /// - Parameters:
    ///   - body: What is to be shown.
    ///   - contentType: The value of the `Content-Type` field, if there is one.
    public func body(_ body: Data, contentType: String?) -> Data? {
        guard !isOff, !body.isEmpty else { return body }
        // Text in UTF-16 can be read as UTF-8, with a NUL at every other letter.
        guard let text = String(validatingUTF8Bytes: body), !body.contains(0) else { return nil }
        return masked(text, mediaType: Self.mediaType(contentType)).map { Data($0.utf8) }
    }

    /// The body as text with its secrets masked, or in parentheses its length.
    public func text(ofBody body: Data, contentType: String?) -> String {
        guard let shown = self.body(body, contentType: contentType), let text = String(validatingUTF8Bytes: shown)
        else {
            return Self.length(of: body)
        }
        return text
    }

    /// What is told of a body that can't be shown.
    static func length(of body: Data) -> String { "(\(body.count) bytes)" }

    private func masked(_ text: String, mediaType: String) -> String? {
        switch mediaType {
        case "application/x-www-form-urlencoded":
            form(text)
        case "application/json", "text/json":
            JSONMask(self).masked(text)
        case _ where mediaType.hasSuffix("+json"):
            JSONMask(self).masked(text)
        case "", "text/plain":
            // Servers call JSON plain text, and clients send a form without a word.
            switch Self.firstSign(of: text) {
            case "{", "[": JSONMask(self).masked(text)
            case "<" where mediaType.isEmpty: nil
            default: lines(text)
            }
        case "text/html", "text/css", "text/csv", "text/markdown":
            text
        default:
            nil
        }
    }

    /// The form with its secrets masked; nil if it isn't one.
    func form(_ text: String) -> String? {
        text.contains("=") && URLJoining.isWellFormed(text) ? lines(text) : nil
    }

    /// The text with the values of secret fields masked if its lines are forms, be they as one may write them by hand.
    private func lines(_ text: String) -> String {
        var redaction = self
        redaction.masksEveryQueryValue = false
        return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map(redaction.parameters).joined(separator: "\n")
    }

    /// The first sign that can be seen, which tells JSON and XML.
    static func firstSign(of text: String) -> Unicode.Scalar? {
        // A byte order mark is no white space.
        text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
    }

    private static func mediaType(_ contentType: String?) -> String {
        (contentType ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }
}

extension String {
    /// Nil if the bytes are no UTF-8.
    init?(validatingUTF8Bytes data: Data) {
        self.init(decoding: data, as: UTF8.self)
        // What is none has been replaced by another character.
        guard utf8.elementsEqual(data) else { return nil }
    }
}
