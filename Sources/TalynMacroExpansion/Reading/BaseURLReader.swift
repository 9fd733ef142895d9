#if Macros
import Foundation

extension Problems {
    /// In the place of a base URL that is none, after that was said.
    private static let unknownURL = "fatalError()"

    /// The base URL that the attribute of a type names, as an expression; nil if it names none.
    mutating func baseURL(in node: AttributeSyntax) -> String? {
        guard let attribute = Attribute(.attribute(node)), let argument = attribute.unlabelled.first else { return nil }
        guard let literal = argument.literal else { return argument.trimmedDescription }
        guard let text = literal.text else {
            note(
                "baseURLIsInterpolated",
                "a base URL is a string literal without values, or an expression of type URL",
                at: literal
            )
            return Self.unknownURL
        }
        let url = URL(string: text)
        guard let url, let scheme = url.scheme, ["http", "https"].contains(scheme.lowercased()),
            url.host?.isEmpty == false
        else {
            var fixIts: [FixIt] = []
            if !text.isEmpty, !text.contains("://"), URL(string: "https://\(text)")?.host?.isEmpty == false {
                fixIts = [.replace("insert 'https://'", literal, with: literal.with(prefix: "https://"))]
            }
            note(
                "invalidBaseURL",
                "this is no base URL; write one such as https://example.com",
                at: literal,
                fixIts: fixIts
            )
            return Self.unknownURL
        }
        if let offset = text.utf8.enumerated().first(where: { !$0.element.isInURLs })?.offset {
            note(
                "invalidBaseURL",
                "a URL can't have this character; percent-encode it, and write a domain in ASCII",
                at: literal,
                position: literal.position(ofByte: offset)
            )
            return Self.unknownURL
        }
        return "Foundation.URL(string: \"\(text)\")!"
    }
}

extension UInt8 {
    /// Whether the byte may stand in a URL (RFC 3986, section 2): not all versions of Foundation are as strict.
    fileprivate var isInURLs: Bool {
        self > 0x20 && self < 0x7F && !"\"<>\\^`{|}".utf8.contains(self)
    }
}
#endif
