import TalynCore
import _TalynSupport

/// Masks secrets in GraphQL documents: the strings and numbers of arguments, variables and input fields with secret
/// names.
struct GraphQLMask {
    private let redaction: Redaction

    init(_ redaction: Redaction) {
        self.redaction = redaction
    }

    /// Whether a text looks like a document with arguments: it starts with a keyword or a selection, and no name is in
    /// quotation marks, as in JSON.
    static func isDocument(_ text: String) -> Bool {
        var rest = text.utf8[...]
        while true {
            rest = rest.drop { $0 == 0x20 || 0x09...0x0D ~= $0 || $0 == UInt8(ascii: ",") }
            guard rest.first == UInt8(ascii: "#") else { break }
            rest = rest.drop { $0 != 0x0A }
        }
        let keywords = ["query", "mutation", "subscription", "fragment", "{"]
        return keywords.contains { rest.starts(with: $0.utf8) } && rest.contains(UInt8(ascii: "{"))
            && rest.contains(UInt8(ascii: "(")) && !hasQuotedName(rest)
    }

    private static func hasQuotedName(_ text: Substring.UTF8View) -> Bool {
        var isAfterQuote = false
        for byte in text {
            if byte == UInt8(ascii: ":"), isAfterQuote { return true }
            if byte != 0x20, !(0x09...0x0D ~= byte) { isAfterQuote = byte == UInt8(ascii: "\"") }
        }
        return false
    }

    /// Masks the secrets of a document. Returns the text and the secrets.
    func mask(_ text: String) -> (text: String, secrets: [String]) {
        var scanner = Scanner(text: MaskedText(text), redaction: redaction)
        scanner.run()
        return scanner.text.result
    }

    private struct Scanner {
        private(set) var text: MaskedText
        private let redaction: Redaction
        private var index = 0
        /// Whether the next value is a secret.
        private var expectsSecret = false
        /// The number of open brackets inside a secret value; 0 outside of one.
        private var depth = 0

        init(text: MaskedText, redaction: Redaction) {
            self.text = text
            self.redaction = redaction
        }

        private var bytes: [UInt8] { text.bytes }

        mutating func run() {
            while index < bytes.count { token() }
        }

        private mutating func token() {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "#"):
                index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
            case UInt8(ascii: "\""):
                string()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if depth > 0 || expectsSecret { depth += 1 }
                expectsSecret = false
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth = max(0, depth - 1)
                index += 1
            case UInt8(ascii: ")"):
                // A missing bracket must not hide the rest of the document.
                depth = 0
                expectsSecret = false
                index += 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let start = index
                while index < bytes.count, Self.numberSigns.contains(bytes[index]) { index += 1 }
                value(start..<index)
            case _ where Self.nameSigns.contains(byte) || byte >= 0x80:
                name()
            default:
                index += 1
            }
        }

        private mutating func string() {
            let isBlock = bytes[index...].starts(with: "\"\"\"".utf8)
            let quote = isBlock ? 3 : 1
            let start = index + quote
            index = min(start, bytes.count)
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "\\") {
                    index += 2
                } else if isBlock ? bytes[index...].starts(with: "\"\"\"".utf8) : bytes[index] == UInt8(ascii: "\"") {
                    break
                } else {
                    index += 1
                }
            }
            index = min(index, bytes.count)
            let end = index
            index = min(index + quote, bytes.count)
            if start <= end { value(start..<end) }
        }

        private mutating func value(_ range: Range<Int>) {
            let isSecret = depth > 0 || expectsSecret
            expectsSecret = false
            let secret = String(decoding: bytes[range], as: UTF8.self)
            guard isSecret, !secret.isEmpty, secret != Redaction.mask else { return }
            // Ensures that the mask is not read as a number.
            let isString = range.lowerBound > 0 && bytes[range.lowerBound - 1] == UInt8(ascii: "\"")
            text.replace(secret, in: range, with: isString ? Redaction.mask : "\"\(Redaction.mask)\"")
        }

        private mutating func name() {
            let start = index
            while index < bytes.count, Self.nameSigns.contains(bytes[index]) || bytes[index] >= 0x80 { index += 1 }
            let name = start..<index
            var next = index
            while next < bytes.count, bytes[next] == 0x20 || 0x09...0x0D ~= bytes[next] { next += 1 }
            guard next < bytes.count, bytes[next] == UInt8(ascii: ":") else {
                // The type of a variable stands between its name and its default value.
                if next >= bytes.count || !Self.typeEnds.contains(bytes[next]) { expectsSecret = false }
                return
            }
            index = next + 1
            expectsSecret = name.count <= 80 && redaction.masks(String(decoding: bytes[name], as: UTF8.self))
        }

        private static let numberSigns = ASCIISet("0123456789+-.eE")
        private static let nameSigns = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
        private static let typeEnds = ASCIISet("!=]")
    }
}

extension Redaction {
    /// The redaction that masks arguments of GraphQL documents one by one, also inside other values.
    var maskingGraphQL: Redaction {
        var redaction = self
        redaction.nestedMask = NestedMask { value, redaction in
            GraphQLMask.isDocument(value) ? GraphQLMask(redaction).mask(value).text : nil
        }
        return redaction
    }
}
