public import _TalynFoundation

// Foundation has such functions. FoundationEssentials does not.

extension StringProtocol {
    /// The text without the scalars at both ends for which a condition holds.
    @inlinable public func trimming(_ isTrimmed: (Unicode.Scalar) -> Bool) -> String {
        let scalars = unicodeScalars
        guard let start = scalars.firstIndex(where: { !isTrimmed($0) }),
            let last = scalars.lastIndex(where: { !isTrimmed($0) })
        else { return "" }
        // No copy if there is nothing to remove.
        let isWhole = start == scalars.startIndex && scalars.index(after: last) == scalars.endIndex
        return isWhole ? String(self) : String(self[start...last])
    }

    /// The text without spaces and tabs at both ends.
    @inlinable public var withoutOuterSpaces: String {
        trimming { $0 == "\t" || $0.properties.generalCategory == .spaceSeparator }
    }

    /// The text without white space and line breaks at both ends.
    @inlinable public var withoutOuterWhiteSpace: String { trimming { $0.properties.isWhitespace } }
}

extension String {
    /// The text with a full stop, so that other sentences can follow.
    public var withFullStop: String {
        guard let last else { return self }
        return ".!?…".contains(last) ? self : self + "."
    }

    /// Whether the text has the same bytes in UTF-8. `==` also holds for other bytes that stand for the same characters.
    public func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
        }
        return isSame.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
    }
}

extension Unicode.Scalar {
    /// Whether the character controls a terminal or a compiler, or changes the order of others.
    ///
    /// These are the control and formatting characters of Unicode, except the joiners and variation selectors inside words and emoji.
    public var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
        default: false
        }
    }
}

extension String {
    /// The text with a space in place of each control character.
    public var withoutControlCharacters: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars { scalars.append(scalar.isControl ? " " : scalar) }
        return String(scalars)
    }
}

extension String {
    /// Creates a string; nil for invalid UTF-8.
    public init?(validatingUTF8Bytes data: Data) {
        self.init(decoding: data, as: UTF8.self)
        // Invalid bytes became another character.
        let isValid = data.withUnsafeBytes { utf8.elementsEqual($0) }
        guard isValid else { return nil }
    }
}

extension UInt8 {
    /// Whether the byte is a digit of ASCII.
    @inlinable public var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    /// Whether the byte is a letter of ASCII, in either case.
    @inlinable public var isASCIILetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
}
