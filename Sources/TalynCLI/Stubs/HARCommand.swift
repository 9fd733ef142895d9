#if Tools
import ArgumentParser
import Foundation
import TalynCommandLine
import TalynRecordings

struct HARCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "har",
        abstract: "Masks the secrets in HAR files, checks them, and shows their calls.",
        subcommands: [HARRedactCommand.self, HARCheckCommand.self, HARReportCommand.self]
    )
}

struct HARRedactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redact",
        abstract: "Masks the secrets in a HAR file, and writes the result to the standard output or a file.",
        discussion: RedactionLimits.text
    )

    @Argument(help: "The HAR file.", completion: .file(extensions: ["har"]))
    var file: String

    @Option(name: .shortAndLong, help: "The file for the result.", completion: .file(extensions: ["har"]))
    var output: String?

    @Flag(help: "Replace the file with the result.")
    var inPlace = false

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var redaction: RedactionOptions

    func validate() throws {
        if inPlace, output != nil {
            throw ArgumentParser.ValidationError("Give either --output or --in-place, not both.")
        }
    }

    func run() throws {
        let terminal = Terminal()
        do {
            let source = URL(fileURLWithPath: file)
            let recording = try Recording(contentsOf: source).redacted(by: redaction.redaction)
            // The entry would be lost.
            if inPlace, let problem = recording.problems.first { throw problem }
            terminal.showProblems(of: recording)
            if inPlace {
                try recording.save(to: source)
            } else if let output {
                if !force, FileManager.default.fileExists(atPath: output) {
                    throw terminal.failure("\(output) exists already. Replace it with --force.")
                }
                try recording.save(to: URL(fileURLWithPath: output))
            } else {
                try FileHandle.standardOutput.write(contentsOf: recording.data)
            }
        } catch let status as ExitCode {
            throw status
        } catch {
            throw terminal.failure(error)
        }
    }
}
#endif
