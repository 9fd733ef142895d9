/// A number as its text has it, with all of its digits.
struct DecimalNumber: Hashable {
    private let isNegative: Bool
    /// The digits without zeros at the start and at the end; none for zero.
    private let digits: [UInt8]
    /// The power of ten by which the digits, as a whole number, are multiplied.
    private let exponent: Int

    /// Nil for a text that isn't a number of JSON or YAML.
    init?(_ text: String) {
        var rest = text.utf8[...]
        var digits: [UInt8] = []
        var exponent = 0
        var isNegative = false
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            rest.removeFirst()
        }
        func takeDigits() -> Int {
            let taken = rest.prefix { (0x30...0x39).contains($0) }
            digits += taken.map { $0 - 0x30 }
            rest = rest.dropFirst(taken.count)
            return taken.count
        }
        _ = takeDigits()
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            exponent = -takeDigits()
        }
        guard !digits.isEmpty else { return nil }
        if let mark = rest.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
            guard let power = Int(Substring(rest.dropFirst())), power.magnitude < 1_000_000_000 else { return nil }
            exponent += power
            rest = rest.suffix(0)
        }
        guard rest.isEmpty else { return nil }
        let zeros = digits.reversed().prefix { $0 == 0 }.count
        self.digits = Array(digits.dropLast(zeros).drop { $0 == 0 })
        self.exponent = self.digits.isEmpty ? 0 : exponent + zeros
        self.isNegative = isNegative && !self.digits.isEmpty
    }

    var isWhole: Bool { exponent >= 0 }

    /// Whether it is a whole multiple of another number; nil if too many digits are needed to tell.
    ///
    /// A fraction can be one whose last digits were lost in binary.
    func isMultiple(of divisor: DecimalNumber) -> Bool? {
        let scale = min(exponent, divisor.exponent)
        guard exponent - scale <= 1_000, let divisor = divisor.whole(scale) else { return nil }
        let zeros = repeatElement(0 as UInt8, count: exponent - scale)
        var remainder: UInt64 = 0
        for digit in digits { remainder = (remainder * 10 + UInt64(digit)) % divisor }
        for _ in zeros { remainder = remainder * 10 % divisor }
        if remainder == 0 || isWhole { return remainder == 0 }
        let value = (digits + zeros).reduce(0.0) { $0 * 10 + Double($1) }
        return Double(min(remainder, divisor - remainder)) <= value * 0x1p-51
    }

    /// The digits as a multiple of a power of ten; nil for zero, and for a number that is too large.
    private func whole(_ scale: Int) -> UInt64? {
        guard digits.count + exponent - scale <= 18, !digits.isEmpty else { return nil }
        return (digits + repeatElement(0, count: exponent - scale)).reduce(0) { $0 * 10 + UInt64($1) }
    }
}

extension DecimalNumber: Comparable {
    static func < (one: DecimalNumber, other: DecimalNumber) -> Bool {
        if one.isNegative != other.isNegative { return one.isNegative }
        return one.isNegative ? other.isCloserToZero(than: one) : one.isCloserToZero(than: other)
    }

    private func isCloserToZero(than other: DecimalNumber) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
        // The place of the first digit decides, and then the digits.
        let place = digits.count + exponent
        let otherPlace = other.digits.count + other.exponent
        return place == otherPlace ? digits.lexicographicallyPrecedes(other.digits) : place < otherPlace
    }
}
