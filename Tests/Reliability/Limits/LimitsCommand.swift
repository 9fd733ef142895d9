#if Tools && os(Linux)
import ArgumentParser
import Foundation
import TestSupport

/// Lets processes take permits of one rate limit together, through a server of Valkey or Redis.
struct LimitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits",
        abstract: "Lets processes take permits of one rate limit together, through Valkey or Redis.",
        discussion: """
            The transport answers in memory. Each run prints how far the calls kept the limit, the commands for each permit, and how \
            long calls waited beyond the wait that one limiter for all processes would have asked of them. It fails beyond the bounds.
            """
    )

    @Option(help: "The port of the server on this machine.") var port: Int
    @Option(help: "The number of processes.") var processes = 10
    @Option(help: "The permits in a second.") var limit = 10_000
    @Option(help: "The permits that can be used at once.") var burst = 200
    @Option(help: "The calls that all processes together want to make in a second; each begins a run.")
    var demand = [9_900, 15_000]
    @Option(help: "The duration of a run in seconds.") var seconds = 10

    func run() async throws {
        #if Valkey
        var isWrong = false
        for demand in demand {
            print("\(processes) processes want \(demand) of \(limit) permits a second, for \(seconds) s:")
            let run = SharedLimitRun(
                name: UUID().uuidString,
                port: port,
                processes: processes,
                limit: limit,
                burst: burst,
                demand: demand,
                seconds: seconds,
                // Time for all processes to start.
                start: SharedLimitRun.now + 3_000_000_000
            )
            let report = SharedLimitReport(run: run, calls: try await calls(run))
            print(report.text)
            isWrong = isWrong || !report.isRight
        }
        if isWrong { throw ExitCode.failure }
        #else
        throw ValidationError("It needs the trait Valkey.")
        #endif
    }

    #if Valkey
    /// The calls of each process.
    private func calls(_ run: SharedLimitRun) async throws -> [SharedLimitRun.Calls] {
        let program = URL(fileURLWithPath: CommandLine.arguments[0])
        let settings = String(decoding: try JSONEncoder().encode(run), as: UTF8.self)
        return try await withThrowingTaskGroup(of: SharedLimitRun.Calls.self) { group in
            for _ in 0..<processes {
                group.addTask {
                    let outcome = try await ChildProcess.run(program, ["limits-worker", settings])
                    guard outcome.isSuccess else { throw ValidationError("A process failed: \(outcome.errorText)") }
                    return try JSONDecoder().decode(SharedLimitRun.Calls.self, from: outcome.output)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
    #endif
}
#endif
