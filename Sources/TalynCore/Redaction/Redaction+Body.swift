#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Redaction {
    /// Masks the secrets of a body. Returns nil if only the length of the body may be shown.
    ///
    /// - A form or JSON keeps its shape. Only the values of secret fields are masked, including nested ones.
    /// - JSON after the prefix `)]}'`, which prevents execution as a script, is masked as JSON.
    /// - In other text, YAML, and text without a content type, values after secret names are masked, as in
    ///   `password: X` and `token=X`. A form, JSON or XML with the wrong content type is recognized.
    /// - In CSV, columns with secret names in the first row are masked.
    /// - In a GraphQL document, arguments with secret names are masked.
    /// - For a body that doesn't match its content type, and for XML, HTML and unknown types, only the length may be
    ///   shown.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - contentType: The value of the `Content-Type` field.
    package func body(_ body: Data, contentType: String?) -> Data? {
        guard !isOff, !body.isEmpty else { return body }
        // UTF-16 can look like UTF-8 with many NULs.
        guard let text = String(validatingUTF8Bytes: body), !text.utf8.contains(0) else { return nil }
        return masked(text, mediaType: MediaType(contentType ?? "").essence).map { Data($0.utf8) }
    }

    /// The body as text with masked secrets, or its length in parentheses.
    public func text(ofBody body: Data, contentType: String?) -> String {
        guard let shown = self.body(body, contentType: contentType), let text = String(validatingUTF8Bytes: shown)
        else {
            return Self.length(of: body)
        }
        return text
    }

    /// The text in place of a body that can't be shown.
    package static func length(of body: Data) -> String { "(\(body.count) bytes)" }

    private func masked(_ text: String, mediaType: String) -> String? {
        switch mediaType {
        case "application/x-www-form-urlencoded":
            form(text)
        case "application/json", "text/json":
            json(text)
        case _ where mediaType.hasSuffix("+json"):
            json(text)
        case "", "text/plain":
            // Servers send JSON and pages as plain text, and clients send forms without a content type.
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

    /// Masks the secrets of JSON, after its prefix if it has one; nil if it isn't JSON.
    private func json(_ text: String) -> String? {
        guard let prefix = Self.scriptGuard(of: text) else { return JSONMask(self).masked(text) }
        let rest = String(text.unicodeScalars[prefix.endIndex...])
        return JSONMask(self).masked(rest).map { String(prefix) + $0 }
    }

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

    /// Masks the secrets of a form; nil if it isn't one.
    func form(_ text: String) -> String? {
        text.utf8.contains(UInt8(ascii: "=")) && URLJoining.isWellFormed(text) ? lines(text) : nil
    }

    /// Masks the secrets of a text whose lines are forms, including handwritten ones.
    package func parameters(inLinesOf text: String) -> String { lines(text) }

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

extension String {
    /// Creates a string; nil for invalid UTF-8.
    init?(validatingUTF8Bytes data: Data) {
        self.init(decoding: data, as: UTF8.self)
        // Invalid bytes became another character.
        let isValid = data.withUnsafeBytes { utf8.elementsEqual($0) }
        guard isValid else { return nil }
    }
}

/// Masks the columns of CSV with secret names in the first row (RFC 4180).
///
/// The separator is the most frequent of comma, semicolon and tab in the first row.
package struct CSVMask {
    private let redaction: Redaction

    package init(_ redaction: Redaction) {
        self.redaction = redaction
    }

    /// Masks the secrets of a text. Returns the text and the secrets.
    package func mask(_ text: String) -> (text: String, secrets: [String]) {
        let bytes = Array(text.utf8)
        let header = bytes.prefix { $0 != 0x0A }
        let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
        let counts = separators.map { separator in header.count { $0 == separator } }
        let separator = zip(separators, counts).max { $0.1 < $1.1 }?.0 ?? separators[0]
        var columns: Set<Int> = []
        var output: [UInt8] = []
        var secrets: [String] = []
        var column = 0
        var isHeader = true
        var start = 0
        while start < bytes.count {
            let field = Self.field(bytes, from: start, separator)
            let content = String(decoding: bytes[field.content], as: UTF8.self)
            if isHeader {
                if redaction.masks(content) { columns.insert(column) }
            } else if columns.contains(column), !field.content.isEmpty, content != Redaction.mask {
                secrets.append(content.replacing("\"\"", with: "\""))
                output.append(contentsOf: bytes[start..<field.content.lowerBound])
                output.append(contentsOf: Redaction.mask.utf8)
                start = field.content.upperBound
            }
            let next = min(field.end + 1, bytes.count)
            output.append(contentsOf: bytes[start..<next])
            column += 1
            if field.end < bytes.count, bytes[field.end] == 0x0A {
                if isHeader, columns.isEmpty { return (text, []) }
                isHeader = false
                column = 0
            }
            start = next
        }
        return (secrets.isEmpty ? text : String(decoding: output, as: UTF8.self), secrets)
    }

    /// The range of a field without quotation marks, and the range of the separator or line break after it.
    private static func field(_ bytes: [UInt8], from start: Int, _ separator: UInt8) -> (content: Range<Int>, end: Int)
    {
        let quote = UInt8(ascii: "\"")
        var end = start
        if bytes[start] == quote {
            end += 1
            while end < bytes.count {
                if bytes[end] == quote {
                    guard end + 1 < bytes.count, bytes[end + 1] == quote else { break }
                    end += 1
                }
                end += 1
            }
            let content = start + 1..<min(end, bytes.count)
            while end < bytes.count, bytes[end] != separator, bytes[end] != 0x0A { end += 1 }
            return (max(content.lowerBound, 0)..<max(content.lowerBound, content.upperBound), end)
        }
        while end < bytes.count, bytes[end] != separator, bytes[end] != 0x0A { end += 1 }
        let hasReturn = end > start && bytes[end - 1] == 0x0D && (end == bytes.count || bytes[end] == 0x0A)
        return (start..<(hasReturn ? end - 1 : end), end)
    }
}
