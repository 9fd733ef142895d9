#if Tools && os(Linux)
import ArgumentParser

/// Tries promises of the library in large numbers. Scripts/soak, Scripts/torture, Scripts/transfer,
/// Scripts/cache-load, Scripts/servers, Scripts/token-races, Scripts/shared-limits and Scripts/autobahn run it.
@main
struct ReliabilityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reliability",
        abstract: "Tries promises of the library in large numbers.",
        subcommands: [
            SoakCommand.self, SoakServerCommand.self, TortureCommand.self, TortureScenario.self, TransferCommand.self,
            TransferServerCommand.self, CacheLoadCommand.self, CacheLoadWorker.self, ServersCommand.self,
            ServersStubCommand.self, TokensCommand.self, TokensWorker.self, AutobahnCommand.self,
            LimitsCommand.self,
        ]
    )
}
#else
@main
struct ReliabilityCommand {
    static func main() {
        print("Reliability needs Linux, and the trait Tools.")
    }
}
#endif
