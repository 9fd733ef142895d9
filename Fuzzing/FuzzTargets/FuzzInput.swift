#if FUZZING
import Foundation

/// The bytes of the fuzzer, taken from the start. The first ones choose options, and the rest is the parser's input.
struct FuzzInput {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = Array(bytes)[...]
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// Takes a byte; zero at the end.
    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    /// Takes two bytes as a number from zero up to a limit, which it excludes.
    mutating func number(below limit: Int) -> Int {
        let number = Int(byte()) << 8 | Int(byte())
        return limit > 0 ? number % limit : 0
    }

    /// Takes a byte, and chooses an element by it.
    mutating func element<Element>(of elements: [Element]) -> Element {
        elements[Int(byte()) % elements.count]
    }

    /// Takes the bytes up to the next LF, and the LF.
    mutating func line() -> String {
        let line = bytes.prefix { $0 != 0x0A }
        bytes = bytes[line.endIndex...].dropFirst()
        return String(decoding: line, as: UTF8.self)
    }

    /// The bytes that are left.
    var data: Data { Data(bytes) }

    /// The bytes that are left, as text. Invalid UTF-8 becomes U+FFFD.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The bytes that are left, in chunks. A generator with the seed chooses the lengths.
    func chunks(seed: UInt8) -> [Data] {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        // Small chunks for one half of the seeds, and large ones for the other.
        let longest: UInt64 = seed & 1 == 0 ? 4 : 512
        var rest = bytes
        var chunks: [Data] = []
        while !rest.isEmpty {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            let chunk = rest.prefix(Int(state % longest))
            chunks.append(Data(chunk))
            rest = rest[chunk.endIndex...]
        }
        return chunks
    }
}

/// Ends the process if a property doesn't hold.
func require(_ holds: Bool, _ property: @autoclosure () -> String) {
    if !holds { fatalError("Violated property: \(property())") }
}

/// Ends the process unless two values are equal.
func requireEqual<Value: Equatable>(_ left: Value, _ right: Value, _ property: @autoclosure () -> String) {
    require(left == right, "\(property())\n  \(String(reflecting: left))\n  \(String(reflecting: right))")
}
#endif
