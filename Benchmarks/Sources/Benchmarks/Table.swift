import Foundation

/// The results, as text.
struct Table {
    private var lines = [
        ["", "Talyn", "raw", "ratio", "CPU µs", "raw CPU µs", "MB", "raw MB", "MB grown"]
    ]

    mutating func add(_ row: Row, _ samples: (ours: Sample, theirs: Sample?)) {
        let ours = samples.ours
        let theirs = samples.theirs
        let figures: [String] =
            switch row.figure {
            case .time:
                [
                    "\(number(ours.microseconds)) µs", theirs.map { "\(number($0.microseconds)) µs" } ?? "",
                    theirs.map { String(format: "%.2f", ours.microseconds / $0.microseconds) } ?? "",
                ]
            case .cpu:
                [
                    "\(number(ours.cpuMicroseconds)) µs", theirs.map { "\(number($0.cpuMicroseconds)) µs" } ?? "",
                    theirs.map { String(format: "%.2f", ours.cpuMicroseconds / $0.cpuMicroseconds) } ?? "",
                ]
            case .megabytes:
                [
                    "\(number(ours.perSecond)) MB/s", theirs.map { "\(number($0.perSecond)) MB/s" } ?? "",
                    theirs.map { String(format: "%.2f", ours.perSecond / $0.perSecond) } ?? "",
                ]
            case .throughput, .rate:
                [
                    "\(number(ours.perSecond))/s", theirs.map { "\(number($0.perSecond))/s" } ?? "",
                    theirs.map { String(format: "%.2f", ours.perSecond / $0.perSecond) } ?? "",
                ]
            }
        lines.append(
            [row.name] + figures + [
                String(format: "%.2f", ours.cpuMicroseconds),
                theirs.map { String(format: "%.2f", $0.cpuMicroseconds) } ?? "",
                number(ours.residentMB), theirs.map { number($0.residentMB) } ?? "",
                String(format: "%.1f", ours.growthMB),
            ]
        )
    }

    var text: String {
        let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            line.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + padding : padding + cell
            }
            .joined(separator: "  ")
        }
        .joined(separator: "\n")
    }

    private func number(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(0)))
    }
}
