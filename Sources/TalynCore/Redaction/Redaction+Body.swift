public import _TalynFoundation
import _TalynSupport

extension Redaction {
    /// Masks the secrets of a body. Returns nil if only the length of the body may be shown.
    ///
    /// - A form or JSON keeps its shape. Only the values of secret fields are masked, including nested ones.
    /// - JSON after the prefix `)]}'`, which prevents execution as a script, is masked as JSON.
    /// - In plain text, and in text without a content type, parameters such as `token=X` are masked. A form, JSON or XML with the
    ///   wrong content type is recognized.
    /// - Of text that names a secret in another way, such as `password: X`, only the length may be shown. This goes for YAML,
    ///   TOML, Markdown and GraphQL, too, and for CSV that has such a name anywhere.
    /// - For a body that doesn't match its content type, and for XML, HTML and unknown types, only the length may be
    ///   shown.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - contentType: The value of the `Content-Type` field.
    public func body(_ body: Data, contentType: String?) -> Data? {
        guard !isOff, !body.isEmpty else { return body }
        // UTF-16 can look like UTF-8 with many NULs.
        guard let text = String(validatingUTF8Bytes: body), !text.utf8.contains(0) else { return nil }
        let mediaType = MediaType(contentType ?? "").essence
        // Secrets come first: a mask by a name could leave a part of one. A form with such a mask isn't one any more.
        var shown = masked(hidingSecrets(in: text), mediaType: mediaType)
        if shown == nil, !secrets.isEmpty { shown = masked(text, mediaType: mediaType).map { hidingSecrets(in: $0) } }
        return shown.map { Data($0.utf8) }
    }

    /// The body as text with masked secrets, or its length in parentheses.
    public func text(ofBody body: Data, contentType: String?) -> String {
        guard let shown = self.body(body, contentType: contentType), let text = String(validatingUTF8Bytes: shown)
        else {
            return body.lengthText
        }
        return text
    }

    private func masked(_ text: String, mediaType: String) -> String? {
        switch mediaType {
        case "application/x-www-form-urlencoded":
            form(text)
        case "application/json", "text/json":
            guardedJSON(text)
        case _ where mediaType.hasSuffix("+json"):
            guardedJSON(text)
        case "", "text/plain":
            // Servers send JSON and pages as plain text, and clients send forms without a content type.
            switch Self.firstSign(of: text) {
            case "{", "[": json(text)
            case ")" where Self.scriptGuard(of: text) != nil: guardedJSON(text)
            case "<": nil
            default: plainText(text)
            }
        case "text/markdown", "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml", "application/toml":
            namesSecret(text) ? nil : text
        case "application/graphql":
            namesSecret(besidesVariablesOf: text) ? nil : text
        case "text/csv", "application/csv", "text/tab-separated-values":
            mentionsSecret(text) ? nil : text
        case "text/css":
            text
        default:
            nil
        }
    }

    /// Masks the secrets of JSON, after its prefix if it has one; nil if it isn't JSON.
    private func guardedJSON(_ text: String) -> String? {
        guard let prefix = Self.scriptGuard(of: text) else { return json(text) }
        return json(String(text.unicodeScalars[prefix.endIndex...])).map { String(prefix) + $0 }
    }

    /// Masks the secrets of JSON; nil if the text isn't JSON.
    func json(_ text: String) -> String? {
        guard !text.utf8.contains(0),  // Foundation would read it as UTF-16.
            JSONDecoder().isJSON(Data(text.utf8))
        else { return nil }
        return jsonMask.masked(text)
    }

    /// Masks the values of secret members, and the secrets in other strings. An escape in a string can hide a secret from the search
    /// in the whole.
    var jsonMask: JSONMask { JSONMask(Self.mask, isSecret: masks) { text($0) } }

    /// The prefix that prevents execution as a script, with the white space before it; nil without one.
    private static func scriptGuard(of text: String) -> Text? {
        let scalars = text.unicodeScalars
        let start = scalars.firstIndex { !isInvisible($0) } ?? scalars.endIndex
        let prefix = ")]}'".unicodeScalars
        guard scalars[start...].starts(with: prefix) else { return nil }
        let rest = scalars[start...].dropFirst(prefix.count)
        // Some servers add a comma.
        let end = rest.first == "," ? scalars.index(after: rest.startIndex) : rest.startIndex
        return scalars[..<end]
    }

    /// Masks the parameters of a text's lines; nil if the text names a secret in another way, too.
    private func plainText(_ text: String) -> String? {
        let shown = lines(text)
        let end = "=\(Self.mask)"
        let rest = shown.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "&") }
            .map { Substring($0) }.map { $0.hasSuffix(end) ? $0.dropLast(end.count) : $0 }
        return namesSecret(rest.joined(separator: "\n")) ? nil : shown
    }

    /// Masks the secrets of a form; nil if it isn't one.
    func form(_ text: String) -> String? {
        text.utf8.contains(UInt8(ascii: "=")) && URLJoining.isWellFormed(text) ? lines(text) : nil
    }

    /// Masks the values of secret parameters in a text of the form `name=value&name=value`, or with such lines.
    ///
    /// A value that is masked for its name stays so; one that holds a secret, such as a URL with a password, is masked, too. The text
    /// need not be a valid query or form. Unlike in ``url(_:)``, not every value is masked by ``strict``.
    public func parameters(_ text: String) -> String {
        isOff ? text : lines(hidingSecrets(in: text))
    }

    private func lines(_ text: String) -> String {
        var redaction = self
        redaction.masksEveryQueryValue = false
        return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { redaction.parameters(Substring($0).unicodeScalars) }.joined(separator: "\n")
    }

    /// The first visible character, which identifies JSON and XML.
    static func firstSign(of text: String) -> Unicode.Scalar? {
        text.unicodeScalars.first { !isInvisible($0) }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        // A byte order mark doesn't count as white space.
        scalar.properties.isWhitespace || scalar == "\u{FEFF}"
    }
}
