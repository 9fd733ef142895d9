import TalynCore
import _TalynSupport

/// Masks values after secret names in text and YAML: `password: X`, `API key: X`, `token=X`.
///
/// A value ends with its quotation mark or with the line, and earlier after an equals sign or in braces. Lines with
/// more indentation than the name belong to its value.
struct TextMask {
    private let redaction: Redaction

    init(_ redaction: Redaction) {
        self.redaction = redaction
    }

    /// Masks the secrets of a text. Returns the text and the secrets.
    func mask(_ text: String) -> (text: String, secrets: [String]) {
        var scanner = Scanner(text: MaskedText(text), redaction: redaction)
        scanner.run()
        return scanner.text.result
    }

    private struct Scanner {
        private(set) var text: MaskedText
        /// The indentation of a name whose value is in the next lines.
        private var block: Int?
        private var names: SecretNames

        init(text: MaskedText, redaction: Redaction) {
            self.text = text
            names = SecretNames(redaction.masks)
        }

        private var bytes: [UInt8] { text.bytes }

        mutating func run() {
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
                line(start..<end)
                start = end + 1
            }
        }

        private mutating func line(_ line: Range<Int>) {
            let content = trimmed(line)
            guard !content.isEmpty else { return }
            let indentation = content.lowerBound - line.lowerBound
            if let block {
                let isItem = bytes[content].starts(with: "- ".utf8)
                if indentation > block || indentation == block && isItem { return inBlock(content, isItem: isItem) }
                self.block = nil
            }
            var index = content.lowerBound
            /// The number of open braces.
            var braces = 0
            while index < content.upperBound {
                switch bytes[index] {
                case UInt8(ascii: "{"): braces += 1
                case UInt8(ascii: "}"): braces = max(0, braces - 1)
                default: break
                }
                guard let sign = sign(at: index) else {
                    index += 1
                    continue
                }
                if masks(nameBefore: index, from: content.lowerBound) {
                    index = value(
                        index + sign.length..<content.upperBound,
                        endsEarly: sign.isEquals || braces > 0,
                        indentation: indentation
                    )
                } else {
                    index += sign.length
                }
            }
        }

        /// Masks a line of a block: the value after a name, or all of it.
        private mutating func inBlock(_ content: Range<Int>, isItem: Bool) {
            let content = isItem ? trimmed(content.lowerBound + 2..<content.upperBound) : content
            let sign = content.first { bytes[$0] == UInt8(ascii: ":") }
            guard let sign, isName(content.lowerBound..<sign) else { return mask(content) }
            mask(unquoted(trimmed(sign + 1..<content.upperBound)))
        }

        /// Masks the value after a sign. Returns its end.
        private mutating func value(_ rest: Range<Int>, endsEarly: Bool, indentation: Int) -> Int {
            let start = rest.first { !Self.signsAndSpaces.contains(bytes[$0]) } ?? rest.upperBound
            guard start < rest.upperBound else {
                if !endsEarly { block = indentation }
                return rest.upperBound
            }
            let value = start..<rest.upperBound
            switch bytes[start] {
            case UInt8(ascii: "/") where bytes[value].starts(with: "//".utf8):
                // The start of a URL after its scheme.
                return start
            case UInt8(ascii: "|"), UInt8(ascii: ">"):
                guard bytes[value].dropFirst().allSatisfy({ Self.blockSigns.contains($0) }) else { break }
                block = indentation
                return rest.upperBound
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let content = unquoted(value)
                mask(content)
                return content.upperBound
            default: break
            }
            let end =
                endsEarly ? value.first { Self.valueEnds.contains(bytes[$0]) } ?? value.upperBound : value.upperBound
            mask(start..<end)
            return max(end, start + 1)
        }

        /// The range inside quotation marks, or the whole range.
        private func unquoted(_ value: Range<Int>) -> Range<Int> {
            guard let quote = value.first.map({ bytes[$0] }), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            else { return value }
            var end = value.lowerBound + 1
            while end < value.upperBound, bytes[end] != quote { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
            return value.lowerBound + 1..<min(end, value.upperBound)
        }

        private mutating func mask(_ range: Range<Int>) {
            let value = String(decoding: bytes[range], as: UTF8.self)
            guard !value.isEmpty, value != Redaction.mask, !Self.words.contains(value.lowercased()) else { return }
            text.replace(value, in: range, with: Redaction.mask)
        }

        /// Words for yes, no and nothing are not secret.
        private static let words: Set<String> = ["true", "false", "yes", "no", "null", "none", "nil", "~"]

        // MARK: Names

        /// A colon or an equals sign, including the fullwidth forms.
        private func sign(at index: Int) -> (length: Int, isEquals: Bool)? {
            switch bytes[index] {
            case UInt8(ascii: ":"): (1, false)
            case UInt8(ascii: "="): (1, true)
            case 0xEF where bytes[index...].starts(with: [0xEF, 0xBC, 0x9A]): (3, false)
            case 0xEF where bytes[index...].starts(with: [0xEF, 0xBC, 0x9D]): (3, true)
            default: nil
            }
        }

        private mutating func masks(nameBefore sign: Int, from start: Int) -> Bool {
            let bytes = bytes
            let limit = max(start, sign - 80)
            let name = word(before: sign, limit)
            guard !name.isEmpty else { return false }
            let first = word(before: name.lowerBound, limit)
            return names.contain(
                String(decoding: bytes[name], as: UTF8.self),
                after: String(decoding: bytes[first], as: UTF8.self)
            )
        }

        /// The word before an index, without quotation marks and white space after it.
        private func word(before index: Int, _ limit: Int) -> Range<Int> {
            var end = index
            while end > limit, Self.spacesAndQuotes.contains(bytes[end - 1]) { end -= 1 }
            var start = end
            while start > limit, Self.isNamePart(bytes[start - 1]) { start -= 1 }
            return start..<end
        }

        private func isName(_ range: Range<Int>) -> Bool {
            !range.isEmpty && range.count <= 80
                && bytes[range].allSatisfy { Self.isNamePart($0) || Self.spacesAndQuotes.contains($0) }
        }

        // MARK: Bytes

        private func trimmed(_ range: Range<Int>) -> Range<Int> {
            var range = range
            while let first = range.first, Self.isSpace(bytes[first]) { range.removeFirst() }
            while let last = range.last, Self.isSpace(bytes[last]) { range.removeLast() }
            return range
        }

        private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

        private static func isNamePart(_ byte: UInt8) -> Bool { byte >= 0x80 || nameParts.contains(byte) }

        private static let spacesAndQuotes = ASCIISet(" \t\"'`*")
        private static let nameParts = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._[]")
        private static let signsAndSpaces = ASCIISet(" \t=:*`")
        private static let blockSigns = ASCIISet("+-0123456789 ")
        private static let valueEnds = ASCIISet(" \t\r,;&\"'<>)]}")
    }
}
