import Foundation

/// Values that no honest server sends, made of those that one does.
package enum HostileValues {
    /// Every beginning of the values, what chance makes of them, and chance alone.
    package static func made(of values: [String], seed: UInt64 = 1, count: Int = 2_000) -> [String] {
        var generator = SeededGenerator(seed: seed)
        var made = values.flatMap { value in
            (0...value.utf8.count).map { String(decoding: value.utf8.prefix($0), as: UTF8.self) }
        }
        for _ in 0..<count {
            var bytes = Array((values.randomElement(using: &generator) ?? "").utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0...bytes.count, using: &generator)
                let byte =
                    generator.next() % 3 == 0 ? UInt8(truncatingIfNeeded: generator.next()) : delimiter(&generator)
                if index < bytes.count, generator.next() % 3 > 0 {
                    if generator.next() % 2 == 0 { bytes[index] = byte } else { bytes.remove(at: index) }
                } else {
                    bytes.insert(byte, at: index)
                }
            }
            made.append(String(decoding: bytes, as: UTF8.self))
            let noise = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                generator.next() % 2 == 0 ? UInt8(truncatingIfNeeded: generator.next()) : delimiter(&generator)
            }
            made.append(String(decoding: noise, as: UTF8.self))
        }
        return made
    }

    /// 128 kB of each, on which a parser that goes back and forth never ends.
    package static let long: [String] = [
        "<", "<>,", ";", "\"", "\\", "\"\\", "=", "a=", "a=\";", ",", "%", "*", "-", "/", "9", ":",
    ]
    .map { String(repeating: $0, count: (1 << 17) / $0.utf8.count) }

    private static func delimiter(_ generator: inout SeededGenerator) -> UInt8 {
        "<>;,=\"\\*'%-/: \t\r\n\0.#?&()[]ar09".utf8.randomElement(using: &generator) ?? 0
    }
}
