import _TalynFoundation

/// Masks the secrets in JSON, and keeps all other bytes.
///
/// Parsing and writing JSON again would lose the order of members, repeated members, and digits of numbers.
public struct JSONMask {
    private let mask: String
    private let isSecret: (String) -> Bool
    private let shown: (String) -> String

    /// - Parameters:
    ///   - mask: The text in place of a secret.
    ///   - isSecret: Whether the member with a name is a secret.
    ///   - shown: A string of another member without the secrets in it: it can be a URL, a form or JSON.
    public init(_ mask: String, isSecret: @escaping (String) -> Bool, shown: @escaping (String) -> String) {
        self.mask = mask
        self.isSecret = isSecret
        self.shown = shown
    }

    /// Masks the secrets of a text that may be incomplete or have several JSON texts.
    ///
    /// All values inside a secret member are masked, except `true`, `false` and `null`.
    public func masked(_ text: String) -> String {
        var scanner = Scanner(MaskedText(text), self)
        scanner.run()
        return scanner.text.result.text
    }

    /// The values of a text that may be incomplete: those to mask, and those that may contain secrets.
    public func values(in text: String) -> [(text: String, isSecret: Bool)] {
        var scanner = Scanner(MaskedText(text), self)
        scanner.collectsValues = true
        scanner.run()
        return scanner.values
    }

    private struct Scanner {
        /// An open object or array.
        private struct Container {
            let isObject: Bool
            /// Whether all of it is a secret.
            let isSecret: Bool
            /// Whether the next string is the name of a member.
            var expectsName: Bool
            /// Whether the current member is a secret.
            var memberIsSecret = false

            var hidesValue: Bool { isSecret || memberIsSecret }
        }

        private(set) var text: MaskedText
        private let masks: JSONMask
        private var names: SecretNames
        private var index = 0
        var collectsValues = false
        private(set) var values: [(text: String, isSecret: Bool)] = []
        private var containers: [Container] = []

        init(_ text: MaskedText, _ masks: JSONMask) {
            self.text = text
            self.masks = masks
            names = SecretNames(masks.isSecret)
        }

        private var bytes: [UInt8] { text.bytes }

        mutating func run() {
            while index < bytes.count {
                let byte = bytes[index]
                switch byte {
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    let isObject = byte == UInt8(ascii: "{")
                    let isSecret = containers.last?.hidesValue ?? false
                    containers.append(Container(isObject: isObject, isSecret: isSecret, expectsName: isObject))
                    index += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    containers.removeLast(min(1, containers.count))
                    index += 1
                case UInt8(ascii: ","):
                    if let last = containers.indices.last {
                        containers[last].expectsName = containers[last].isObject
                    }
                    index += 1
                case UInt8(ascii: "\""):
                    string()
                case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    var end = index + 1
                    while end < bytes.count, ASCIISet.jsonNumber.contains(bytes[end]) { end += 1 }
                    value(index..<end)
                default:
                    index += 1
                }
            }
        }

        private mutating func string() {
            let literal = index..<bytes.endOfJSONString(from: index)
            guard let last = containers.indices.last, containers[last].expectsName else { return stringValue(literal) }
            containers[last].expectsName = false
            containers[last].memberIsSecret = names.contain(string(literal))
            index = literal.upperBound
        }

        /// The content of a string, without its quotation marks and escapes.
        private func string(_ literal: Range<Int>) -> String {
            let literal = bytes[literal]
            if literal.contains(UInt8(ascii: "\\")),
                let text = try? JSONDecoder().decode(String.self, from: Data(literal))
            {
                return text
            }
            return String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
        }

        /// A URL or JSON in a string may contain secrets.
        private mutating func stringValue(_ literal: Range<Int>) {
            guard containers.last?.hidesValue != true, ASCIISet.jsonNesting.intersects(bytes[literal])
            else { return value(literal) }
            let value = string(literal)
            if collectsValues { values.append((value, false)) }
            let shown = masks.shown(value)
            index = literal.upperBound
            guard shown != value else { return }
            let encoder = JSONEncoder()
            encoder.outputFormatting = .withoutEscapingSlashes
            let encoded = (try? encoder.encode(shown)).map { String(decoding: $0, as: UTF8.self) }
            text.replace(value, in: literal, with: encoded ?? "\"\(masks.mask)\"")
        }

        private mutating func value(_ literal: Range<Int>) {
            index = literal.upperBound
            guard containers.last?.hidesValue == true else { return }
            let isString = bytes[literal].first == UInt8(ascii: "\"")
            let value = isString ? string(literal) : String(decoding: bytes[literal], as: UTF8.self)
            if collectsValues { values.append((value, true)) }
            text.replace(value, in: literal, with: "\"\(masks.mask)\"")
        }
    }
}

extension ASCIISet {
    /// The characters of a number (RFC 8259, section 6).
    fileprivate static let jsonNumber = ASCIISet("0123456789+-.eE")

    /// Characters of which every text with user information, a URL, a form or JSON in it has one.
    public static let nesting = ASCIISet("=@{[%")

    /// The characters of ``nesting``, and the one that starts an escape.
    fileprivate static let jsonNesting = nesting.union(ASCIISet("\\"))
}
