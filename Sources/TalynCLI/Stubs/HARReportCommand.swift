#if Tools
import ArgumentParser
import Foundation
import Subprocess
import TalynCommandLine
import TalynRecordings

struct HARReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Makes a page that shows the calls of a HAR file: one HTML file, which needs no network.",
        discussion: """
            The page has a waterfall, filters, and the details of each call. It masks secrets.

            \(RedactionLimits.text)
            """
    )

    @Argument(help: "The HAR file.", completion: .file(extensions: ["har"]))
    var file: String

    @Option(
        name: .shortAndLong,
        help: "The HTML file. By default, the name of the HAR file with the extension html.",
        completion: .file(extensions: ["html"])
    )
    var output: String?

    @Flag(help: "Show the page in the browser.")
    var open = false

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var redaction: RedactionOptions

    func run() async throws {
        let terminal = Terminal()
        let source = URL(fileURLWithPath: file)
        let page =
            output.map { URL(fileURLWithPath: $0) } ?? source.deletingPathExtension().appendingPathExtension("html")
        guard force || !FileManager.default.fileExists(atPath: page.path) else {
            throw terminal.failure("\(page.relativePath) exists already. Replace it with --force.")
        }
        do {
            let recording = try Recording(contentsOf: source).redacted(by: redaction.redaction)
            terminal.showProblems(of: recording)
            try TrafficReport(recording, title: source.lastPathComponent).save(to: page)
            terminal.showLine("\(recording.entries.count) entries in \(page.relativePath)")
        } catch {
            throw terminal.failure(error)
        }
        if open, !(await Browser.show(page)) {
            throw terminal.failure("No browser could be started. Open \(page.relativePath) yourself.")
        }
    }
}

/// The browser of the user.
enum Browser {
    /// Shows a file.
    ///
    /// - Returns: Whether a browser was started.
    static func show(_ file: URL) async -> Bool {
        #if os(macOS)
        let program = "open"
        #else
        let program = "xdg-open"
        #endif
        let result = try? await Subprocess.run(.name(program), arguments: [file.path], output: .discarded)
        return result?.terminationStatus.isSuccess == true
    }
}
#endif
