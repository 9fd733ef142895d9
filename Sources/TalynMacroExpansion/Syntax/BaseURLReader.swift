#if Macros
import Foundation
import SwiftDiagnostics
import SwiftSyntax

extension DeclarationReader {
    /// Replaces an invalid base URL, after the diagnostic.
    private static let unknownURL = "fatalError()"

    /// Reads the base URL from the attribute of a type, as an expression; nil without one.
    mutating func baseURL(in node: AttributeSyntax) -> String? {
        guard let attribute = Attribute(.attribute(node)), let argument = attribute.unlabelled.first,
            !argument.is(NilLiteralExprSyntax.self)
        else { return nil }
        guard let literal = argument.literal else { return code(of: argument) }
        guard let text = literal.text else {
            diagnose(
                "baseURLIsInterpolated",
                "a base URL must be a string literal without interpolation, or an expression of type URL",
                at: literal
            )
            return Self.unknownURL
        }
        let url = URL(string: text)
        guard let url, let scheme = url.scheme, ["http", "https", "ws", "wss"].contains(scheme.lowercased()),
            url.host?.isEmpty == false
        else {
            var fixIts: [FixIt] = []
            if !text.isEmpty, !text.contains("://"), URL(string: "https://\(text)")?.host?.isEmpty == false {
                fixIts = [.replace("insert 'https://'", literal, with: literal.with(prefix: "https://"))]
            }
            diagnose(
                "invalidBaseURL",
                "a base URL needs http or https, and a host, such as https://example.com",
                at: literal,
                fixIts: fixIts
            )
            return Self.unknownURL
        }
        if let offset = text.utf8.enumerated().first(where: { !$0.element.isInURLs })?.offset {
            diagnose(
                "invalidBaseURL",
                "a URL can't have this character; percent-encode it, and write the domain in ASCII",
                at: literal,
                position: literal.position(ofByte: offset)
            )
            return Self.unknownURL
        }
        return "TalynMacros.FoundationTypes.URL(string: \"\(text)\")!"
    }
}

extension UInt8 {
    /// Whether a URL can contain the byte (RFC 3986, section 2). Some versions of Foundation accept more.
    fileprivate var isInURLs: Bool {
        self > 0x20 && self < 0x7F && !"\"<>\\^`{|}".utf8.contains(self)
    }
}
#endif
