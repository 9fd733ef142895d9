#if Tools && Valkey && os(Linux)
import Foundation

/// The three promises of a shared limit, measured: the limit is kept within 1 %, 0.15 commands a permit are enough, and 99 of 100 calls
/// wait at most 2 ms longer than with one limiter for all.
struct SharedLimitReport {
    private static let largestError = 0.01
    private static let mostCommands = 0.15
    private static let longestWait = 2_000_000

    private let run: SharedLimitRun
    private let calls: [SharedLimitRun.Calls]
    private let passes: [Int]
    /// The waits, and those beyond the ones of a perfect limiter. Both are sorted.
    private let waits: [Int]
    private let addedWaits: [Int]

    init(run: SharedLimitRun, calls: [SharedLimitRun.Calls]) {
        self.run = run
        self.calls = calls
        let each = calls.flatMap { zip($0.begins, $0.passes) }.sorted { $0.0 < $1.0 }
        passes = each.map(\.1).sorted()
        waits = each.map { $1 - $0 }.sorted()
        // A perfect limiter lets them pass in the order of their arrival.
        let interval = 1e9 / Double(run.limit)
        let tolerance = interval * Double(run.burst - 1)
        var full = 0.0
        var added: [Int] = []
        for (begin, pass) in each {
            let turn = max(Double(begin), full - tolerance)
            full = max(full, Double(begin)) + interval
            added.append(max(pass - Int(turn), 0))
        }
        addedWaits = added.sorted()
    }

    /// The calls that passed in a second, without those that still waited at the end.
    private var rate: Double {
        let end = run.seconds * 1_000_000_000
        return Double(passes.count { $0 < end }) / Double(max(run.seconds, 1))
    }

    private var commandsPerPermit: Double { Double(calls.map(\.commands).reduce(0, +)) / Double(max(passes.count, 1)) }

    /// The largest number of calls that passed within a second.
    private var mostInASecond: Int {
        var first = 0
        var most = 0
        for index in passes.indices {
            while passes[index] - passes[first] >= 1_000_000_000 { first += 1 }
            most = max(most, index - first + 1)
        }
        return most
    }

    /// Whether the rate is the limit, or is below it for fewer calls. Once in a while, a second has the burst on top.
    private var isLimitKept: Bool {
        let limit = Double(run.limit)
        let isUsed = run.demand < run.limit || rate >= limit * (1 - Self.largestError)
        return isUsed && rate <= limit * (1 + Self.largestError) + Double(run.burst) / Double(max(run.seconds, 1))
            && Double(mostInASecond) <= limit * (1 + Self.largestError) + Double(run.burst)
    }

    private var hasFewCommands: Bool { commandsPerPermit <= Self.mostCommands }

    /// With more calls than permits, calls wait for their turn as long as they may.
    private var measuresWaits: Bool { run.demand < run.limit }
    private var isQuick: Bool { !measuresWaits || share(0.99, of: addedWaits) <= Self.longestWait }

    /// Whether the run keeps all promises.
    var isRight: Bool { isLimitKept && hasFewCommands && isQuick }

    private func share(_ share: Double, of times: [Int]) -> Int {
        times.isEmpty ? 0 : times[min(Int(Double(times.count) * share), times.count - 1)]
    }

    private func line(_ times: [Int]) -> String {
        let texts = [0.5, 0.99, 1].map { String(format: "%.2f ms", Double(share($0, of: times)) / 1e6) }
        return "median \(texts[0]), 99 % \(texts[1]), longest \(texts[2])"
    }

    var text: String {
        func verdict(_ isRight: Bool) -> String { isRight ? "right" : "WRONG" }
        let shares = calls.map(\.passes.count)
        let number = String(format: "%.1f", rate)
        let added =
            measuresWaits ? "\(line(addedWaits)): \(verdict(isQuick))" : "not measured: each call waits for a permit"
        return """
              limit: \(passes.count) calls passed, \(number) a second, \(mostInASecond) in the busiest: \(verdict(isLimitKept))
              commands: \(String(format: "%.3f", commandsPerPermit)) for each permit: \(verdict(hasFewCommands))
              added wait: \(added)
              whole wait: \(line(waits)); \(calls.map(\.rejections).reduce(0, +)) calls were rejected
              calls of the processes: \(shares.min() ?? 0) to \(shares.max() ?? 0)
            """
    }
}
#endif
