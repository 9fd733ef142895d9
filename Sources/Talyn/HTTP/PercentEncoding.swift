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

/// A set of ASCII characters with a lookup of a few instructions, for scanning text byte by byte.
struct ASCIISet: Sendable {
    private let low: UInt64
    private let high: UInt64

    init(_ characters: StaticString) {
        var low: UInt64 = 0
        var high: UInt64 = 0
        characters.withUTF8Buffer { bytes in
            for byte in bytes {
                if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
            }
        }
        self.init(low: low, high: high)
    }

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<64: low & (1 << UInt64(byte)) != 0
        case 64..<128: high & (1 << UInt64(byte & 63)) != 0
        default: false
        }
    }

    func containsAll(_ text: some Sequence<UInt8>) -> Bool {
        text.withContiguousStorageIfAvailable { $0.allSatisfy { contains($0) } } ?? text.allSatisfy { contains($0) }
    }

    func union(_ other: ASCIISet) -> ASCIISet {
        ASCIISet(low: low | other.low, high: high | other.high)
    }
}

extension ASCIISet {
    /// Letters, digits and `-._~`, which mean themselves everywhere in a URL (RFC 3986, section 2.3).
    static let unreserved = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// What a path may hold besides escapes: `pchar` and the slash (RFC 3986, section 3.3).
    static let urlPath = unreserved.union(ASCIISet("!$&'()*+,;=:@/"))

    /// What a query may hold besides escapes (RFC 3986, section 3.4).
    static let urlQuery = urlPath.union(ASCIISet("?"))

    /// What a query parameter's name or value may hold besides escapes, so that nothing in it is taken for a delimiter.
    static let urlQueryParameter = unreserved.union(ASCIISet("/?"))

    /// What an escape is made of, behind its percent sign.
    static let hexDigits = ASCIISet("0123456789ABCDEFabcdef")

    /// What the name of a header field is made of: `tchar` (RFC 9110, section 5.6.2).
    static let token = ASCIISet("!#$%&'*+-.^_`|~ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

    /// Every character that a URL can have (RFC 3986, appendix A).
    static let url = urlQuery.union(ASCIISet("#[]%"))
}
