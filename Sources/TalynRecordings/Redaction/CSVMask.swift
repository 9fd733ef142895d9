import TalynCore

/// Masks the columns of CSV with secret names in the first row (RFC 4180).
///
/// The separator is the most frequent of comma, semicolon and tab in the first row.
struct CSVMask {
    private let redaction: Redaction

    init(_ redaction: Redaction) {
        self.redaction = redaction
    }

    /// Masks the secrets of a text. Returns the text and the secrets.
    func mask(_ text: String) -> (text: String, secrets: [String]) {
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
