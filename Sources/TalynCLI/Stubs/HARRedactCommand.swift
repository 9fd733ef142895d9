#if Tools
import ArgumentParser
import Foundation
import Talyn
import TalynStubs

struct HARRedactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redact",
        abstract: "Masks the secrets in a HAR file; writes the result to the output, or where you say.",
        discussion: RedactionLimits.text
    )

    @Argument(help: "The HAR file.", completion: .file(extensions: ["har"]))
    var file: String

    @Option(name: .shortAndLong, help: "Where the result goes.", completion: .file(extensions: ["har"]))
    var output: String?

    @Flag(help: "Replace the file by the result.")
    var inPlace = false

    @Flag(help: "Replace a file that is there already.")
    var force = false

    @OptionGroup var redaction: RedactionOptions

    func validate() throws {
        if inPlace, output != nil {
            throw ArgumentParser.ValidationError("The result goes to one place; give either --output or --in-place.")
        }
    }

    func run() throws {
        let terminal = Terminal()
        do {
            let source = URL(fileURLWithPath: file)
            let recording = try Recording(contentsOf: source).redacted(by: redaction.redaction)
            if inPlace {
                try recording.save(to: source)
            } else if let output {
                if !force, FileManager.default.fileExists(atPath: output) {
                    terminal.showError("\(output) is there already; --force replaces it")
                    throw ExitCode(1)
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
