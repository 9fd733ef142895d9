#if Tools && os(Linux)
import ArgumentParser

/// Lets clients take permits of one rate limit together, through a server of Valkey or Redis.
struct LimitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits",
        abstract: "Lets clients take permits of one rate limit together, through Valkey or Redis."
    )

    @Option(help: "The port of the server on this machine.") var port: Int
    @Option(help: "The number of clients.") var clients = 10
    @Option(help: "The permits in a second.") var limit = 10_000
    @Option(help: "The permits that can be used at once.") var burst = 200
    @Option(help: "The calls that the clients want to make in a second.") var demand = [9_900, 15_000]
    @Option(help: "The duration of a run in seconds.") var seconds = 10

    func run() async throws {
        #if Valkey
        for demand in demand {
            print("\(clients) clients want \(demand) of \(limit) permits a second, for \(seconds) s:")
            let run = SharedLimitRun(
                port: port,
                clients: clients,
                limit: limit,
                burst: burst,
                demand: demand,
                seconds: seconds
            )
            print(try await run.run().text)
        }
        #else
        throw ValidationError("It needs the trait Valkey.")
        #endif
    }
}
#endif
