#if Tools && os(Linux)
import ArgumentParser
import Foundation

/// A process that takes permits of a limit with others, and prints the times of its calls.
struct LimitsWorker: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "limits-worker", shouldDisplay: false)

    @Argument var settings: String

    func run() async throws {
        #if Valkey
        let run = try JSONDecoder().decode(SharedLimitRun.self, from: Data(settings.utf8))
        try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(try await run.calls()))
        #else
        throw ValidationError("It needs the trait Valkey.")
        #endif
    }
}
#endif
