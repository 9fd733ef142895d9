import Foundation

/// Prints the times for the worst inputs of 1 MB, and how much longer those of 2 MB take, as a table in Markdown.
///
/// A ratio of 4 means quadratic time. Usage: `worst-cases [PARSER]`. The status is 1 if there is such a case.
@main
struct WorstCases {
    private static let megabyte = 1_000_000

    /// Shorter times are noise.
    private static let shortestTime = 0.02
    private static let longestRatio = 3.0
    private static let longestTime = 10.0

    static func main() {
        let parser = CommandLine.arguments.dropFirst().first
        let cases = WorstCase.all
            .filter { parser == nil || $0.parser == parser }
        print("| parser | input | ms for 1 MB | 2 MB : 1 MB |\n|---|---|---:|---:|")
        var slow = 0
        for worst in cases where !isFast(worst) { slow += 1 }
        print("\n\(cases.count) inputs, \(slow) in quadratic time")
        exit(slow > 0 ? 1 : 0)
    }

    /// Measures a case, and prints its row.
    private static func isFast(_ worst: WorstCase) -> Bool {
        // Stops early, or a quadratic case would take minutes.
        var length = megabyte / 8
        var time = worst.seconds(length)
        while length < megabyte, time < longestTime / 8 {
            length *= 2
            time = worst.seconds(length)
        }
        let ratio = worst.seconds(2 * length) / time
        let note = length < megabyte ? " (for \(length / 1_000) kB)" : ""
        let milliseconds = (time * 1e4).rounded() / 10
        print("| \(worst.parser) | \(worst.input) | \(milliseconds)\(note) | \((ratio * 10).rounded() / 10) |")
        fflush(nil)
        return length == megabyte && (time < shortestTime || ratio < longestRatio)
    }
}
