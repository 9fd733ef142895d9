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
        let message = """
            talyn-generate: The trait Generator is off. Turn it on where your manifest names the package, and run the command again:
                .package(url: "…/talyn.git", branch: "main", traits: [.defaults, "Generator"])

            """
        FileHandle.standardError.write(Data(message.utf8))
        exit(1)
    }
}
#endif
