#if Tools
import ArgumentParser

struct HARCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "har",
        abstract: "Masks the secrets in HAR files, and looks for what is wrong with them.",
        subcommands: [HARRedactCommand.self, HARCheckCommand.self]
    )
}
#endif
