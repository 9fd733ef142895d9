import TalynCore
import _TalynSupport

extension Secrets {
    /// Adds the values of a text that names a secret, in a format that isn't read: each may be that secret. Those near the name of
    /// a secret come first.
    mutating func add(valuesOf text: String, _ redaction: Redaction) {
        let isMarkup = BodyRedaction.firstSign(of: text) == "<"
        let isTable = !isMarkup && !text.utf8.contains(UInt8(ascii: "{"))
        // In a table, two quotation marks are one (RFC 4180, section 2).
        let bytes = Array((isTable ? text.replacing("\"\"", with: Self.quotationMark) : text).utf8)
        let hasName = stride(from: 0, to: bytes.count, by: Self.reach).map { start in
            let piece = String(decoding: bytes[start...].prefix(2 * Self.reach), as: UTF8.self)
            return !redaction.shows(piece, as: "text/csv")
        }
        let values = Self.values(in: bytes, isMarkup: isMarkup, isTable: isTable).filter {
            $0.count >= Self.minimumLength
        }
        let near = values.filter { hasName[max(0, $0.startIndex / Self.reach - 1)] }
        for value in near + values where !isFull {
            let value = String(decoding: value, as: UTF8.self).replacing(Self.quotationMark, with: "\"")
                .withoutOuterWhiteSpace
            // The names of formats. The secrets of a URL have names.
            guard !["http://", "https://", "urn:"].contains(where: value.hasPrefix) else { continue }
            add(value)
            add(value.withoutEntities)
        }
    }

    /// The bytes before a value in which its name may stand.
    private static let reach = 80

    /// A character that no text has.
    private static let quotationMark = "\u{FFFF}"

    /// The contents of elements, what follows a sign or is quoted, and the cells of a table. Names aren't values.
    private static func values(in text: [UInt8], isMarkup: Bool, isTable: Bool) -> [ArraySlice<UInt8>] {
        let quoted = text.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        var values = quoted.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
        if isTable { values += text.split { ASCIISet.cellEnds.contains($0) } }
        values += text.split(separator: UInt8(ascii: "<")).map { $0.drop { $0 != UInt8(ascii: ">") }.dropFirst() }
        for data in text.split(separator: Array("<![CDATA[".utf8)).dropFirst() {
            values.append(data[..<(data.firstRange(of: Array("]]>".utf8))?.lowerBound ?? data.endIndex)])
        }
        let isSign = { (index: Int) in
            // In markup, a colon without a space after it is a part of a name.
            text[index] == UInt8(ascii: "=")
                || text[index] == UInt8(ascii: ":") && (!isMarkup || text[(index + 1)...].first == UInt8(ascii: " "))
        }
        var rest = text[...]
        while let sign = rest.indices.first(where: isSign) {
            rest = rest[(sign + 1)...].drop { ASCIISet.spaces.contains($0) }
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                values.append(rest.prefix { !ASCIISet.valueEnds.contains($0) })
                rest = rest[(values.last?.endIndex ?? rest.startIndex)...]
                continue
            }
            var isEscaped = false
            let content = rest.dropFirst(rest.starts(with: "\"\"\"".utf8) ? 3 : 1)
            values.append(
                content.prefix { byte in
                    defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
                    return byte != quote || isEscaped
                }
            )
        }
        return values
    }
}

extension ASCIISet {
    fileprivate static let spaces = ASCIISet(" \t\r\n")
    fileprivate static let cellEnds = ASCIISet(",;\t\r\n\"")
    fileprivate static let valueEnds = ASCIISet(" \t\r\n,;()[]{}<>\"'")
}

extension String {
    /// The text with the entities of XML replaced by their characters.
    fileprivate var withoutEntities: String {
        guard contains("&") else { return self }
        let entities = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&"),
        ]
        return entities.reduce(self) { $0.replacing($1.0, with: $1.1) }
    }
}
