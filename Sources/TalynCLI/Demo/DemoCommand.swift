#if Tools
import ArgumentParser
import Foundation
import HTTPBin
import Talyn
import TalynCommandLine

@available(Hummingbird, *)
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Calls a server through a provider, live, stubbed and with faults, and shows the results.",
        discussion: """
            The demo starts a small httpbin server on a loopback port, or calls the httpbin server at --base-url. The exit \
            status is 1 if a call fails unexpectedly.
            """
    )

    @Option(help: "The base URL of an httpbin server. By default the demo starts a server.")
    var baseURL: String?

    @Option(help: "The transport: \(TransportName.allNames). By default that of the platform.")
    var transport: TransportName?

    func run() async throws {
        let terminal = Terminal()
        let problems: [String]
        if let baseURL {
            guard let url = URL(string: baseURL), url.scheme?.hasPrefix("http") == true, url.host != nil else {
                throw ValidationError("'\(baseURL)' isn't a base URL. Give one such as http://localhost:8080.")
            }
            problems = await tour(url, terminal)
        } else {
            problems = try await HTTPBinServer.withServer { await tour($0, terminal) }
        }
        guard problems.isEmpty else {
            for problem in problems { terminal.showError(problem) }
            throw ExitCode(1)
        }
    }

    /// Makes all calls live, then stubbed, and then the calls with faults. Returns the failures.
    private func tour(_ baseURL: URL, _ terminal: Terminal) async -> [String] {
        let transport = transport?.transport ?? MultiProvider().transport
        let live = DemoRun(baseURL: baseURL, transport: transport, isStubbed: false, terminal: terminal)
        let problems = await live.run(title: "Live, over \(type(of: transport))")
        guard problems.isEmpty else { return problems }
        let stubbed = DemoRun(baseURL: baseURL, transport: transport, isStubbed: true, terminal: terminal)
        let stubbedProblems = await stubbed.run(title: "The same calls, stubbed")
        guard stubbedProblems.isEmpty else { return stubbedProblems }
        let rescue = DemoRescue(baseURL: baseURL, transport: transport, terminal: terminal)
        let events = DemoEvents(transport: transport, terminal: terminal)
        let download = DemoDownload(baseURL: baseURL, transport: transport, terminal: terminal)
        let cache = DemoCache(baseURL: baseURL, transport: transport, terminal: terminal)
        let demos: [(name: String, run: () async throws -> Void)] = [
            ("GET /bearer, rescued", rescue.run), ("GET /events/7", events.run),
            ("GET /range/\(DemoDownload.size), cut twice", download.run), ("cache", cache.run),
        ]
        var failures: [String] = []
        for demo in demos {
            do { try await demo.run() } catch { failures.append("\(demo.name): \(error)") }
        }
        return failures
    }
}
#endif
