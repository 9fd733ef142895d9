import _TalynFoundation
import _TalynSupport

extension Redaction {
    /// Text by Unicode scalars. A question mark with an accent is another `Character`, but still a question mark in a
    /// URL.
    typealias Text = String.UnicodeScalarView.SubSequence

    /// Removes user information from a URL, and masks secret parameters of its query and fragment.
    ///
    /// If every query value is masked, user information without a scheme before it is removed, too, and a query without
    /// names is masked.
    ///
    /// Takes text, since the URL of an error is often invalid.
    public func url(_ url: String) -> String {
        guard !isOff else { return url }
        let url = hidingSecrets(in: url)
        guard ASCIISet.secretURL.intersects(url.utf8) else { return url }
        var rest = url.unicodeScalars[...]
        var result = ""
        var isInQuery = false
        if let userInformation = userInformation(of: rest) {
            result += String(rest[..<userInformation.lowerBound])
            // In a URL with an invalid port, the last `@` may be in the query.
            isInQuery = rest[userInformation].contains { $0 == "?" || $0 == "#" }
            rest = rest[userInformation.upperBound...]
        }
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        result += isInQuery ? parameters(path) : pathParameters(path)
        rest = rest[path.endIndex...]
        if rest.first == "?" {
            // If every value is masked, a number sign may be part of a value.
            let end = masksEveryQueryValue ? rest.endIndex : rest.firstIndex(of: "#") ?? rest.endIndex
            result += "?" + query(rest[..<end].dropFirst())
            rest = rest[end...]
        }
        // Servers pass tokens to scripts as parameters of the fragment.
        return rest.isEmpty ? result : result + "#" + parameters(rest.dropFirst())
    }

    /// Masks the secret parameters of a path, such as `;jsessionid=…` (RFC 3986, section 3.3).
    private func pathParameters(_ path: Text) -> String {
        guard path.contains(";") else { return String(path) }
        return path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.split(separator: ";", omittingEmptySubsequences: false).enumerated().map { index, piece in
                guard index > 0, let equals = piece.firstIndex(of: "="), isSecretParameter(piece) else {
                    return String(piece)
                }
                return String(piece[...equals]) + Self.mask
            }.joined(separator: ";")
        }.joined(separator: "/")
    }

    /// If every value is masked, a query without names is masked as a whole.
    private func query(_ text: Text) -> String {
        masksEveryQueryValue && !text.isEmpty && !text.contains("=") ? Self.mask : parameters(text)
    }

    /// Masks the secret parameters of a query or a form.
    func parameters(_ text: Text) -> String {
        // Only a parameter with an equals sign has a secret.
        guard text.contains("=") else { return String(text) }
        return text.split(separator: "&", omittingEmptySubsequences: false).map(parameter).joined(separator: "&")
    }

    private func parameter(_ text: Text) -> String {
        guard let end = text.firstIndex(of: "=").map(text.index(after:)) else { return String(text) }
        if masksEveryQueryValue { return String(text[..<end]) + Self.mask }
        // Some servers separate parameters by semicolons. For others, a semicolon is part of a value.
        for piece in text.split(separator: ";", omittingEmptySubsequences: false) where isSecretParameter(piece) {
            let equals = piece.firstIndex(of: "=") ?? piece.endIndex
            return String(text[..<equals]) + "=" + Self.mask
        }
        return holdsSecret(String(text[end...])) ? String(text[..<end]) + Self.mask : String(text)
    }

    private func isSecretParameter(_ parameter: Text) -> Bool {
        guard let equals = parameter.firstIndex(of: "=") else { return false }
        // A fragment may be a path with a query: `#/signed-in?code=…`.
        let name = parameter[..<equals].split(separator: "?").last.map { String($0) } ?? ""
        return masksParameter(name.percentDecoded ?? name)
    }

    /// Whether the value of a parameter is a URL, a form, JSON or another format with a secret in it.
    private func holdsSecret(_ value: String) -> Bool {
        var value = value
        // Values can be encoded several times.
        for _ in 1...3 {
            guard ASCIISet.nesting.intersects(value.utf8) else { return false }
            if let shown = json(in: value) { return shown != value }
            if let shown = other(in: value), shown != value { return true }
            if userInformation(of: value.unicodeScalars[...]) != nil { return true }
            let pieces = value.unicodeScalars.split { "?#&;".unicodeScalars.contains($0) }
            if pieces.contains(where: isSecretParameter) { return true }
            guard let decoded = value.percentDecoded, decoded != value else { return false }
            value = decoded
        }
        return false
    }

    /// Masks the secrets of URLs, of a form and of JSON in a text, such as the value of a harmless name.
    ///
    /// Masks the whole of a text with a brace that names a secret, such as a GraphQL document. Any other text that names a secret,
    /// such as `password: X`, stays: see ``text(ofBody:contentType:)``.
    public func text(_ text: String) -> String {
        guard !isOff else { return text }
        let text = hidingSecrets(in: text)
        if let shown = json(in: text) ?? other(in: text) { return shown }
        let shown = urls(in: text)
        return shown == text ? form(text) ?? text : shown
    }

    /// Masks the secrets of JSON inside a value; nil if it isn't JSON. At the maximum depth, masks the whole value, and also
    /// one that looks like JSON, can't be parsed, and has the name of a secret.
    private func json(in value: String) -> String? {
        guard let sign = Self.firstSign(of: value), sign == "{" || sign == "[" else { return nil }
        guard depth < Self.maximumDepth else { return Self.mask }
        var inner = self
        inner.depth += 1
        return inner.json(value) ?? (namesSecret(value) ? Self.mask : nil)
    }

    /// Masks the whole of a value that has a brace and names a secret, such as a GraphQL document; nil for a harmless value.
    private func other(in value: String) -> String? {
        value.utf8.contains(UInt8(ascii: "{")) && namesSecret(besidesVariablesOf: value) ? Self.mask : nil
    }

    /// The maximum number of JSON texts around a value. Each value is searched for URLs and for a form, so the time doubles
    /// with each level.
    private static let maximumDepth = 4

    /// Applies ``url(_:)`` to the URLs in a text.
    func urls(in text: String) -> String {
        guard !isOff, ASCIISet.secretURL.intersects(text.utf8) else { return text }
        return text.mappingURLs { url($0) }
    }

    /// The range of the user information with its `@`; nil without one.
    private func userInformation(of url: Text) -> Range<Text.Index>? {
        let isEnd: (Unicode.Scalar) -> Bool = { $0 == "/" || $0 == "?" || $0 == "#" }
        let slash = url.firstIndex(where: isEnd) ?? url.endIndex
        let rest: Text
        if masksEveryQueryValue, url[..<slash].contains("@") || !url[slash...].starts(with: "//".unicodeScalars) {
            // The scheme may be missing: `ada:password@example.com/`.
            rest = url
        } else if url[slash...].starts(with: "//".unicodeScalars) {
            rest = url[slash...].dropFirst(2)
        } else {
            return nil
        }
        var authority = rest.prefix { !isEnd($0) }
        if let colon = authority.lastIndex(of: ":"), authority.first != "[", !authority.contains("@"),
            authority[colon...].dropFirst().contains(where: { !("0"..."9").contains($0) })
        {
            // This is no port, but a password with an unescaped character.
            authority = rest
        }
        return authority.lastIndex(of: "@").map { rest.startIndex..<rest.index(after: $0) }
    }
}

extension ASCIISet {
    /// Characters of which every URL with user information, a query or a fragment has one.
    fileprivate static let secretURL = ASCIISet("@?#;")
}
