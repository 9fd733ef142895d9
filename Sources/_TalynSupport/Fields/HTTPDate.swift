public import _TalynFoundation

/// The dates of header fields (RFC 9110, section 5.6.7).
public enum HTTPDate {
    /// Parses a date; returns nil if the text isn't one. The case of letters doesn't matter.
    ///
    /// - Parameters:
    ///   - text: The value of a field.
    ///   - now: Returns the local time. A year of two digits means one at most 50 years in the future.
    public static func date(_ text: String, at now: () -> Date) -> Date? {
        let day = text.utf8.prefix(while: \.isASCIILetter)
        let withoutDay = text.utf8[day.endIndex...]
        guard day.count >= 3 else { return nil }
        let isTwoDigitYear = matches(withoutDay, ", 00-aaa-00 00:00:00 gmt")
        guard
            isTwoDigitYear || matches(withoutDay, ", 00 aaa 0000 00:00:00 gmt")
                || matches(text.utf8[...], "aaa aaa 00 00:00:00 0000")
                || matches(text.utf8[...], "aaa aaa  0 00:00:00 0000"),
            let parts = CookieDate.parts(text)
        else { return nil }
        guard isTwoDigitYear else { return parts.date(ofYear: parts.year) }
        let earliest = now().addingTimeInterval(-50 * 31_556_952)
        let years = [1900, 2000, 2100].map { $0 + parts.year % 100 }
        return years.lazy.compactMap { parts.date(ofYear: $0) }.first { $0 >= earliest }
    }

    /// Whether text has the shape of a pattern, in which `0` is any digit, `a` any letter, and another letter this letter.
    private static func matches(_ text: Substring.UTF8View, _ pattern: String) -> Bool {
        text.elementsEqual(pattern.utf8) { byte, expected in
            switch expected {
            case UInt8(ascii: "0"): byte.isASCIIDigit
            case UInt8(ascii: "a"): byte.isASCIILetter
            case UInt8(ascii: "g"), UInt8(ascii: "m"), UInt8(ascii: "t"): byte | 0x20 == expected
            default: byte == expected
            }
        }
    }
}
