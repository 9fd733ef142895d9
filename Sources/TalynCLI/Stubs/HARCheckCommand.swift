#if Tools
import ArgumentParser
import Foundation
import Talyn
import TalynCommandLine
import TalynOpenAPI
import TalynRecordings

struct HARCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Lists the faults of a HAR file and the secrets in it, or where it and an OpenAPI document disagree.",
        discussion: """
            Each finding is a line of the output. With findings, the exit status is 1. The command looks for secrets only in \
            a file without faults.

            With --against, the command looks for no secrets, and checks each exchange by the document: the path and the \
            method, the parameters, the status, required header fields, media types, and bodies. It checks no credentials, \
            since browsers leave them out of the file. It shows no values. Entries for other origins than the document's \
            servers are left out. If no entry is for one of the servers, it checks all entries by their paths.

            \(RedactionLimits.text)
            """
    )

    @Argument(help: "The HAR file.", completion: .file(extensions: ["har"]))
    var file: String

    @Option(
        help: ArgumentHelp("The OpenAPI document to check the entries by.", valueName: "document"),
        completion: .file(extensions: ["json", "yaml", "yml"])
    )
    var against: String?

    @Flag(help: "List the operations of the document that no entry calls.")
    var coverage = false

    @OptionGroup var redaction: RedactionOptions

    func validate() throws {
        if coverage, against == nil {
            throw ArgumentParser.ValidationError("--coverage needs a document. Give one with --against.")
        }
    }

    func run() throws {
        let terminal = Terminal()
        if let against { return try check(against: against, terminal) }
        let (count, findings) = findings()
        for finding in findings { terminal.showLine(finding) }
        guard findings.isEmpty else { throw ExitCode(1) }
        terminal.showLine("\(file): \(count) entries, nothing found")
    }

    private func check(against document: String, _ terminal: Terminal) throws {
        let report: DocumentReport
        do {
            let recording = try Recording(contentsOf: URL(fileURLWithPath: file))
            terminal.showProblems(of: recording)
            report = DocumentReport(recording, try CheckedDocument(contentsOf: document, mask: Redaction.mask))
        } catch let error as GenerationError {
            throw terminal.failure("\(error)")
        } catch {
            throw terminal.failure(error)
        }
        for line in report.lines { terminal.showLine(line) }
        if coverage {
            for operation in report.unseen { terminal.showLine("never called: \(operation)") }
        }
        for line in report.summary { terminal.showLine(line) }
        guard report.lines.isEmpty else { throw ExitCode(1) }
    }

    /// The number of entries and their faults, one line each.
    func findings() -> (count: Int, lines: [String]) {
        let url = URL(fileURLWithPath: file)
        let problems = Recording.problems(in: url)
        guard problems.isEmpty else {
            return (0, problems.map { "talyn: \($0)".components(separatedBy: .newlines).joined() })
        }
        do throws(RecordingError) {
            let recording = try Recording(contentsOf: url)
            return (recording.entries.count, recording.leaks(by: redaction.redaction).map { "\(file), \($0)" })
        } catch {
            return (0, ["talyn: \(error)"])
        }
    }
}
#endif
