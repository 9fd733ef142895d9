#if Tools && (canImport(Darwin) || os(Linux))
import ArgumentParser
import Foundation
import TalynTransportOptions

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

    @Option(help: ArgumentHelp("An HTTP proxy to go through.", valueName: "host:port"))
    var proxy: String?

    @Option(help: ArgumentHelp("Trust these certificates in PEM, for a server with wss.", valueName: "file"))
    var root: String?

    @Option(
        help: ArgumentHelp("Run these cases only, such as 7.1.1 or 7.*, with commas between them.", valueName: "cases")
    )
    var cases: String?

    @Option(help: "The name of the client in the report.")
    var agent = "talyn"

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
        let agent = cut ? "\(agent)-cut" : agent
        let client = try AutobahnClient(server: url, agent: agent, options: try transportOptions, cutsEcho: cut)
        var chosen = try await chosenCases(client)
        // The first cases are enough to see that the server notices.
        if cut { chosen = Array(chosen.prefix(16)) }
        for number in chosen { try await client.run(number) }
        try await client.report()

        let data = try Data(contentsOf: URL(fileURLWithPath: report))
        let verdicts = try JSONDecoder().decode([String: [String: Verdict]].self, from: data)[agent] ?? [:]
        let failed = verdicts.filter { !$0.value.isPassed }
        for (name, verdict) in failed.sorted(by: { $0.key < $1.key }) where !cut {
            print("case \(name): \(verdict.behavior), at the close \(verdict.behaviorClose)")
        }
        print("\(agent): \(verdicts.count - failed.count) of \(verdicts.count) cases passed")
        let isIncomplete = chosen.isEmpty || verdicts.count < chosen.count
        if cut ? failed.isEmpty : !failed.isEmpty || isIncomplete { throw ExitCode.failure }
    }

    private var transportOptions: TransportOptions {
        get throws {
            var options = TransportOptions()
            if let proxy {
                let parts = proxy.split(separator: ":")
                guard parts.count == 2, let port = Int(parts[1]) else {
                    throw ValidationError("The proxy has no host and port: \(proxy)")
                }
                options.proxy = .http(host: String(parts[0]), port: port)
            }
            if let root {
                options.serverTrust = ServerTrust(roots: [try Data(contentsOf: URL(fileURLWithPath: root))])
            }
            return options
        }
    }

    /// The numbers of the cases to run.
    private func chosenCases(_ client: AutobahnClient) async throws -> [Int] {
        let numbers = Array(1..<(max(try await client.count(), 0) + 1))
        guard let patterns = cases?.split(separator: ",") else { return numbers }
        var chosen: [Int] = []
        for number in numbers {
            guard let name = try await client.name(of: number) else { continue }
            let isChosen = patterns.contains { $0.hasSuffix(".*") ? name.hasPrefix($0.dropLast()) : name == $0 }
            if isChosen { chosen.append(number) }
        }
        return chosen
    }
}
#endif
