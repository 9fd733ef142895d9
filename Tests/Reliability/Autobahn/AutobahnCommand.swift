#if Tools && os(Linux)
import ArgumentParser
import Foundation
import TalynAsyncHTTPClient

/// Runs the cases of Autobahn's fuzzing server, and judges its report. Scripts/autobahn starts the server.
struct AutobahnCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "autobahn",
        abstract: "Runs the cases of Autobahn's fuzzing server for WebSocket clients."
    )

    @Option(help: "The URL of the server.")
    var server: String

    @Option(help: "The file with the server's report.")
    var report: String

    @Flag(help: "Cut each echo. The cases must fail then, or the suite finds nothing.")
    var cut = false

    private struct Verdict: Decodable {
        let behavior: String
        let behaviorClose: String

        /// The server gives no judgement on a few cases.
        var isPassed: Bool {
            ["OK", "INFORMATIONAL"].contains(behavior) && ["OK", "INFORMATIONAL"].contains(behaviorClose)
        }
    }

    func run() async throws {
        guard let url = URL(string: server) else { throw ValidationError("The server has no valid URL: \(server)") }
        let agent = cut ? "talyn-cut" : "talyn"
        let client = try AutobahnClient(server: url, agent: agent, options: TransportOptions(), cutsEcho: cut)
        let count = try await client.count()
        // The first cases are enough to see that the server notices.
        for number in 1...max(cut ? min(count, 16) : count, 1) { try await client.run(number) }
        try await client.report()

        let data = try Data(contentsOf: URL(fileURLWithPath: report))
        let verdicts = try JSONDecoder().decode([String: [String: Verdict]].self, from: data)[agent] ?? [:]
        let failed = verdicts.filter { !$0.value.isPassed }
        for (name, verdict) in failed.sorted(by: { $0.key < $1.key }) where !cut {
            print("case \(name): \(verdict.behavior), at the close \(verdict.behaviorClose)")
        }
        print("\(agent): \(verdicts.count - failed.count) of \(verdicts.count) cases passed")
        if cut ? failed.isEmpty : !failed.isEmpty || verdicts.count < count { throw ExitCode.failure }
    }
}
#endif
