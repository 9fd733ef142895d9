#if Tools
import Foundation

/// The results, as text.
struct Table {
    private let hasBaseline: Bool
    private var lines: [[String]]

    init(hasBaseline: Bool) {
        self.hasBaseline = hasBaseline
        let baseline = hasBaseline ? ["before", "of before"] : []
        lines = [["", "Talyn"] + baseline + ["raw", "ratio", "CPU µs", "raw CPU µs", "MB", "raw MB", "MB grown"]]
    }

    mutating func add(_ row: Row, _ samples: Row.Samples) {
        let ours = samples.ours
        let theirs = samples.theirs
        let missing = hasBaseline ? ["", ""] : []
        let before = samples.before.map { [text(row.figure, $0), ratio(row.figure, ours, to: $0)] } ?? missing
        lines.append(
            [row.name, text(row.figure, ours)] + before + [
                theirs.map { text(row.figure, $0) } ?? "",
                theirs.map { ratio(row.figure, ours, to: $0) } ?? "",
                String(format: "%.2f", ours.cpuMicroseconds),
                theirs.map { String(format: "%.2f", $0.cpuMicroseconds) } ?? "",
                number(ours.residentMB), theirs.map { number($0.residentMB) } ?? "",
                String(format: "%.1f", ours.growthMB),
            ]
        )
    }

    /// The row that was added last.
    var lastRow: String { lines.last?.joined(separator: "  ") ?? "" }

    private func text(_ figure: Row.Figure, _ sample: Sample) -> String {
        switch figure {
        case .time: "\(number(sample.microseconds)) µs"
        case .cpu: "\(number(sample.cpuMicroseconds)) µs"
        case .megabytes: "\(number(sample.perSecond)) MB/s"
        case .throughput, .rate: "\(number(sample.perSecond))/s"
        case .memory: String(format: "%.1f KB", kilobytes(sample))
        }
    }

    private func kilobytes(_ sample: Sample) -> Double { sample.growthMB * 1024 / Double(sample.operations) }

    /// The figure of one sample as a multiple of that of another; of memory, the difference.
    private func ratio(_ figure: Row.Figure, _ sample: Sample, to other: Sample) -> String {
        if figure == .memory { return String(format: "%+.1f KB", kilobytes(sample) - kilobytes(other)) }
        let ratio =
            switch figure {
            case .time: sample.microseconds / other.microseconds
            case .cpu: sample.cpuMicroseconds / other.cpuMicroseconds
            case .megabytes, .throughput, .rate, .memory: sample.perSecond / other.perSecond
            }
        return String(format: "%.2f", ratio)
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
#endif
