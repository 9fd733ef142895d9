public import _TalynFoundation

extension ContiguousBytes {
    /// The bytes as hexadecimal digits in lower case, two for each.
    public var hexadecimal: String {
        var digits: [UInt8] = []
        digits.appendHexadecimal(self)
        return String(decoding: digits, as: UTF8.self)
    }
}

extension UnsignedInteger where Self: FixedWidthInteger {
    /// All hexadecimal digits of the type in lower case, with zeros at the start.
    public var hexadecimal: String { withUnsafeBytes(of: bigEndian) { $0.hexadecimal } }
}

extension [UInt8] {
    /// Creates the bytes of an even number of hexadecimal digits in either case; nil for another text.
    public init?(hexadecimal text: some StringProtocol) {
        let digits = text.utf8.compactMap(\.hexadecimalValue)
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Appends two hexadecimal digits in lower case for each byte.
    public mutating func appendHexadecimal(_ bytes: some ContiguousBytes) {
        bytes.withUnsafeBytes {
            for byte in $0 {
                append(UInt8(hexadecimalDigit: byte >> 4))
                append(UInt8(hexadecimalDigit: byte & 15))
            }
        }
    }
}

extension UInt8 {
    /// Creates the hexadecimal digit of a value below 16.
    ///
    /// - Parameter ten: The digit for 10.
    init(hexadecimalDigit value: UInt8, ten: UInt8 = UInt8(ascii: "a")) {
        self = value < 10 ? UInt8(ascii: "0") + value : ten + value - 10
    }

    /// The value of a hexadecimal digit in either case; nil for another byte.
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
