#if Tools
extension Collection<UInt8> {
    /// The bytes with decoded percent escapes, and with spaces in place of plus signs.
    var formDecoded: [UInt8] {
        map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }.percentDecoded { _ in true }
    }

    /// The bytes with decoded percent escapes, if `isDecoded` returns true for their byte. Malformed escapes stay.
    func percentDecoded(where isDecoded: (UInt8) -> Bool) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(count)
        var rest = self[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2, isDecoded(UInt8(digits[0] * 16 + digits[1])) {
                decoded.append(UInt8(digits[0] * 16 + digits[1]))
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }
}
#endif
