import Foundation

extension Redaction {
    /// Text by its code points: with an accent behind it, a question mark is another character, but still one in a URL.
    typealias Text = String.UnicodeScalarView.SubSequence

    /// The URL without its user information, and with the values of secret parameters masked, in its query and in its
    /// fragment.
    ///
    /// Where every query value is masked, what looks like user information is left out without a scheme before it, too,
    /// and a query without names is masked.
    ///
    /// Works on the text, since the URL in an error message is often one that cannot be parsed.
    public func url(_ url: String) -> String {
        guard !isOff else { return url }
        var rest = url.unicodeScalars[...]
        var result = ""
        if let userInformation = userInformation(of: rest) {
            result += String(rest[..<userInformation.lowerBound])
            rest = rest[userInformation.upperBound...]
        }
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        result += String(path)
        rest = rest[path.endIndex...]
        if rest.first == "?" {
            // Where every value is masked, a number sign that was meant to be part of one doesn't end it.
            let end = masksEveryQueryValue ? rest.endIndex : rest.firstIndex(of: "#") ?? rest.endIndex
            result += "?" + query(rest[..<end].dropFirst())
            rest = rest[end...]
        }
        // A token that a server hands to a script comes as a parameter of the fragment.
        return rest.isEmpty ? result : result + "#" + parameters(rest.dropFirst())
    }

    /// Where every value is masked, a query without names is one as a whole.
    private func query(_ text: Text) -> String {
        masksEveryQueryValue && !text.isEmpty && !text.contains("=") ? Self.mask : parameters(text)
    }

    /// The values of secret parameters masked, in a query or in a form.
    func parameters(_ text: Text) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map(parameter).joined(separator: "&")
    }

    private func parameter(_ text: Text) -> String {
        guard let end = text.firstIndex(of: "=").map(text.index(after:)) else { return String(text) }
        if masksEveryQueryValue { return String(text[..<end]) + Self.mask }
        // A semicolon separates parameters for some servers, and is part of a value for others.
        for piece in text.split(separator: ";", omittingEmptySubsequences: false) where isSecretParameter(piece) {
            let equals = piece.firstIndex(of: "=") ?? piece.endIndex
            return String(text[..<equals]) + "=" + Self.mask
        }
        return holdsSecret(String(text[end...])) ? String(text[..<end]) + Self.mask : String(text)
    }

    private func isSecretParameter(_ parameter: Text) -> Bool {
        guard let equals = parameter.firstIndex(of: "=") else { return false }
        // A fragment may be a path with a query of its own: `#/signed-in?code=…`.
        let name = parameter[..<equals].split(separator: "?").last.map { String($0) } ?? ""
        return masksParameter(name.removingPercentEncoding ?? name)
    }

    /// Whether the value of a parameter, or of a field of a form, is masked.
    package func masksParameter(_ name: String) -> Bool {
        masks(name, besides: Self.secretParameters)
    }

    /// Whether the value of a parameter is itself a URL, a form or JSON with a secret in it.
    private func holdsSecret(_ value: String) -> Bool {
        var value = value
        // Of a URL in a URL in a URL.
        for _ in 1...3 {
            guard value.utf8.contains(where: { ASCIISet.nesting.contains($0) }) else { return false }
            if ["{", "["].contains(Self.firstSign(of: value)), let shown = JSONMask(self).masked(value) {
                return shown != value
            }
            if GraphQLMask.isDocument(value), !GraphQLMask(self).mask(value).secrets.isEmpty { return true }
            if userInformation(of: value.unicodeScalars[...]) != nil { return true }
            let pieces = value.unicodeScalars.split { "?#&;".unicodeScalars.contains($0) }
            if pieces.contains(where: isSecretParameter) { return true }
            guard let decoded = value.removingPercentEncoding, decoded != value else { return false }
            value = decoded
        }
        return false
    }

    /// The value of a field whose name is no secret, with the secrets of the URLs, the form, the JSON or the GraphQL
    /// document in it masked.
    package func nested(_ value: String) -> String {
        if ["{", "["].contains(Self.firstSign(of: value)), let shown = JSONMask(self).masked(value) { return shown }
        if GraphQLMask.isDocument(value) { return GraphQLMask(self).mask(value).text }
        let shown = urls(in: value)
        return shown == value ? form(value) ?? value : shown
    }

    /// The URLs in a text, each as ``url(_:)`` shows it.
    package func urls(in text: String) -> String {
        guard !isOff else { return text }
        var result = ""
        var rest = text.unicodeScalars[...]
        while !rest.isEmpty {
            let piece = rest[..<(rest.indices.first { isSeparator(rest[$0...]) } ?? rest.endIndex)]
            result += url(String(piece))
            rest = rest[piece.endIndex...]
            if let separator = rest.popFirst() { result.unicodeScalars.append(separator) }
        }
        return result
    }

    /// Whether the sign that the text starts with is part of no URL; a comma may be, unless another URL follows it.
    private func isSeparator(_ text: Text) -> Bool {
        guard text.first == "," else { return text.first.map(Self.separators.contains) ?? true }
        let next = text.dropFirst()
        return next.first.map(Self.separators.contains) ?? true
            || ["http://", "https://"].contains { next.starts(with: $0.unicodeScalars) }
    }

    private static let separators: Set<Unicode.Scalar> = [" ", "\t", "\r", "\n", "<", ">", "\""]

    /// Where the user information is, with the sign that ends it; nil if there is none.
    private func userInformation(of url: Text) -> Range<Text.Index>? {
        let isEnd: (Unicode.Scalar) -> Bool = { $0 == "/" || $0 == "?" || $0 == "#" }
        let slash = url.firstIndex(where: isEnd) ?? url.endIndex
        let rest: Text
        if masksEveryQueryValue, url[..<slash].contains("@") || !url[slash...].starts(with: "//".unicodeScalars) {
            // Somebody may have forgotten the scheme: `ada:password@example.com/`.
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
            // No port: a password in which such a character was not escaped.
            authority = rest
        }
        return authority.lastIndex(of: "@").map { rest.startIndex..<rest.index(after: $0) }
    }

    /// What else is a secret as the name of a parameter, and is too common a name elsewhere.
    private static let secretParameters: Set<String> = ["code", "key", "sig"]
}

extension ASCIISet {
    /// One of these is in every text in which there may be a secret under a name, or user information.
    static let nesting = ASCIISet("=@{[%")
}
