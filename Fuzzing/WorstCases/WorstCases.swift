#if FUZZING
import Foundation

/// Prints the times for the worst inputs of 1 MB, and how much longer those of 2 MB take, as a table in Markdown.
///
/// A ratio of 4 means quadratic time. A case that would take too long is measured with a shorter input.
///
/// Usage: `WorstCases [PARSER]`. The status is 1 if a case is quadratic or takes too long.
@main
struct WorstCases {
    private static let shortest = 15_625
    private static let megabyte = 64 * shortest

    /// Shorter times are noise.
    private static let shortestTime = 0.02
    private static let longestRatio = 3.0
    private static let longestTime = 20.0

    static func main() {
        let parser = CommandLine.arguments.dropFirst().first
        let cases = WorstCase.all
            .filter { parser == nil || $0.parser == parser }
        print("| parser | input | ms for 1 MB | 2 MB : 1 MB |\n|---|---|---:|---:|")
        var slow = 0
        for worst in cases where !isFast(worst) { slow += 1 }
        print("\n\(cases.count) inputs, \(slow) of them in quadratic time or too slow")
        exit(slow > 0 ? 1 : 0)
    }

    /// Measures a case, and prints its row.
    private static func isFast(_ worst: WorstCase) -> Bool {
        // Stops early, or a slow case would take hours.
        var length = shortest
        var time = worst.seconds(length)
        while length < megabyte, time * Double(megabyte / length) < longestTime {
            length *= 2
            time = worst.seconds(length)
        }
        let ratio = worst.seconds(2 * length) / time
        let note = length < megabyte ? " for \(length / 1_000) kB" : ""
        let milliseconds = (time * 1e4).rounded() / 10
        print("| \(worst.parser) | \(worst.input) | \(milliseconds)\(note) | \((ratio * 10).rounded() / 10) |")
        fflush(nil)
        return length == megabyte && (time < shortestTime || ratio < longestRatio)
    }
}
#else
@main
struct WorstCases {
    static func main() {
        print("WorstCases needs -Xswiftc -enable-testing -Xswiftc -DFUZZING.")
    }
}
#endif
