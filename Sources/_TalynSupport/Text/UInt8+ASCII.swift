extension UInt8 {
    /// Whether the byte is a digit of ASCII.
    @inlinable public var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    /// Whether the byte is a letter of ASCII, in either case.
    @inlinable public var isASCIILetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
}
