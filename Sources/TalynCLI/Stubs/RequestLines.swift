#if Tools
import Foundation
import TalynStubServer
import _TalynSupport

/// The lines of requests as they pass: the rows of a table in a terminal, and plain lines elsewhere.
@available(Hummingbird, *)
struct RequestLines: Sendable {
    /// The number of columns of the terminal; nil elsewhere.
    var width: Int?
    var hasColours = false
    var timeZone = TimeZone.current

    /// The head of the table; nil for plain lines.
    var head: String? {
        guard width != nil else { return nil }
        return coloured(row("time", "status", "duration", "size", "request"), .faint)
    }

    func line(_ request: ServedRequest) -> String {
        let style = Date.ISO8601FormatStyle(timeZone: timeZone).time(includingFractionalSeconds: false)
        let time = request.date.formatted(style)
        guard let width else { return "\(time) \(request)" }
        let status = request.statusCode.map { "\($0)" } ?? "-"
        let start = row(time, status, "\(Int(request.duration / .milliseconds(1))) ms", request.byteCount.byteCount, "")
        var text = Self.fitted("\(request.method) \(request.path)".withoutControlCharacters, into: width - start.count)
        // The reason of a failure is never cut off.
        if let failure = request.failure { text += " (\(failure.withoutControlCharacters))" }
        return coloured(start + text, colour(of: request))
    }

    private func row(_ time: String, _ status: String, _ duration: String, _ size: String, _ request: String) -> String
    {
        let cells = [(time, 8), (status, 6), (duration, 9), (size, 9)]
        return cells.map { cell, width in
            String(repeating: " ", count: max(0, width - cell.count)) + cell + "  "
        }
        .joined() + request
    }

    /// The text, cut off at a width. At least a few characters stay.
    private static func fitted(_ text: String, into width: Int) -> String {
        let width = max(width, 12)
        return text.count <= width ? text : text.prefix(width - 1) + "…"
    }

    /// The codes of ECMA-48, section 8.3.117.
    private enum Colour: String {
        case faint = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
    }

    private func colour(of request: ServedRequest) -> Colour {
        switch request.failure == nil ? request.statusCode ?? 0 : 0 {
        case 200..<300: .green
        case 300..<400: .cyan
        case 400..<500: .yellow
        default: .red
        }
    }

    private func coloured(_ text: String, _ colour: Colour) -> String {
        hasColours ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }
}
#endif
