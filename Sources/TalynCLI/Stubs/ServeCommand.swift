#if Tools
import ArgumentParser
import Foundation
import TalynCommandLine
import TalynOpenAPI
import TalynStubServer
import TalynRecordings
import _TalynSupport

@available(Hummingbird, *)
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answers requests over HTTP from a HAR file of talyn or of a browser, or by an OpenAPI document.",
        discussion: """
            The first line of the output ends with the server's address. Then the command prints a line for each request, \
            in a terminal as a table with colours. NO_COLOR=1 turns the colours off. An interrupt ends the server.

            HAR file: An entry answers requests with its method, path, query and body, for any origin. A request without an \
            entry gets status 501, and a text that names the most similar entry. A recorded WebSocket conversation is played: \
            the client must send the recorded messages, and another one closes the connection with the code 1008.

            OpenAPI document: The examples of the document are the answers. The command makes up the values that the \
            examples lack, and uses no example that its schema doesn't allow. --seed chooses other values. The base path of the document's servers can be left out. The \
            command refuses a request that the document doesn't allow with a problem (RFC 9457) that says why: 400, 401, 404, \
            405, 415, or 422 for a body that its schema doesn't allow. An answer in another form than JSON or text, such as \
            XML or an image, needs an example in the document. Without one, its status is 501. The command accepts any \
            credential of the right kind. A request \
            chooses another answer by the field 'Prefer': code=404, example=NAME, or dynamic=true for made-up values.
            """
    )

    @Argument(
        help: "The HAR file or the OpenAPI document.",
        completion: .file(extensions: ["har", "json", "yaml", "yml"])
    )
    var file: String

    @OptionGroup var listening: ListeningOptions

    @Option(help: ArgumentHelp("The delay of each response in milliseconds.", valueName: "ms"))
    var latency = 0.0

    @Option(help: ArgumentHelp("The share of requests that find no server, from 0 to 1.", valueName: "share"))
    var failRate = 0.0

    @Option(help: "The seed of made-up values and of --fail-rate. With the same seed, they are the same.")
    var seed: UInt64 = 0

    @Flag(help: "Answer with each entry once. By default, the last of several equal entries keeps answering.")
    var once = false

    @Flag(help: "Answer from a HAR file as fast as the recorded server. By default, the server answers at once.")
    var recordedPace = false

    @Flag(help: "Serve nothing. Make each answer of an OpenAPI document, and list its examples that don't fit.")
    var check = false

    /// For the script that checks the answers by another validator.
    @Option(help: .hidden)
    var answers: String?

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
        let url = URL(fileURLWithPath: file)
        if let data = try? Data(contentsOf: url, options: .mappedIfSafe), CheckedDocument.isDocument(data) {
            return try await serveDocument(run)
        }
        let recording: Recording
        do throws(RecordingError) {
            recording = try Recording(contentsOf: url)
        } catch {
            throw run.terminal.failure(error)
        }
        if check {
            throw run.terminal.failure("--check needs an OpenAPI document. For a HAR file, use 'talyn har check'.")
        }
        run.terminal.showProblems(of: recording)
        let greeting = "Serving \(recording.entries.count.counted("entry", "entries")) of \(file)"
        try await StubServerRun(options: serverOptions(for: recording))
            .serve(transport(for: recording), greeting: greeting)
    }

    private func serveDocument(_ run: StubServerRun) async throws {
        if once || recordedPace {
            let name = once ? "--once" : "--recorded-pace"
            throw run.terminal.failure("\(name) is for HAR files. The document answers each request at once.")
        }
        let document: DocumentTransport
        do throws(GenerationError) {
            if check { return try tryAnswers(run.terminal) }
            document = try DocumentTransport(contentsOf: file, seed: seed)
        } catch {
            throw run.terminal.failure("\(error)")
        }
        for diagnostic in document.diagnostics { run.terminal.showError("\(diagnostic)") }
        var options = listening.serverOptions
        options.redaction = redaction.redaction
        let count = document.operationCount.counted("operation")
        try await StubServerRun(options: options)
            .serve(withFaults(document), greeting: "Serving \(count) of \(file)")
    }

    /// Makes each answer, and shows the examples that don't fit.
    private func tryAnswers(_ terminal: Terminal) throws(GenerationError) {
        let document = try CheckedDocument(contentsOf: file)
        let trial = document.trial(seed: seed)
        for line in trial.invalidExamples + trial.missingExamples + trial.failures { terminal.showLine(line) }
        if let answers {
            let lines = trial.answers.map { pointer, body in
                "{\"schema\": \"\(pointer)\", \"instance\": \(String(decoding: body, as: UTF8.self))}\n"
            }
            try? Data(lines.joined().utf8).write(to: URL(fileURLWithPath: answers))
        }
        terminal.showLine("\(document.operations.count) operations, \(trial.answerCount) answers")
        terminal.showLine("\(trial.invalidExamples.count) of \(trial.exampleCount) examples don't fit their schemas")
        if !trial.missingExamples.isEmpty {
            terminal.showLine("\(trial.missingExamples.count) answers need an example, and have status 501")
        }
        terminal.showLine("\(trial.failures.count) answers don't fit the document")
    }

    func serverOptions(for recording: Recording) -> StubServer.Options {
        var options = listening.serverOptions
        options.baseURLs = recording.origins
        options.redaction = redaction.redaction
        return options
    }

    func transport(for recording: Recording) -> any Transport {
        withFaults(
            ReplayTransport(
                recording,
                repeatsLast: !once,
                pace: recordedPace ? .recorded : .immediate,
                redaction: redaction.redaction
            )
        )
    }

    private func withFaults(_ transport: any Transport) -> any Transport {
        let script = FaultScript(
            .latency(.microseconds(latency * 1_000)),
            .failing(.connectionRefused, rate: failRate),
            seed: seed
        )
        return FaultTransport(wrapping: transport, script)
    }
}

extension Recording {
    /// The origins of the entries: scheme, host and port, each once, in the order of the entries. Those of WebSockets count as HTTP.
    var origins: [URL] {
        var seen: Set<String> = []
        return entries.compactMap { entry in
            guard var components = URLComponents(string: entry.url.withHTTPScheme), components.host?.isEmpty == false,
                let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme)
            else { return nil }
            components.scheme = scheme
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
