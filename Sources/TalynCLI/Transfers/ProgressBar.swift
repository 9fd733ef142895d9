#if Tools
import Foundation
import Talyn

/// The progress of a transfer in one line of text.
struct ProgressBar {
    let name: String
    let progress: TransferProgress

    /// The line, with at most `width` columns.
    ///
    /// If the line is too long, the name is left out first, then the bar, and then the last figures.
    func line(width: Int) -> String {
        var parts = [progress.fraction.map { percentage($0) }, amount, rate, remainingTime].compactMap { $0 }
        while parts.count > 1, parts.joined(separator: "  ").count > width { parts.removeLast() }
        let text = parts.joined(separator: "  ")
        // The bar keeps its length while the length of the figures changes.
        let room = width - max(text.count, min(Self.usualFigures, width - Self.narrowest - 2)) - 2
        guard let fraction = progress.fraction, room >= Self.narrowest else {
            return String(text.prefix(max(width, 0)))
        }
        let isNamed = room >= name.count + 2 + Self.narrowest
        let columns = min(isNamed ? room - name.count - 2 : room, Self.widest)
        return (isNamed ? name + "  " : "") + bar(fraction, columns) + "  " + text
    }

    private func bar(_ fraction: Double, _ columns: Int) -> String {
        let inside = columns - 2
        let done = Int(fraction * Double(inside))
        let head = done < inside ? ">" : ""
        let rest = String(repeating: " ", count: inside - done - head.count)
        return "[" + String(repeating: "=", count: done) + head + rest + "]"
    }

    /// The percentage in a fixed number of columns, so that the text after it doesn't move.
    private func percentage(_ fraction: Double) -> String {
        let text = "\(Int(fraction * 100)) %"
        return String(repeating: " ", count: max(5 - text.count, 0)) + text
    }

    private var amount: String {
        let completed = progress.completed.byteCount
        return progress.total.map { "\(completed) of \($0.byteCount)" } ?? completed
    }

    private var rate: String? {
        progress.throughput > 0 ? "\(Int64(min(progress.throughput, 1e18)).byteCount)/s" : nil
    }

    private var remainingTime: String? {
        guard let time = progress.estimatedTimeRemaining, time > .zero else { return nil }
        let style = Duration.UnitsFormatStyle.units(
            allowed: [.days, .hours, .minutes, .seconds],
            width: .narrow,
            maximumUnitCount: 2
        )
        return "\(time.formatted(style.locale(.english))) left"
    }

    /// The minimum number of columns of a bar.
    private static let narrowest = 12
    private static let widest = 42
    /// The number of columns that the figures rarely exceed.
    private static let usualFigures = 46
}

extension Int64 {
    /// The number of bytes as a text, such as `1.5 MB`.
    var byteCount: String {
        formatted(.byteCount(style: .file, spellsOutZero: false).locale(.english))
    }
}

extension Locale {
    /// The language of the messages.
    fileprivate static let english = Locale(identifier: "en_US")
}
#endif
