/// Percent-encoding (RFC 3986, section 2.1).
enum PercentEncoding {
    /// Appends the bytes of text, each one outside `allowed` as an escape.
    static func append(_ text: some Sequence<UInt8>, allowed: ASCIISet, to output: inout [UInt8]) {
        // Most text needs no escape, and copying it whole costs a fraction of going through it.
        if allowed.containsAll(text) { return output.append(contentsOf: text) }
        for byte in text { append(byte, allowed: allowed, to: &output) }
    }

    /// Appends the bytes of text, each one outside `allowed` as an escape; what is an escape already stays one.
    static func appendKeepingEscapes(_ text: Substring.UTF8View, allowed: ASCIISet, to output: inout [UInt8]) {
        guard text.contains(UInt8(ascii: "%")) else { return append(text, allowed: allowed, to: &output) }
        var index = text.startIndex
        while index != text.endIndex {
            let byte = text[index]
            index = text.index(after: index)
            if byte == UInt8(ascii: "%"), startsWithTwoHexDigits(text[index...]) {
                output.append(byte)
            } else {
                append(byte, allowed: allowed, to: &output)
            }
        }
    }

    /// Whether the bytes after a percent sign make it an escape.
    static func startsWithTwoHexDigits(_ bytes: Substring.UTF8View) -> Bool {
        let digits = bytes.prefix(2)
        return digits.count == 2 && ASCIISet.hexDigits.containsAll(digits)
    }

    private static func append(_ byte: UInt8, allowed: ASCIISet, to output: inout [UInt8]) {
        if allowed.contains(byte) {
            output.append(byte)
        } else {
            output.append(UInt8(ascii: "%"))
            output.append(hexDigit(byte >> 4))
            output.append(hexDigit(byte & 15))
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
