extension Redaction {
    /// The URL without its user information, and with the values of secret parameters masked, in its query and in its
    /// fragment.
    ///
    /// Works on the text, since the URL in an error message is often one that cannot be parsed.
    public func url(_ url: String) -> String {
        guard !isOff else { return url }
        let text = withoutUserInformation(url)
        let query = text.firstIndex(of: "?")
        let fragment = text.firstIndex(of: "#")
        var result = ""
        var rest = text[...]
        if let query, query < fragment ?? text.endIndex {
            result += text[...query]
            rest = text[text.index(after: query)...]
            // Where every value is masked, a sign that was meant to be part of one doesn't end it.
            let end = masksEveryQueryValue ? rest.endIndex : fragment ?? rest.endIndex
            result += parameters(rest[..<end])
            rest = rest[end...]
        }
        guard let mark = rest.firstIndex(of: "#") else { return result + rest }
        // A token that a server hands to a script comes as a parameter of the fragment.
        return result + rest[...mark] + parameters(rest[rest.index(after: mark)...])
    }

    /// The values of secret parameters masked, in a query or in a form.
    func parameters(_ text: Substring) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map(parameter).joined(separator: "&")
    }

    private func parameter(_ text: Substring) -> String {
        if masksEveryQueryValue {
            guard let equals = text.firstIndex(of: "=") else { return String(text) }
            return String(text[...equals]) + Self.mask
        }
        // A semicolon separates parameters for some servers, and is part of a value for others.
        let pieces = text.split(separator: ";", omittingEmptySubsequences: false)
        for piece in pieces {
            guard let equals = piece.firstIndex(of: "=") else { continue }
            let name = String(piece[..<equals])
            if masks(name.removingPercentEncoding ?? name, besides: Self.secretParameters) {
                return String(text[...equals]) + Self.mask
            }
        }
        return String(text)
    }

    /// The URLs in a text, each as ``url(_:)`` shows it.
    func urls(in text: String) -> String {
        guard !isOff, text.contains("?") || text.contains("#") || text.contains("//") else { return text }
        var result = ""
        var rest = text[...]
        while !rest.isEmpty {
            let piece = rest.prefix { !" \t<>\",".contains($0) }
            result += url(String(piece))
            rest = rest[piece.endIndex...]
            if let separator = rest.popFirst() { result.append(separator) }
        }
        return result
    }

    private func withoutUserInformation(_ url: String) -> String {
        guard let slashes = url.range(of: "//"), !url[..<slashes.lowerBound].contains(where: { "/?#".contains($0) })
        else { return url }
        let rest = url[slashes.upperBound...]
        var authority = rest.prefix { !"/?#".contains($0) }
        if let colon = authority.lastIndex(of: ":"), authority.first != "[", !authority.contains("@"),
            authority[authority.index(after: colon)...].contains(where: { !$0.isNumber })
        {
            // No port: a password in which such a character was not escaped.
            authority = rest
        }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return String(url[..<slashes.upperBound]) + rest[rest.index(after: at)...]
    }

    /// What else is a secret as the name of a parameter, and is too common a name elsewhere.
    private static let secretParameters: Set<String> = ["code", "key", "sig"]
}
