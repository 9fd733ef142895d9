import TalynCore
import TalynStubs
import _TalynSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Masks the texts of XML elements and the attributes with the names of secrets.
struct XMLMask {
    private let redaction: Redaction

    init(_ redaction: Redaction) {
        self.redaction = redaction
    }

    /// The text with its secrets masked, and the secrets.
    func mask(_ text: String) -> (text: String, secrets: [String]) {
        var scanner = Scanner(rest: Array(text.utf8)[...], redaction: redaction)
        scanner.run()
        return (String(decoding: scanner.output, as: UTF8.self), scanner.secrets)
    }

    private struct Scanner {
        var rest: ArraySlice<UInt8>
        var output: [UInt8] = []
        var secrets: [String] = []
        /// The number of open elements since the outermost secret one; 0 outside of secret elements.
        private var depth = 0
        private var names: SecretNames

        init(rest: ArraySlice<UInt8>, redaction: Redaction) {
            self.rest = rest
            names = SecretNames(redaction)
        }

        mutating func run() {
            while let first = rest.first {
                if first != UInt8(ascii: "<") {
                    text(rest.prefix { $0 != UInt8(ascii: "<") })
                } else if rest.starts(with: "<![CDATA[".utf8) {
                    text(through("]]>"))
                } else if rest.starts(with: "<!--".utf8) {
                    copy(through("-->"))
                } else if rest.starts(with: "<?".utf8) {
                    copy(through("?>"))
                } else if rest.starts(with: "</".utf8) {
                    depth = max(0, depth - 1)
                    copy(through(">"))
                } else if rest.starts(with: "<!".utf8) {
                    copy(through(">"))
                } else {
                    tag()
                }
            }
        }

        private mutating func text(_ text: ArraySlice<UInt8>) {
            guard depth > 0, !text.allSatisfy({ $0 == 0x20 || 0x09...0x0D ~= $0 }) else { return copy(text) }
            mask(text)
        }

        private mutating func tag() {
            copy(rest.prefix(1))
            let name = rest.prefix { !$0.endsName }
            copy(name)
            if depth > 0 || masks(name) { depth += 1 }
            while let byte = rest.first {
                if byte == UInt8(ascii: ">") {
                    if output.last == UInt8(ascii: "/") { depth = max(0, depth - 1) }
                    return copy(rest.prefix(1))
                }
                guard !byte.endsName else {
                    copy(rest.prefix(1))
                    continue
                }
                attribute()
            }
        }

        private mutating func attribute() {
            let name = rest.prefix { !$0.endsName }
            copy(name)
            let gap = rest.prefix { $0 == UInt8(ascii: "=") || $0 == 0x20 || 0x09...0x0D ~= $0 }
            guard let quote = rest[gap.endIndex...].first, gap.contains(UInt8(ascii: "=")),
                quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            else { return }
            copy(gap)
            copy(rest.prefix(1))
            let value = rest.prefix { $0 != quote }
            if !value.isEmpty, masks(name) {
                mask(value)
            } else {
                copy(value)
            }
            copy(rest.prefix(1))
        }

        /// Whether a name is that of a secret, without its prefix.
        private mutating func masks(_ name: ArraySlice<UInt8>) -> Bool {
            let name = String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
            return names.contain(name)
        }

        private func through(_ end: String) -> ArraySlice<UInt8> {
            let last = Array(end.utf8)
            let found = rest.indices.first { rest[$0] == last[0] && rest[$0...].starts(with: last) }
            return found.map { rest[..<($0 + last.count)] } ?? rest
        }

        private mutating func mask(_ bytes: ArraySlice<UInt8>) {
            let text = String(decoding: bytes, as: UTF8.self)
            if text.hasPrefix(Self.startOfCharacterData) {
                let content = text.dropFirst(Self.startOfCharacterData.count)
                secrets.append(String(content.hasSuffix("]]>") ? content.dropLast(3) : content))
            } else {
                secrets.append(text.withoutOuterWhiteSpace.withoutEntities)
            }
            output.append(contentsOf: Redaction.mask.utf8)
            rest = rest[bytes.endIndex...]
        }

        private static let startOfCharacterData = "<![CDATA["

        private mutating func copy(_ bytes: ArraySlice<UInt8>) {
            output.append(contentsOf: bytes)
            rest = rest[bytes.endIndex...]
        }
    }
}

extension UInt8 {
    fileprivate var endsName: Bool {
        switch self {
        case 0x20, 0x09...0x0D, UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "="): true
        default: false
        }
    }
}
