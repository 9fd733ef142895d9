#if Tools
import ArgumentParser
import TalynCommandLine

@main
struct TalynCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "talyn",
        abstract:
            "Demonstrates the Swift package Talyn, transfers files, opens WebSockets, records and serves HTTP, and generates clients.",
        subcommands: demo + [
            DownloadCommand.self, UploadCommand.self, SocketCommand.self, LoginCommand.self, CacheCommand.self,
        ]
            + servers
            + [HARCommand.self, GenerateCommand.self]
    )

    /// The demo, which needs a server.
    private static var demo: [any ParsableCommand.Type] {
        if #available(macOS 14, iOS 17, tvOS 17, *) { return [DemoCommand.self] }
        return []
    }

    private static var servers: [any ParsableCommand.Type] {
        if #available(macOS 14, iOS 17, tvOS 17, *) { return [ServeCommand.self, RecordCommand.self] }
        return []
    }
}
#else
import Foundation
import TalynCommandLine

@main
struct TalynCommand {
    static func main() {
        try? FileHandle.standardError.write(
            contentsOf: Data("talyn: This build lacks the trait Tools. Build it with --traits Tools.\n".utf8)
        )
        exit(1)
    }
}
#endif
