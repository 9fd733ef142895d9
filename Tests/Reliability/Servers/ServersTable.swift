#if Tools && os(Linux)
import Foundation

/// The cells as Markdown: a row for each server and protocol, and then a row for each cell.
struct ServersTable {
    let cells: [ServerCell]
    /// The versions of the servers by their names.
    let versions: [String: String]

    var text: String { ([summary, details] + notes).joined(separator: "\n\n") + "\n" }

    /// Rows in the order of the cells.
    private var groups: [[ServerCell]] {
        var groups: [[ServerCell]] = []
        for cell in cells {
            if let last = groups.last?.last, last.server == cell.server, last.wire == cell.wire {
                groups[groups.count - 1].append(cell)
            } else {
                groups.append([cell])
            }
        }
        return groups
    }

    /// One row for each server and protocol.
    var summary: String {
        var rows = [
            "| server | | calls | ended by the server | repeated | lost GET, PUT | lost POST | of them without proof | POST twice | curl: lost | curl: POST twice |",
            "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
        ]
        for group in groups {
            let figures = group.map { $0.figures($0.talyn) }.reduce(ServerCell.Figures(), +)
            let curl = group.map { $0.figures($0.curl) }.reduce(ServerCell.Figures(), +)
            let name = group[0].server + (versions[group[0].server].map { " " + $0 } ?? "")
            let allowed = group.reduce(0) { $0 + $1.allowedLosses }
            rows.append(
                row([
                    name, group[0].wire.rawValue, "\(figures.made)", "\(figures.ended)", "\(figures.repeated)",
                    "\(figures.lostIdempotent)", "\(figures.lostPOST)", "\(allowed)", "\(figures.twicePOST)",
                    "\(curl.lost) of \(curl.made)",
                    "\(curl.twicePOST)",
                ])
            )
        }
        return rows.joined(separator: "\n")
    }

    /// One row for each cell.
    private var details: String {
        var rows = [
            "| server | | scenario | made | answered | ended by the server | repeated | lost GET, PUT | lost POST | may be lost | GET, PUT twice | POST twice | curl: lost | |",
            "|---|---|---|---:|---:|---:|---:|---:|---:|---|---:|---:|---:|---|",
        ]
        for cell in cells where cell.gap == nil {
            let figures = cell.figures(cell.talyn)
            let curl = cell.figures(cell.curl)
            let mayBeLost = cell.mustKeepPOST ? "" : "POST"
            rows.append(
                row([
                    cell.server, cell.wire.rawValue, cell.scenario.rawValue, "\(figures.made)", "\(figures.answered)",
                    "\(figures.ended)", "\(figures.repeated)", "\(figures.lostIdempotent)", "\(figures.lostPOST)",
                    mayBeLost, "\(figures.twiceIdempotent)", "\(figures.twicePOST)",
                    cell.curl.isEmpty ? "" : "\(curl.lost) of \(curl.made)", cell.faults.isEmpty ? "" : "FAULT",
                ])
            )
        }
        return rows.joined(separator: "\n")
    }

    /// The scenarios that aren't played.
    private var notes: [String] {
        let gaps = cells.compactMap { cell in
            cell.gap.map { "- \(cell.server), \(cell.wire.rawValue), \(cell.scenario.rawValue): \($0)" }
        }
        return gaps.isEmpty ? [] : ["Not played:", gaps.joined(separator: "\n")]
    }

    private func row(_ values: [String]) -> String { "| " + values.joined(separator: " | ") + " |" }
}
#endif
