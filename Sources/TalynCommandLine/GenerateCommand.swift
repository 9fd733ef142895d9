#if Generator
public import ArgumentParser
import Foundation
import TalynOpenAPI

/// `talyn generate`, also as an executable of its own, which needs no server.
public struct GenerateCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Generates a client from an OpenAPI document.",
        discussion: """
            Reads OpenAPI 3 and Swagger 2, in JSON and YAML, with references to other files. The same document \
            gives the same sources, byte for byte. Files in the folder that weren't generated are kept.

            A part of the document that no source can be generated for is reported, left out and counted. So is each part of an \
            unexpected kind. Notes say what the sources have less precisely, such as restrictions of values.
            """
    )

    @Argument(help: "The document.", completion: .file(extensions: ["json", "yaml", "yml"]))
    var document: String

    @Option(
        name: .shortAndLong,
        help: "The folder for the sources. Its name is the name of the client.",
        completion: .directory
    )
    var output: String

    @Option(
        help: "A folder for the models, as a module with the name of the folder. Large documents compile faster so.",
        completion: .directory
    )
    var models: String?

    @Option(help: "Only these operations: tag:NAME, path:/users/{id}, path:/users*, operation:ID. Can be repeated.")
    var only: [String] = []

    @Option(help: "A file with names and choices.", completion: .file(extensions: ["json", "yaml", "yml"]))
    var config: String?

    /// For the script that tries the types.
    @Option(help: .hidden)
    var typeList: String?

    /// For the script that counts lists with pages.
    @Option(help: .hidden)
    var pageList: String?

    @Flag(help: "Write nothing. Fail if the sources in the folder are not current.")
    var check = false

    @Flag(help: "Fail if a part of the document is left out.")
    var strict = false

    @Flag(help: "Show each note with its place, also those that many parts have.")
    var allNotes = false

    public init() {}

    public func validate() throws {
        for selector in only where !["tag:", "path:", "operation:"].contains(where: { selector.hasPrefix($0) }) {
            throw ArgumentParser.ValidationError("'\(selector)' must start with tag:, path: or operation:.")
        }
    }

    public func run() throws {
        let terminal = Terminal()
        do {
            try generate(terminal)
        } catch let error as GenerationError {
            throw terminal.failure("\(error)")
        }
    }

    private func generate(_ terminal: Terminal) throws {
        let clock = ContinuousClock()
        let start = clock.now
        var configuration =
            try config.map { (path) throws(GenerationError) in try Configuration(contentsOf: path) } ?? Configuration()
        configuration.only += only
        configuration.keptNames = OutputFolder(output).keptNames
        terminal.showLive("Reading \(document)")
        let folder = URL(fileURLWithPath: output).standardizedFileURL
        let modelsModule = models.map { URL(fileURLWithPath: $0).standardizedFileURL.lastPathComponent }
        var generator = Generator(configuration, modelsModule: modelsModule)
        generator.groupsNotes = !allNotes
        let result = try generator.generate(document, name: folder.lastPathComponent)
        terminal.clearLive()
        for diagnostic in result.diagnostics { terminal.showError("\(diagnostic)") }
        let outputs =
            [(OutputFolder(output), result.files)] + (models.map { [(OutputFolder($0), result.models)] } ?? [])
        guard result.documentedCount > 0 || result.typeCount > 0 || result.skippedCount == 0 else {
            throw terminal.failure("The document has no operation that can be generated.")
        }
        guard result.operationCount > 0 || result.documentedCount == 0 else {
            throw terminal.failure("No operation is selected. Check --only and the configuration.")
        }
        if strict, result.skippedCount > 0 {
            let parts = result.skippedCount.counted("part")
            throw terminal.failure(
                "The sources don't have \(parts) of the document. Leave out --strict to generate the others."
            )
        }
        if check {
            let differences = outputs.flatMap { $0.differences(from: $1) }
            for difference in differences { terminal.showError(difference) }
            guard differences.isEmpty else {
                throw terminal.failure("The sources are not current. Run the command without --check.")
            }
            return terminal.showLine("The sources are current.")
        }
        var written = 0
        for (folder, files) in outputs { written += try folder.write(files) }
        if let typeList {
            let lines = result.schemaTypes.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)\n" }
            try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: typeList))
        }
        if let pageList {
            let lines = result.pages.map { "\($0.kind)\t\($0.operation)\t\($0.reason)\n" }
            try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: pageList))
        }
        let seconds = Double((clock.now - start) / .milliseconds(1)) / 1_000
        let files = result.files.count + result.models.count
        let counts = [
            result.operationCount.counted("operation"), result.typeCount.counted("type"),
            "\(files.counted("file")) (\(written) changed)",
        ]
        terminal.showLine(counts.joined(separator: ", "))
        if result.unselectedCount > 0 {
            let verb = result.unselectedCount == 1 ? "is" : "are"
            terminal.showLine("\(result.unselectedCount.counted("operation")) \(verb) not selected")
        }
        let notes = "\(result.skippedCount.counted("part")) left out, \(result.noteCount.counted("note"))"
        terminal.showLine("\(notes), \(String(format: "%.1f", seconds)) s")
    }
}
#endif
