#if Generator
import ArgumentParser
import TalynCommandLine

/// `talyn generate` as an executable of its own, which the plugin runs.
@main
struct GeneratorTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "talyn-generate",
        abstract: GenerateCommand.configuration.abstract,
        discussion: GenerateCommand.configuration.discussion
    )

    @OptionGroup var command: GenerateCommand

    func run() throws { try command.run() }
}
#else
import Foundation

@main
struct GeneratorTool {
    static func main() {
        try? FileHandle.standardError.write(
            contentsOf: Data("talyn-generate: This build lacks the trait Generator.\n".utf8)
        )
        exit(1)
    }
}
#endif
