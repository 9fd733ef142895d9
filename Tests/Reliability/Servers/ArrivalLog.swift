#if Tools && os(Linux)
import Foundation

/// The numbers in the log of a server.
enum ArrivalLog {
    /// Counts each number that follows `n=`.
    static func counts(in file: String) -> [Int: Int] {
        guard let data = FileManager.default.contents(atPath: file) else { return [:] }
        var counts: [Int: Int] = [:]
        var number: Int?
        var previous: UInt8 = 0
        for byte in data + [0x0A] {
            if let value = number, 0x30...0x39 ~= byte {
                number = value &* 10 &+ Int(byte &- 0x30)
            } else {
                if let value = number { counts[value, default: 0] += 1 }
                number = previous == 0x6E && byte == 0x3D ? 0 : nil
            }
            previous = byte
        }
        return counts
    }
}
#endif
