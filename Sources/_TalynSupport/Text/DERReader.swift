/// Reads the elements of DER (X.690, section 8.1).
public struct DERReader: Sendable {
    public static let integer: UInt8 = 0x02
    public static let bitString: UInt8 = 0x03
    public static let octetString: UInt8 = 0x04
    public static let objectIdentifier: UInt8 = 0x06
    public static let sequence: UInt8 = 0x30
    /// The first of the elements that a structure tags by itself, such as the version of a certificate.
    public static let firstTagged: UInt8 = 0xA0

    private var bytes: ArraySlice<UInt8>

    public init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)[...]
    }

    /// Reads the next element if it has the given tag. Otherwise nothing is consumed.
    public mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
        take(tag).map(\.element)
    }

    /// Reads the content of the next element if it has the given tag.
    public mutating func content(_ tag: UInt8) -> ArraySlice<UInt8>? {
        take(tag).map(\.content)
    }

    /// Reads the content of the next element if it has the given tag.
    public mutating func enter(_ tag: UInt8) -> DERReader? {
        content(tag).map { DERReader($0) }
    }

    private mutating func take(_ tag: UInt8) -> (element: ArraySlice<UInt8>, content: ArraySlice<UInt8>)? {
        guard bytes.first == tag, let first = bytes.dropFirst().first else { return nil }
        var length = Int(first)
        var head = 2
        if first >= 0x80 {
            let count = Int(first & 0x7F)
            let digits = bytes.dropFirst(2).prefix(count)
            guard (1...3).contains(count), digits.count == count else { return nil }
            length = digits.reduce(0) { $0 << 8 | Int($1) }
            head += count
        }
        guard bytes.count - head >= length else { return nil }
        let element = bytes.prefix(head + length)
        bytes = bytes.dropFirst(head + length)
        return (element, element.dropFirst(head))
    }
}
