#if Tools
import ArgumentParser
import Foundation
import Talyn
import TalynStubServer
import TalynStubs

@available(Hummingbird, *)
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Passes requests on to a server, and records what goes to and fro in a HAR file.",
        discussion: """
            The first line of the output ends with the address to send requests to; then there is a line for each request. \
            Secrets are masked before anything is kept. Redirects are left to the client, and lead it back here. The file \
            is written every few seconds, and when an interrupt ends it; one that is there stays until there is something \
            to write.
            """
    )

    @Option(help: ArgumentHelp("The base URL of the server, such as https://api.example.com.", valueName: "url"))
    var upstream: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The HAR file to write.", valueName: "file"),
        completion: .file(extensions: ["har"])
    )
    var out: String

    @OptionGroup var listening: ListeningOptions

    @Flag(help: "Replace a file that is there already.")
    var force = false

    @Option(help: "What carries the requests: \(TransportName.allNames). By default the platform's own choice.")
    var transport: TransportName?

    @OptionGroup var redaction: RedactionOptions

    func validate() throws {
        _ = try TransferOptions.url(upstream)
    }

    func run() async throws {
        let file = URL(fileURLWithPath: out)
        var options = listening.serverOptions
        options.baseURLs = [try TransferOptions.url(upstream)]
        options.redaction = redaction.redaction
        let run = StubServerRun(options: options)
        let isThere = FileManager.default.fileExists(atPath: file.path)
        if !force, isThere {
            run.terminal.showError("\(out) is there already; --force replaces it")
            throw ExitCode(1)
        }
        let recorder = RecordingTransport(
            wrapping: transport?.transport ?? Provider<FileRequest>.defaultTransport(),
            redaction: redaction.redaction
        )
        let saver = RecordingSaver(recorder, to: file)
        do {
            // Whoever can't write should know it before there is something to be lost.
            try Recording.checkSaving(to: file)
            let greeting = "Recording \(redaction.redaction.url(upstream))"
            do {
                try await run.serve(UpstreamTransport(recorder), greeting: greeting) {
                    await saver.saveNowAndThen()
                }
            } catch {
                try saver.save()
                throw error
            }
            try saver.saveInTheEnd()
        } catch let error as RecordingError {
            throw run.terminal.failure(error)
        }
        let count = recorder.recording.entries.count
        run.terminal.showLine(
            count == 0 && isThere ? "Nothing was recorded; \(out) is as it was" : "\(count) entries in \(out)"
        )
    }
}
#endif
