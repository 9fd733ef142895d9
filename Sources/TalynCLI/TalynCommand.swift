import ArgumentParser

@main
struct TalynCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "talyn",
        abstract: "Shows what the Swift package Talyn does.",
        subcommands: [DemoCommand.self]
    )
}
