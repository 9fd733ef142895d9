#if Tools
import ArgumentParser
import Foundation
import Talyn
import TalynStubServer
import TalynRecordings
import TalynStubs

@available(Hummingbird, *)
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answers requests over HTTP from a HAR file of talyn or of a browser.",
        discussion: """
            The first line of the output ends with the server's address. Then the command prints a line for each request, \
            in a terminal as a table with colours. NO_COLOR=1 turns the colours off. An entry \
            answers requests with its method, path, query and body, for any origin. A request without an entry gets \
            status 501, and a text that names the most similar entry. An interrupt ends the server.
            """
    )

    @Argument(help: "The HAR file.", completion: .file(extensions: ["har"]))
    var file: String

    @OptionGroup var listening: ListeningOptions

    @Option(help: ArgumentHelp("The delay of each response in milliseconds.", valueName: "ms"))
    var latency = 0.0

    @Option(help: ArgumentHelp("The share of requests that find no server, from 0 to 1.", valueName: "share"))
    var failRate = 0.0

    @Option(help: "The seed of --fail-rate. With the same seed, the same requests fail.")
    var seed: UInt64 = 0

    @Flag(help: "Answer with each entry once. By default, the last of several equal entries keeps answering.")
    var once = false

    @OptionGroup var redaction: RedactionOptions

    func validate() throws {
        guard 0...86_400_000 ~= latency else {
            throw ArgumentParser.ValidationError("\(latency) isn't a latency. Give milliseconds, such as 250.")
        }
        guard 0...1 ~= failRate else {
            throw ArgumentParser.ValidationError("\(failRate) isn't a share. Give a number from 0 to 1, such as 0.1.")
        }
    }

    func run() async throws {
        let run = StubServerRun(options: listening.serverOptions)
        let recording: Recording
        do throws(RecordingError) {
            recording = try Recording(contentsOf: URL(fileURLWithPath: file))
        } catch {
            throw run.terminal.failure(error)
        }
        run.terminal.showProblems(of: recording)
        try await StubServerRun(options: serverOptions(for: recording))
            .serve(transport(for: recording), greeting: "Serving \(recording.entries.count) entries of \(file)")
    }

    func serverOptions(for recording: Recording) -> StubServer.Options {
        var options = listening.serverOptions
        options.baseURLs = recording.origins
        options.redaction = redaction.redaction
        return options
    }

    func transport(for recording: Recording) -> any Transport {
        let replay = ReplayTransport(recording, repeatsLast: !once, redaction: redaction.redaction)
        let script = FaultScript(
            .latency(.microseconds(latency * 1_000)),
            .failing(.connectionRefused, rate: failRate),
            seed: seed
        )
        return FaultTransport(wrapping: replay, script)
    }
}

extension Recording {
    /// The origins of the entries: scheme, host and port, each once, in the order of the entries.
    var origins: [URL] {
        var seen: Set<String> = []
        return entries.compactMap { entry in
            guard var components = URLComponents(string: entry.url), components.host?.isEmpty == false,
                ["http", "https"].contains(components.scheme?.lowercased())
            else { return nil }
            components.user = nil
            components.password = nil
            components.path = ""
            components.query = nil
            components.fragment = nil
            guard let url = components.url, seen.insert(url.absoluteString).inserted else { return nil }
            return url
        }
    }
}
#endif
