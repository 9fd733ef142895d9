#if Tools
import TalynCommandLine

/// Rows of cells. Each column is as wide as its longest cell.
struct Table {
    private let title: String
    private let header: [String]
    private var rows: [(cells: [String], isFailure: Bool)] = []

    init(title: String, header: [String]) {
        self.title = title.inTerminal
        self.header = header
    }

    mutating func add(_ cells: [String], isFailure: Bool = false) {
        rows.append((cells.map(\.inTerminal), isFailure))
    }

    func text(hasColours: Bool) -> String {
        let all = [header] + rows.map(\.cells)
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        var lines = ["", style(title, "1", hasColours)]
        lines.append(style(line(header, widths), "2", hasColours))
        for row in rows {
            lines.append(style(line(row.cells, widths), row.isFailure ? "31" : nil, hasColours))
        }
        return lines.joined(separator: "\n")
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = zip(cells, widths).dropLast().map { cell, width in
            cell + String(repeating: " ", count: width - cell.count)
        }
        return (padded + cells.suffix(1)).joined(separator: "  ")
    }

    private func style(_ text: String, _ code: String?, _ hasColours: Bool) -> String {
        guard hasColours, let code else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}

extension Terminal {
    func show(_ table: Table) { show(styled: table.text(hasColours: hasColours)) }
}
#endif
