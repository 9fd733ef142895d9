#if Tools
import ArgumentParser
import Foundation
import Talyn
import TalynStubs

struct HARCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Says what is wrong with a HAR file, and which secrets are in it.",
        discussion: """
            There is a line for each finding, and the exit status is 1 if there is any. Secrets are looked for once all of \
            the file makes sense.

            \(RedactionLimits.text)
            """
    )

    @Argument(help: "The HAR file.", completion: .file(extensions: ["har"]))
    var file: String

    @OptionGroup var redaction: RedactionOptions

    func run() throws {
        let terminal = Terminal()
        let (count, findings) = findings()
        for finding in findings { terminal.showLine(finding) }
        guard findings.isEmpty else { throw ExitCode(1) }
        terminal.showLine("\(file): \(count) entries, nothing found")
    }

    /// How many entries there are, and what is wrong with them, in a line each.
    func findings() -> (count: Int, lines: [String]) {
        let url = URL(fileURLWithPath: file)
        let problems = Recording.problems(in: url)
        guard problems.isEmpty else { return (0, problems.map { "\($0)".components(separatedBy: .newlines).joined() }) }
        do throws(RecordingError) {
            let recording = try Recording(contentsOf: url)
            return (recording.entries.count, recording.leaks(by: redaction.redaction).map { "\(file), \($0)" })
        } catch {
            return (0, ["\(error)"])
        }
    }
}
#endif
