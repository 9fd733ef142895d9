#if Tools
import ArgumentParser

@main
struct TalynCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "talyn",
        abstract: "Shows what the Swift package Talyn does, moves files with it, and records and serves HTTP.",
        subcommands: demo + [
            DownloadCommand.self, UploadCommand.self, ServeCommand.self, RecordCommand.self, HARCommand.self,
        ]
    )

    /// The demo is declared with macros.
    private static var demo: [any ParsableCommand.Type] {
        #if Macros
        [DemoCommand.self]
        #else
        []
        #endif
    }
}
#else
import Foundation

@main
struct TalynCommand {
    static func main() {
        FileHandle.standardError.write(
            Data("talyn: built without the trait Tools; build it with --traits Tools\n".utf8)
        )
        exit(1)
    }
}
#endif
