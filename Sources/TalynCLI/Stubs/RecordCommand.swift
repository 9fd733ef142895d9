#if Tools
import ArgumentParser
import Foundation
import Talyn
import TalynCommandLine
import TalynStubServer
import TalynRecordings

@available(Hummingbird, *)
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Forwards requests to a server, and records them with their responses in a HAR file.",
        discussion: """
            The first line of the output ends with the address for requests. Then the command prints a line for each \
            request, in a terminal as a table with colours. NO_COLOR=1 turns the colours off. It masks secrets before it keeps a request. The client follows redirects itself, and they lead it back \
            to this address. It records the messages of WebSockets, too. The command saves the file every few seconds, and when an interrupt ends it. It replaces an \
            existing file only if it recorded a request.
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

    @Option(
        help: ArgumentHelp("An HTML file that shows the calls, written at the end.", valueName: "file"),
        completion: .file(extensions: ["html"])
    )
    var report: String?

    @OptionGroup var listening: ListeningOptions

    @Flag(help: "Replace an existing file.")
    var force = false

    @Option(help: "The transport: \(TransportName.allNames). By default that of the platform.")
    var transport: TransportName?

    @OptionGroup var authorization: AuthorizationOptions

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
        let existing = [out, report].compactMap(\.self).filter { FileManager.default.fileExists(atPath: $0) }
        if !force, let path = existing.first {
            throw run.terminal.failure("\(path) exists already. Replace it with --force.")
        }
        let transport = transport?.transport ?? MultiProvider().transport
        let recorder = RecordingTransport(
            wrapping: try await authorization.authorizing(transport, run.terminal),
            redaction: redaction.redaction
        )
        let saver = RecordingSaver(recorder, to: file)
        do {
            // If the file can't be written, the user should know before the first request.
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
            if let report {
                try TrafficReport(recorder.recording, title: redaction.redaction.url(upstream)).save(
                    to: URL(fileURLWithPath: report)
                )
            }
        } catch let error as RecordingError {
            throw run.terminal.failure(error)
        }
        let count = recorder.recording.entries.count
        let isUnchanged = count == 0 && existing.contains(out)
        run.terminal.showLine(isUnchanged ? "Nothing was recorded. \(out) is unchanged" : "\(count) entries in \(out)")
    }
}
#endif
