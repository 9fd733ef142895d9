/// What may be shown of a value that can carry secrets.
package enum Redaction {
    /// The URL without its user information and with every query value masked.
    ///
    /// Works on the text, since the URL in an error message is often one that cannot be parsed.
    package static func url(_ url: String) -> String {
        var text = url[...]
        var result = ""
        if let scheme = text.range(of: "://") {
            result += text[..<scheme.upperBound]
            text = text[scheme.upperBound...]
            let authority = text.prefix { !"/?#".contains($0) }
            if let at = authority.lastIndex(of: "@") {
                text = text[authority.index(after: at)...]
            }
        }
        guard let mark = text.firstIndex(of: "?") else { return result + text }
        result += text[...mark]
        result += text[text.index(after: mark)...]
            .split(separator: "&", omittingEmptySubsequences: false)
            .map { parameter in
                guard let equals = parameter.firstIndex(of: "=") else { return String(parameter) }
                return parameter[...equals] + "…"
            }
            .joined(separator: "&")
        return result
    }
}
