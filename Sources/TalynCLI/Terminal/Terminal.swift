#if Tools
import Foundation

/// The output of tables and messages. Colours and live lines appear only in a terminal.
struct Terminal: Sendable {
    let hasColours: Bool
    /// Whether tables and lines go to a terminal.
    let isInteractive: Bool
    private let hasLiveLine: Bool
    private let columns: Int?

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        // See https://no-color.org for the variable.
        isInteractive = isatty(STDOUT_FILENO) == 1
        hasColours = isInteractive && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        hasLiveLine = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
        columns = environment["COLUMNS"].flatMap { Int($0) }
    }

    /// The number of columns that a live line can have.
    var width: Int { width(of: STDERR_FILENO) }

    /// The number of columns that a line of the standard output can have.
    var outputWidth: Int { width(of: STDOUT_FILENO) }

    private func width(of file: CInt) -> Int {
        if let columns, columns > 0 { return columns }
        var size = winsize()
        guard ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        // Some terminals wrap a line that fills the last column.
        return Int(size.ws_col) - 1
    }

    func show(_ table: Table) {
        write(table.text(hasColours: hasColours) + "\n", to: .standardOutput)
    }

    func show(title: String, lines: [String]) {
        let title = hasColours ? "\u{1B}[1m\(title)\u{1B}[0m" : title
        write((["", title] + lines).joined(separator: "\n") + "\n", to: .standardOutput)
    }

    /// Shows a line immediately, even if the output is a file or a pipe.
    func showLine(_ line: String) {
        write(line + "\n", to: .standardOutput)
    }

    func showError(_ message: String) {
        write("talyn: \(message)\n", to: .standardError)
    }

    /// Shows a line that the next one replaces.
    func showLive(_ line: String) {
        if hasLiveLine { write("\r\u{1B}[K\(line)", to: .standardError) }
    }

    func clearLive() {
        if hasLiveLine { write("\r\u{1B}[K", to: .standardError) }
    }

    private func write(_ text: String, to file: FileHandle) {
        try? file.write(contentsOf: Data(text.utf8))
    }
}
#endif
