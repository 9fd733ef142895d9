import Foundation

/// Masks the secrets in JSON, and keeps all other bytes.
///
/// Foundation's parser checks that the text is JSON. Parsing and writing it again would lose the order of members,
/// repeated members, and digits of numbers.
package struct JSONMask {
    private let redaction: Redaction

    package init(_ redaction: Redaction) {
        self.redaction = redaction
    }

    /// Masks the secrets of a text; nil if it is not JSON.
    ///
    /// All values inside a secret member are masked, except `true`, `false` and `null`.
    func masked(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard !bytes.contains(0),  // Foundation would read it as UTF-16.
            (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
        else { return nil }
        return scanned(text, bytes)
    }

    /// Masks the secrets of a text that may be incomplete or have several JSON texts.
    package func maskedAsFarAsItGoes(_ text: String) -> String { scanned(text, Array(text.utf8)) }

    /// The values of a text that may be incomplete: those to mask, and those that may contain secrets.
    package func values(in text: String) -> [(text: String, isSecret: Bool)] {
        var scanner = Scanner(bytes: Array(text.utf8), redaction: redaction)
        scanner.collectsValues = true
        scanner.run()
        return scanner.values
    }

    private func scanned(_ text: String, _ bytes: [UInt8]) -> String {
        var scanner = Scanner(bytes: bytes, redaction: redaction)
        scanner.run()
        return scanner.result ?? text
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

        private let bytes: [UInt8]
        private let redaction: Redaction
        private var names: SecretNames
        private var index = 0
        private var output: [UInt8] = []
        /// The number of bytes that are in the output.
        private var copied = 0
        var collectsValues = false
        private(set) var values: [(text: String, isSecret: Bool)] = []
        private var containers: [Container] = []

        init(bytes: [UInt8], redaction: Redaction) {
            self.bytes = bytes
            self.redaction = redaction
            names = SecretNames(redaction)
        }

        /// The text without its secrets; nil for a text without a secret.
        var result: String? {
            copied == 0 ? nil : String(decoding: output + bytes[copied...], as: UTF8.self)
        }

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
            let literal = index..<stringEnd()
            guard let last = containers.indices.last, containers[last].expectsName else { return stringValue(literal) }
            containers[last].expectsName = false
            containers[last].memberIsSecret = names.contain(text(bytes[literal]))
            index = literal.upperBound
        }

        /// The end of the string at the current position, after its quotation mark.
        private func stringEnd() -> Int {
            var end = index + 1
            while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
                end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(end + 1, bytes.count)
        }

        private func text(_ literal: ArraySlice<UInt8>) -> String {
            if literal.contains(UInt8(ascii: "\\")),
                let text = try? JSONSerialization.jsonObject(with: Data(literal), options: .fragmentsAllowed) as? String
            {
                return text
            }
            return String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
        }

        /// A URL or JSON in a string may contain secrets.
        private mutating func stringValue(_ literal: Range<Int>) {
            guard containers.last?.hidesValue != true, ASCIISet.jsonNesting.intersects(bytes[literal])
            else { return value(literal) }
            let text = text(bytes[literal])
            if collectsValues { values.append((text, false)) }
            let shown = redaction.nested(text)
            index = literal.upperBound
            guard shown != text else { return }
            let encoder = JSONEncoder()
            encoder.outputFormatting = .withoutEscapingSlashes
            replace(literal, with: (try? encoder.encode(shown)) ?? Data("\"\(Redaction.mask)\"".utf8))
        }

        private mutating func value(_ literal: Range<Int>) {
            index = literal.upperBound
            guard containers.last?.hidesValue == true else { return }
            if collectsValues {
                let isString = bytes[literal].first == UInt8(ascii: "\"")
                values.append((isString ? text(bytes[literal]) : String(decoding: bytes[literal], as: UTF8.self), true))
            }
            replace(literal, with: "\"\(Redaction.mask)\"".utf8)
        }

        private mutating func replace(_ literal: Range<Int>, with text: some Sequence<UInt8>) {
            output.append(contentsOf: bytes[copied..<literal.lowerBound])
            output.append(contentsOf: text)
            copied = literal.upperBound
        }
    }
}

extension ASCIISet {
    /// The characters of a number (RFC 8259, section 6).
    fileprivate static let jsonNumber = ASCIISet("0123456789+-.eE")

    /// Characters of which every string with a nested secret has one.
    fileprivate static let jsonNesting = nesting.union(ASCIISet("\\"))
}
