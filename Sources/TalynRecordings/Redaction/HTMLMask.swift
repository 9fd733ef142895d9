import TalynCore
import TalynStubs

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Masks the secrets of HTML: the values of `<input name="csrf_token" value="X">` and
/// `<meta name="csrf-token" content="X">`, and of attributes such as `data-token="X"`.
struct HTMLMask {
    private let redaction: Redaction

    init(_ redaction: Redaction) {
        self.redaction = redaction
    }

    /// The text with its secrets masked, and the secrets.
    func mask(_ text: String) -> (text: String, secrets: [String]) {
        var scanner = Scanner(bytes: Array(text.utf8), redaction: redaction)
        scanner.run()
        return (scanner.secrets.isEmpty ? text : String(decoding: scanner.output, as: UTF8.self), scanner.secrets)
    }

    private struct Scanner {
        private struct Attribute {
            let name: String
            let value: Range<Int>
        }

        let bytes: [UInt8]
        var output: [UInt8] = []
        var secrets: [String] = []
        private var copied = 0
        private var index = 0
        private var names: SecretNames

        init(bytes: [UInt8], redaction: Redaction) {
            self.bytes = bytes
            names = SecretNames(redaction)
        }

        mutating func run() {
            while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
                index = start + 1
                if bytes[start...].starts(with: "<!--".utf8) {
                    comment()
                } else if index < bytes.count, bytes[index].isASCIILetter {
                    tag()
                }
            }
            output.append(contentsOf: bytes[copied...])
        }

        private mutating func comment() {
            while let dash = bytes[index...].firstIndex(of: UInt8(ascii: "-")) {
                index = dash + 1
                if bytes[dash...].starts(with: "-->".utf8) { return }
            }
            index = bytes.count
        }

        private mutating func tag() {
            while index < bytes.count, !Self.endsName(bytes[index]) { index += 1 }
            var attributes: [Attribute] = []
            while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
                if Self.endsName(bytes[index]) {
                    index += 1
                } else if let found = attribute() {
                    attributes.append(found)
                }
            }
            let isSecret = attributes.contains { isSecretName($0) }
            for attribute in attributes where masks(attribute.name) || isSecret && Self.values.contains(attribute.name)
            {
                mask(attribute.value)
            }
        }

        /// The attribute at the index; nil for one without a value.
        private mutating func attribute() -> Attribute? {
            let start = index
            while index < bytes.count, !Self.endsName(bytes[index]) { index += 1 }
            let name = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
            var next = index
            while next < bytes.count, bytes[next].isHTMLSpace { next += 1 }
            guard next < bytes.count, bytes[next] == UInt8(ascii: "=") else {
                index = next
                return nil
            }
            next += 1
            while next < bytes.count, bytes[next].isHTMLSpace { next += 1 }
            index = next
            guard next < bytes.count else { return nil }
            let quote = bytes[next]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                while index < bytes.count, !bytes[index].isHTMLSpace, bytes[index] != UInt8(ascii: ">") { index += 1 }
                return Attribute(name: name, value: next..<index)
            }
            let end = bytes[(next + 1)...].firstIndex(of: quote) ?? bytes.count
            index = min(end + 1, bytes.count)
            return Attribute(name: name, value: next + 1..<end)
        }

        /// Whether the attribute names the element's value as a secret.
        private mutating func isSecretName(_ attribute: Attribute) -> Bool {
            let value = bytes[attribute.value]
            switch attribute.name {
            case "name", "id", "property", "http-equiv", "itemprop":
                return masks(String(decoding: value.prefix(80), as: UTF8.self))
            case "type":
                return String(decoding: value.prefix(80), as: UTF8.self).lowercased() == "password"
            default:
                return false
            }
        }

        /// The attributes that hold the value of an element.
        private static let values: Set<String> = ["value", "content"]

        private mutating func masks(_ name: String) -> Bool {
            name.utf8.count <= 80 && names.contain(name)
        }

        private mutating func mask(_ range: Range<Int>) {
            let value = String(decoding: bytes[range], as: UTF8.self)
            guard !value.isEmpty, value != Redaction.mask, value != "true", value != "false" else { return }
            secrets.append(value.withoutEntities)
            output.append(contentsOf: bytes[copied..<range.lowerBound])
            output.append(contentsOf: Redaction.mask.utf8)
            copied = range.upperBound
        }

        private static func endsName(_ byte: UInt8) -> Bool {
            byte.isHTMLSpace || [UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: ">")].contains(byte)
        }
    }
}

extension UInt8 {
    fileprivate var isHTMLSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }

    fileprivate var isASCIILetter: Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
    }
}

extension String {
    /// The text with the entities of XML replaced by their characters.
    var withoutEntities: String {
        guard contains("&") else { return self }
        let entities = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&"),
        ]
        return entities.reduce(self) { $0.replacing($1.0, with: $1.1) }
    }
}
