public import Foundation

extension Redaction {
    /// The body with its secrets masked, or nil if nothing may be told of it but its length.
    ///
    /// - A form or JSON body keeps its shape: only the values of secret fields are masked, and what is nested in them.
    /// - JSON behind the prefix `)]}'`, which keeps a browser from running it as a script, is masked as JSON.
    /// - In other text, YAML, and text without a content type, the values after the names of secrets are masked, as in
    ///   `password: X` and `token=X`; a form, JSON or XML without such a content type is treated as what it is.
    /// - In CSV the columns are masked that have the names of secrets in the first row.
    /// - In a GraphQL document the arguments are masked that have the names of secrets.
    /// - Of a body that is not what its content type says, and of XML, HTML and other types that secrets can't be found
    ///   in, the length only may be told.
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
            json(text)
        case _ where mediaType.hasSuffix("+json"):
            json(text)
        case "", "text/plain":
            // Servers call JSON and pages plain text, and clients send a form without a word.
            switch Self.firstSign(of: text) {
            case "{", "[": json(text)
            case ")" where Self.scriptGuard(of: text) != nil: json(text)
            case "<": nil
            default: TextMask(self).mask(lines(text)).text
            }
        case "text/markdown", "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml", "application/toml":
            TextMask(self).mask(text).text
        case "text/csv", "application/csv", "text/tab-separated-values":
            CSVMask(self).mask(text).text
        case "application/graphql":
            GraphQLMask(self).mask(text).text
        case "text/css":
            text
        default:
            nil
        }
    }

    /// The JSON with its secrets masked, behind its prefix if it has one; nil if it isn't JSON.
    private func json(_ text: String) -> String? {
        guard let prefix = Self.scriptGuard(of: text) else { return JSONMask(self).masked(text) }
        let rest = String(text.unicodeScalars[prefix.endIndex...])
        return JSONMask(self).masked(rest).map { String(prefix) + $0 }
    }

    /// What keeps JSON from being run as a script, with what is before it; nil if it isn't there.
    private static func scriptGuard(of text: String) -> Text? {
        let scalars = text.unicodeScalars
        let start = scalars.firstIndex { !isInvisible($0) } ?? scalars.endIndex
        let prefix = ")]}'".unicodeScalars
        guard scalars[start...].starts(with: prefix) else { return nil }
        let rest = scalars[start...].dropFirst(prefix.count)
        // Some servers write a comma behind it.
        let end = rest.first == "," ? scalars.index(after: rest.startIndex) : rest.startIndex
        return scalars[..<end]
    }

    /// The form with its secrets masked; nil if it isn't one.
    func form(_ text: String) -> String? {
        text.contains("=") && URLJoining.isWellFormed(text) ? lines(text) : nil
    }

    /// The text with the values of secret fields masked if its lines are forms, be they as one may write them by hand.
    package func parameters(inLinesOf text: String) -> String { lines(text) }

    private func lines(_ text: String) -> String {
        var redaction = self
        redaction.masksEveryQueryValue = false
        return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map(redaction.parameters).joined(separator: "\n")
    }

    /// The first sign that can be seen, which tells JSON and XML.
    static func firstSign(of text: String) -> Unicode.Scalar? {
        text.unicodeScalars.first { !isInvisible($0) }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        // A byte order mark is no white space.
        scalar.properties.isWhitespace || scalar == "\u{FEFF}"
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
