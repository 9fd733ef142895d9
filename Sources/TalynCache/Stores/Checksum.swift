import _TalynFoundation

/// A checksum that finds damage, but no forgery.
///
/// It is FNV-1a for words of eight bytes, with a rotation after each, so that every byte changes all later ones.
struct Checksum: Hashable {
    private var state: UInt64
    /// The bytes after the last whole word.
    private var pending: UInt64 = 0
    private var count: UInt64 = 0

    init(seed: UInt64 = 0xCBF2_9CE4_8422_2325) {
        state = seed
    }

    mutating func add(_ data: Data) {
        data.withUnsafeBytes { bytes in
            var index = 0
            while index < bytes.count, count & 7 != 0 { addByte(bytes[index], &index) }
            while index + 8 <= bytes.count {
                addWord(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
                index += 8
                count += 8
            }
            while index < bytes.count { addByte(bytes[index], &index) }
        }
    }

    private mutating func addByte(_ byte: UInt8, _ index: inout Int) {
        pending |= UInt64(byte) << (8 * (count & 7))
        count += 1
        index += 1
        guard count & 7 == 0 else { return }
        addWord(pending)
        pending = 0
    }

    private mutating func addWord(_ word: UInt64) {
        let product = (state ^ word) &* 0x100_0000_01B3
        state = product << 29 | product >> 35
    }

    var value: UInt64 {
        var end = self
        end.addWord(pending)
        end.addWord(count)
        return end.state
    }
}
