#if Tools && (canImport(Darwin) || os(Linux))
import ArgumentParser

/// Tries promises of the library in large numbers. Scripts/soak, Scripts/torture, Scripts/transfer,
/// Scripts/cache-load, Scripts/servers, Scripts/token-races, Scripts/shared-limits, Scripts/autobahn and
/// Scripts/ci/weekly/websockets run it. Apple platforms have only the command of Scripts/autobahn.
@main
struct ReliabilityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reliability",
        abstract: "Tries promises of the library in large numbers.",
        subcommands: subcommands
    )

    #if os(Linux)
    private static let subcommands: [any ParsableCommand.Type] = [
        SoakCommand.self, SoakServerCommand.self, TortureCommand.self, TortureScenario.self, TransferCommand.self,
        TransferServerCommand.self, CacheLoadCommand.self, CacheLoadWorker.self, ServersCommand.self,
        ServersStubCommand.self, TokensCommand.self, TokensWorker.self, AutobahnCommand.self, SocketsCommand.self,
        LimitsCommand.self, LimitsWorker.self,
    ]
    #else
    private static let subcommands: [any ParsableCommand.Type] = [AutobahnCommand.self]
    #endif
}
#else
@main
struct ReliabilityCommand {
    static func main() {
        print("Reliability needs Linux or macOS, and the trait Tools.")
    }
}
#endif
