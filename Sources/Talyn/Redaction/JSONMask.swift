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
        return scanned(bytes)
    }

    /// Masks the secrets of a text that may be incomplete or have several JSON texts.
    package func maskedAsFarAsItGoes(_ text: String) -> String { scanned(Array(text.utf8)) }

    /// The values of a text that may be incomplete: those to mask, and those that may contain secrets.
    package func values(in text: String) -> [(text: String, isSecret: Bool)] {
        var scanner = Scanner(bytes: Array(text.utf8)[...], redaction: redaction)
        scanner.collectsValues = true
        scanner.run()
        return scanner.values
    }

    private func scanned(_ bytes: [UInt8]) -> String {
        var scanner = Scanner(bytes: bytes[...], redaction: redaction)
        scanner.run()
        return String(decoding: scanner.output, as: UTF8.self)
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

        var bytes: ArraySlice<UInt8>
        let redaction: Redaction
        var output: [UInt8] = []
        var collectsValues = false
        private(set) var values: [(text: String, isSecret: Bool)] = []
        private var containers: [Container] = []

        init(bytes: ArraySlice<UInt8>, redaction: Redaction) {
            self.bytes = bytes
            self.redaction = redaction
            output.reserveCapacity(bytes.count)
        }

        mutating func run() {
            while let byte = bytes.first {
                switch byte {
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    let isObject = byte == UInt8(ascii: "{")
                    let isSecret = containers.last?.hidesValue ?? false
                    containers.append(Container(isObject: isObject, isSecret: isSecret, expectsName: isObject))
                    copy(1)
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    containers.removeLast(min(1, containers.count))
                    copy(1)
                case UInt8(ascii: ","):
                    if let last = containers.indices.last {
                        containers[last].expectsName = containers[last].isObject
                    }
                    copy(1)
                case UInt8(ascii: "\""):
                    string()
                case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    value(length: bytes.prefix { ASCIISet.jsonNumber.contains($0) }.count)
                default:
                    copy(1)
                }
            }
        }

        private mutating func string() {
            let length = stringLength()
            guard let last = containers.indices.last, containers[last].expectsName else { return stringValue(length) }
            containers[last].expectsName = false
            containers[last].memberIsSecret = redaction.masks(text(bytes.prefix(length)))
            copy(length)
        }

        /// The length of the string at the current position in bytes, with its quotation marks.
        private func stringLength() -> Int {
            var index = bytes.startIndex + 1
            while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
                index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(index + 1, bytes.endIndex) - bytes.startIndex
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
        private mutating func stringValue(_ length: Int) {
            let literal = bytes.prefix(length)
            guard containers.last?.hidesValue != true, literal.contains(where: { ASCIISet.jsonNesting.contains($0) })
            else { return value(length: length) }
            let text = text(literal)
            if collectsValues { values.append((text, false)) }
            let shown = redaction.nested(text)
            if shown == text { return copy(length) }
            let encoder = JSONEncoder()
            encoder.outputFormatting = .withoutEscapingSlashes
            output.append(contentsOf: (try? encoder.encode(shown)) ?? Data("\"\(Redaction.mask)\"".utf8))
            bytes.removeFirst(length)
        }

        private mutating func value(length: Int) {
            guard containers.last?.hidesValue == true else { return copy(length) }
            if collectsValues {
                let literal = bytes.prefix(length)
                let isString = literal.first == UInt8(ascii: "\"")
                values.append((isString ? text(literal) : String(decoding: literal, as: UTF8.self), true))
            }
            output.append(contentsOf: "\"\(Redaction.mask)\"".utf8)
            bytes.removeFirst(length)
        }

        private mutating func copy(_ count: Int) {
            output.append(contentsOf: bytes.prefix(count))
            bytes.removeFirst(count)
        }
    }
}

extension ASCIISet {
    /// The characters of a number (RFC 8259, section 6).
    fileprivate static let jsonNumber = ASCIISet("0123456789+-.eE")

    /// Characters of which every string with a nested secret has one.
    fileprivate static let jsonNesting = nesting.union(ASCIISet("\\"))
}
