import TalynCore
import _TalynSupport

extension String {
    /// The text as a form encodes a name or a value, with `%20` for a space (WHATWG URL; RFC 9421, section 2.2.8).
    var formEncoded: String {
        var bytes: [UInt8] = []
        PercentEncoding.append(utf8, allowed: .formText, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Substring.UTF8View {
    /// The text that a form encodes. Invalid UTF-8 becomes U+FFFD (WHATWG URL, section 5.1).
    var formDecoded: String { String(decoding: unescaped(isForm: true), as: UTF8.self) }

    /// The bytes without escapes. A percent sign that starts no escape stays.
    ///
    /// - Parameter isForm: Whether a plus sign stands for a space.
    func unescaped(isForm: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        var index = startIndex
        while index != endIndex {
            let byte = self[index]
            index = self.index(after: index)
            let digits = self[index...].prefix(2)
            if byte == UInt8(ascii: "%"), PercentEncoding.startsWithTwoHexDigits(digits),
                let value = UInt8(String(Substring(digits)), radix: 16)
            {
                result.append(value)
                index = digits.endIndex
            } else {
                result.append(isForm && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return result
    }
}

extension ASCIISet {
    /// The characters that a form doesn't escape.
    fileprivate static let formText = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._")
}
