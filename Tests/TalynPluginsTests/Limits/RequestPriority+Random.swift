import TalynCore
import TestSupport

extension RequestPriority {
    /// The priorities, the most urgent first.
    static let all: [RequestPriority] = [.high, .normal, .low]

    static func random(using generator: inout SeededGenerator) -> RequestPriority {
        all[Int.random(in: 0..<all.count, using: &generator)]
    }
}
