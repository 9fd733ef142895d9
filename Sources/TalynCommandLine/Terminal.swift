#if Generator
public import ArgumentParser
public import Foundation

/// The output of tables and messages. Colours and live lines appear only in a terminal.
public struct Terminal: Sendable {
    /// Whether tables and titles have colours.
    public let hasColours: Bool
    /// Whether tables and lines go to a terminal.
    public let isInteractive: Bool
    private let hasLiveLine: Bool
    private let columns: Int?

    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        // See https://no-color.org for the variable.
        isInteractive = isatty(STDOUT_FILENO) == 1
        hasColours = isInteractive && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        hasLiveLine = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
        columns = environment["COLUMNS"].flatMap { Int($0) }
    }

    /// The number of columns that a live line can have.
    public var width: Int { width(of: STDERR_FILENO) }

    /// The number of columns that a line of the standard output can have.
    public var outputWidth: Int { width(of: STDOUT_FILENO) }

    private func width(of file: CInt) -> Int {
        if let columns, columns > 0 { return columns }
        var size = winsize()
        guard ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        // Some terminals wrap a line that fills the last column.
        return Int(size.ws_col) - 1
    }

    /// Shows text that has nothing by which it could control the terminal, beside its styles.
    public func show(styled text: String) {
        write(text + "\n", to: .standardOutput)
    }

    /// Shows a title and the lines below it.
    public func show(title: String, lines: [String]) {
        let title = hasColours ? "\u{1B}[1m\(title.inTerminal)\u{1B}[0m" : title.inTerminal
        write((["", title] + lines.map(\.inTerminal)).joined(separator: "\n") + "\n", to: .standardOutput)
    }

    /// Shows a line immediately, even if the output is a file or a pipe.
    public func showLine(_ line: String) {
        write(line.inTerminal + "\n", to: .standardOutput)
    }

    /// Shows a message on the standard error.
    public func showError(_ message: String) {
        write("talyn: \(message.inTerminal)\n", to: .standardError)
    }

    /// Shows the failure of a command.
    ///
    /// - Returns: The exit status, to be thrown.
    public func failure(_ message: String) -> ExitCode {
        showError(message)
        return ExitCode(1)
    }

    /// Shows a line that the next one replaces.
    public func showLive(_ line: String) {
        if hasLiveLine { write("\r\u{1B}[K\(line.inTerminal)", to: .standardError) }
    }

    /// Removes the live line.
    public func clearLive() {
        if hasLiveLine { write("\r\u{1B}[K", to: .standardError) }
    }

    private func write(_ text: String, to file: FileHandle) {
        try? file.write(contentsOf: Data(text.utf8))
    }
}

extension String {
    /// The text without characters by which a server or a file could control a terminal, or change the direction of its text. Their
    /// numbers stand in their place.
    public var inTerminal: String {
        guard unicodeScalars.contains(where: \.controlsTerminals) else { return self }
        return unicodeScalars.map { scalar in
            scalar.controlsTerminals ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
        }.joined()
    }
}

extension Unicode.Scalar {
    fileprivate var controlsTerminals: Bool {
        switch properties.generalCategory {
        case .control: self != "\n" && self != "\t"
        // The joiners are part of names and of emoji.
        case .format: self != "\u{200C}" && self != "\u{200D}"
        case .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
#endif
